#if Maps
import RollcallEventArguments
import ModuleLifecycle
import RollcallTextFormatting

/// Reads what scripted modules do and own.
extension MapReader {
  private static let handlerKeys = [
    "takes", "burns", "answers", "when", "throws", "prints", "sends", "marks", "crashes",
  ]

  /// Reads what a module does at each event.
  func handlers(_ node: YAMLNode, key: String) throws(MapProblem) -> [ScriptedHandler] {
    guard let members = node.members else {
      throw node.problem("'\(key)' must be a mapping from events to actions, not \(node.kind).")
    }
    return members.compactMap { handler($0.key, $0.value) }
  }

  private func handler(_ name: YAMLNode, _ body: YAMLNode) -> ScriptedHandler? {
    let type = read(name, event)
    var handler = ScriptedHandler(event: type?.name ?? "")
    guard !body.isNothing, let members = members(of: body, "a handler", known: Self.handlerKeys) else { return handler }
    func text(_ key: String) -> String? {
      read(members[key]) { node throws(MapProblem) in try node.name(of: "'\(key)'") }
    }
    func duration(_ key: String) -> Duration? {
      read(members[key]) { node throws(MapProblem) in try node.duration(of: key) }
    }
    handler.takes = duration("takes")
    handler.burns = duration("burns")
    handler.throwing = text("throws")
    handler.prints = text("prints")
    handler.sends = read(members["sends"], spelledEvent)
    handler.marks = text("marks")
    handler.crashes = read(members["crashes"]) { node throws(MapProblem) in try node.flag(of: "crashes") } == true
    // The valid answers and conditions depend on the event.
    guard let type else { return nil }
    handler.answers = read(members["answers"]) { node throws(MapProblem) in try answer(node, to: type) }
    handler.when = read(members["when"]) { node throws(MapProblem) in try condition(node, of: type) }
    return handler
  }

  private func answer(_ node: YAMLNode, to type: any LifecycleEvent.Type) throws(MapProblem) -> String {
    guard let text = node.text else { throw node.problem("'answers' must be a single value, not \(node.kind).") }
    if let problem = ScriptedVote.problem(with: text, for: type) { throw node.problem(problem) }
    return text
  }

  private func condition(_ node: YAMLNode, of type: any LifecycleEvent.Type) throws(MapProblem) -> String {
    guard !EventCatalog.arguments(of: type).isEmpty else {
      throw node.problem("\(type.name) has no arguments, so there is nothing for 'when' to match.")
    }
    return try node.name(of: "'when'")
  }

  private func spelledEvent(_ node: YAMLNode) throws(MapProblem) -> String {
    let text = try node.name(of: "'sends'")
    do {
      _ = try registry.catalog.event(spelled: text)
    } catch .unknownEvent(let name, let known) {
      throw node.problem(no: "event", named: name, among: known)
    } catch {
      throw node.problem("'sends' is not valid. \(error)")
    }
    return text
  }

  /// Reads what a module owns.
  func resources(_ node: YAMLNode, key: String) throws(MapProblem) -> [ScriptedResource] {
    guard let items = node.items else {
      throw node.problem("'\(key)' must be a list with a '-' before each object, not \(node.kind).")
    }
    var resources: [ScriptedResource] = []
    var names: [OwnedKind: Set<String>] = [:]
    for item in items {
      guard let resource = read(item, self.resource) ?? nil else { continue }
      if names[resource.kind, default: []].insert(resource.name).inserted {
        resources.append(resource)
      } else {
        note(item.problem("a second \(resource.kind) is named \(resource.name.quoted). Name it differently."))
      }
    }
    return resources
  }

  /// - Returns: `nil` when the name is missing, and an unknown key that may stand for it has been noted.
  private func resource(_ item: YAMLNode) throws(MapProblem) -> ScriptedResource? {
    guard let members = item.members, members.count == 1, let (key, value) = members.first else {
      throw item.problem("an owned object is a kind and a name, such as 'observer: userDidLogOut'.")
    }
    let word = try key.name(of: "the kind of an object")
    guard let kind = registry.resourceKinds.first(where: { $0.kind.rawValue == word }) else {
      throw key.problem(no: "kind of object called", named: word, among: registry.resourceNames)
    }
    if value.text != nil {
      return ScriptedResource(kind: kind.kind, name: try value.name(of: "the name of the \(word)"), settings: .init())
    }
    guard let members = self.members(of: value, "a \(word)", known: ["name"] + kind.settings.map(\.name)) else {
      return nil
    }
    let settings = settings(of: members, keys: kind.settings)
    guard let name = members["name"] else {
      if members.hasUnknownKey { return nil }
      throw key.problem("this \(word) has no name. Add 'name:' and a name.")
    }
    return ScriptedResource(kind: kind.kind, name: try name.name(of: "the name of the \(word)"), settings: settings)
  }
}
#endif
