#if Maps
import ModuleLifecycle
import RollcallTextFormatting
import RollcallRecordings

/// Reads the parts of a map. It notes each mistake and reads on, so that the user sees all mistakes at once.
final class MapReader {
  let registry: ModuleRegistry
  let source: YAMLText
  private(set) var problems: [MapProblem] = []
  /// Whether all module names are as their author meant them. If not, no name counts as missing.
  var areNamesCertain = true

  init(registry: ModuleRegistry, source: YAMLText) {
    (self.registry, self.source) = (registry, source)
  }

  func note(_ problem: MapProblem) { problems.append(problem) }

  /// Reads a value. Returns `nil` when there is none, or when it has a mistake, which is noted.
  func read<Value>(_ node: YAMLNode?, _ reading: (YAMLNode) throws(MapProblem) -> Value) -> Value? {
    guard let node else { return nil }
    do throws(MapProblem) {
      return try reading(node)
    } catch {
      note(error)
      return nil
    }
  }

  /// Reads the map. Returns `nil` when an essential part is missing, which is noted.
  func map(_ root: YAMLNode) -> ModuleMap? {
    guard let members = members(of: root, "a map", known: ["application", "main", "budgets", "allow", "modules"]) else {
      return nil
    }
    if !members.hasUnknownKey {
      if members["modules"] == nil {
        note(
          MapProblem("there is no list of modules. Write 'modules:' and below it one module per line, after a '-'."))
      }
      if members["main"] == nil {
        note(
          MapProblem(
            "no module is named as the main one. Write 'main:' and the name of the module that owns the window."))
      }
    }
    let application = members["application"].flatMap(self.application)
    let budgets = read(members["budgets"], self.budgets)
    let modules = read(members["modules"], self.modules) ?? []
    if modules.isEmpty { areNamesCertain = false }
    let main = read(members["main"]) { node throws(MapProblem) in try self.main(node, of: modules) }
    let allowances = read(members["allow"]) { node throws(MapProblem) in try self.allowances(node, of: modules) }
    guard let main else { return nil }
    return ModuleMap(
      application: application ?? ModuleMap.Application(), main: main, modules: modules, budgets: budgets ?? [],
      allowances: allowances ?? [], source: source)
  }

  private func main(_ node: YAMLNode, of modules: [ModuleDeclaration]) throws(MapProblem) -> String {
    let name = try node.name(of: "'main'")
    guard let module = modules.first(where: { $0.name == name }) else {
      guard areNamesCertain else { return name }
      throw node.problem(
        "there is no module \(name.quoted), so it can't be the main one.",
        .nearest(to: name, among: modules.map(\.name)))
    }
    guard module.isOn else { throw node.problem("\(name.quoted) can't be the main module: it is switched off.") }
    return name
  }

  private func application(_ node: YAMLNode) -> ModuleMap.Application? {
    guard let members = members(of: node, "'application'", known: ["type", "name"]) else { return nil }
    let type = read(members["type"]) { node throws(MapProblem) in
      let type = try node.name(of: "the application's type")
      guard registry.applicationTypes.contains(type) else {
        throw node.problem(no: "application type", named: type, among: registry.applicationTypes)
      }
      return type
    }
    let name = read(members["name"]) { node throws(MapProblem) in try node.name(of: "the application's name") }
    return ModuleMap.Application(
      type: type ?? registry.applicationTypes[0], name: name ?? ModuleMap.Application().name)
  }

  private func budgets(_ node: YAMLNode) throws(MapProblem) -> [BudgetDeclaration] {
    guard let members = node.members else {
      throw node.problem("'budgets' must be a mapping from events to durations, not \(node.kind).")
    }
    return members.compactMap { key, value in
      let event = read(key, event)
      let duration = read(value) { node throws(MapProblem) in
        try node.duration(of: key.text ?? "", atLeast: .microseconds(1))
      }
      guard let event, let duration else { return nil }
      return BudgetDeclaration(event: event.name, duration: duration, place: key.place)
    }
  }

  /// Reads the name of an event, and returns its type.
  func event(_ node: YAMLNode) throws(MapProblem) -> any LifecycleEvent.Type {
    let name = try node.name(of: "the name of an event")
    guard let type = registry.catalog[name] else {
      throw node.problem(no: "event", named: name, among: registry.catalog.names)
    }
    return type
  }

  /// Reads one warning, or a list of warnings, each given by its kind or by kind and module.
  private func allowances(
    _ node: YAMLNode, of modules: [ModuleDeclaration]
  ) throws(MapProblem) -> [AllowanceDeclaration] {
    guard node.members == nil, !node.isNothing else {
      throw node.problem("'allow' must be a warning such as handlerThrew:Push, or a list of them, not \(node.kind).")
    }
    let names = modules.map(\.name)
    let (known, kinds) = (Set(names), WarningEntry.Kind.allCases.map(\.rawValue))
    let allowances = (node.items ?? [node]).map { item in
      read(item) { item throws(MapProblem) -> AllowanceDeclaration? in
        let text = try item.name(of: "a warning to allow")
        do throws(UnknownWarning) {
          return AllowanceDeclaration(rule: try AllowedWarnings.Rule(text, modules: known), place: item.place)
        } catch {
          if error.isAboutModule, !areNamesCertain { return nil }
          throw item.problem("\(error.problem).", .nearest(to: error.name, among: error.isAboutModule ? names : kinds))
        }
      }
    }
    return allowances.compactMap { $0 ?? nil }
  }
}
#endif
