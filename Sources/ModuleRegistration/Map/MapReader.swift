#if Maps
import ModuleLifecycle
import TextFormatting
import Recordings

/// Reads the parts of a map.
struct MapReader {
  let registry: ModuleRegistry

  func map(_ root: YAMLNode) throws(ModuleMapError) -> ModuleMap {
    let members = try root.members(of: "a map", known: ["application", "main", "budgets", "allow", "modules"])
    let application = try members["application"].map(application) ?? ModuleMap.Application()
    let budgets = try members["budgets"].map(budgets) ?? []
    guard let list = members["modules"] else {
      throw root.source.error(
        at: nil, "there is no list of modules. Write 'modules:' and below it one module a line, each after a '-'.")
    }
    let modules = try modules(list)
    guard let main = members["main"] else {
      throw root.source.error(
        at: nil, "no module is named as the main one. Write 'main:' and the name of the module that owns the window.")
    }
    let name = try main.name(of: "'main'")
    guard let module = modules.first(where: { $0.name == name }) else {
      throw main.error(
        "there is no module \(name.quoted), so it can't be the main one.",
        suggestion: Wording.suggestion(for: name, among: modules.map(\.name)))
    }
    guard module.isOn else {
      throw main.error("\(name.quoted) can't be the main module: it is switched off.")
    }
    return ModuleMap(
      application: application, main: name, modules: modules, budgets: budgets,
      allowances: try allowances(members["allow"], of: modules), source: root.source)
  }

  private func application(_ node: YAMLNode) throws(ModuleMapError) -> ModuleMap.Application {
    let members = try node.members(of: "'application'", known: ["type", "name"])
    let type = try members["type"]?.name(of: "the application's type") ?? registry.applicationTypes[0]
    if let node = members["type"], !registry.applicationTypes.contains(type) {
      throw node.error(no: "application type", named: type, among: registry.applicationTypes)
    }
    let name = try members["name"]?.name(of: "the application's name") ?? ModuleMap.Application().name
    return ModuleMap.Application(type: type, name: name)
  }

  private func budgets(_ node: YAMLNode) throws(ModuleMapError) -> [BudgetDeclaration] {
    guard let members = node.members else {
      throw node.error("'budgets' must be a mapping from events to durations, not \(node.kind).")
    }
    var budgets: [BudgetDeclaration] = []
    for (key, value) in members {
      let event = try event(key).name
      budgets.append(
        BudgetDeclaration(
          event: event, duration: try value.duration(of: event, atLeast: .microseconds(1)), place: key.place))
    }
    return budgets
  }

  /// The event that a name stands for.
  func event(_ node: YAMLNode) throws(ModuleMapError) -> any LifecycleEvent.Type {
    let name = try node.name(of: "the name of an event")
    guard let type = try? registry.catalog.type(named: name) else {
      throw node.error(no: "event", named: name, among: registry.catalog.names)
    }
    return type
  }
  /// One warning, or a list of warnings, each by its kind or by kind and module.
  private func allowances(
    _ node: YAMLNode?, of modules: [ModuleDeclaration]
  ) throws(ModuleMapError) -> [AllowanceDeclaration] {
    guard let node else { return [] }
    guard node.members == nil, !node.isNothing else {
      throw node.error("'allow' must be a warning such as handlerThrew:Push, or a list of them, not \(node.kind).")
    }
    var allowances: [AllowanceDeclaration] = []
    let names = modules.map(\.name)
    for item in node.items ?? [node] {
      let text = try item.name(of: "a warning to allow")
      do throws(UnknownWarning) {
        let rules = try AllowedWarnings([text], modules: names).rules
        allowances += rules.map { AllowanceDeclaration(rule: $0, place: item.place) }
      } catch {
        throw item.error("\(error.problem).", suggestion: error.suggestion)
      }
    }
    return allowances
  }

  private func modules(_ list: YAMLNode) throws(ModuleMapError) -> [ModuleDeclaration] {
    guard let items = list.items, !items.isEmpty else {
      throw list.error("'modules' must be a list with one module a line, each after a '-', not \(empty(list)).")
    }
    var modules: [ModuleDeclaration] = []
    var lines: [String: Int] = [:]
    for item in items {
      let module = try module(item)
      if let first = lines[module.name] {
        throw list.source.error(
          at: module.place, "a second module is named \(module.name.quoted); the first is on line \(first).")
      }
      lines[module.name] = module.place.line
      modules.append(module)
    }
    return try ordered(modules, source: list.source)
  }

  private func ordered(_ modules: [ModuleDeclaration], source: YAMLText) throws(ModuleMapError) -> [ModuleDeclaration] {
    let byName = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0) })
    do throws(ModuleOrderError) {
      return try ModuleOrder.resolve(modules.map { .init($0.name, after: $0.after) }).compactMap { byName[$0] }
    } catch {
      switch error {
      case .unknown(let name, let module, let known):
        throw source.error(
          at: byName[module]?.place, "\(module.quoted) is to come after \(name.quoted), which is not there.",
          suggestion: Wording.suggestion(for: name, among: known))
      case .cycle(let names):
        throw source.error(at: names.first.flatMap { byName[$0]?.place }, Wording.sentence("\(error)"))
      }
    }
  }

  private func empty(_ list: YAMLNode) -> String { list.items?.isEmpty == true ? "an empty one" : list.kind }
}
#endif
