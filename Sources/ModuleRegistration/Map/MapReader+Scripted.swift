#if Maps
import EventArguments
import ModuleLifecycle
import TextFormatting

/// Reads what scripted modules do and own.
extension MapReader {
  private static let handlerKeys = [
    "takes", "burns", "answers", "when", "throws", "prints", "sends", "marks", "crashes",
  ]

  /// What a module does at each event.
  func handlers(_ node: YAMLNode, key: String) throws(ModuleMapError) -> [ScriptedHandler] {
    guard let members = node.members else {
      throw node.error("'\(key)' must be a mapping from events to what is done, not \(node.kind).")
    }
    return try members.map { member throws(ModuleMapError) in try handler(member.key, member.value) }
  }

  private func handler(_ name: YAMLNode, _ body: YAMLNode) throws(ModuleMapError) -> ScriptedHandler {
    let type = try event(name)
    var handler = ScriptedHandler(event: type.name)
    guard !body.isNothing else { return handler }
    let members = try body.members(of: "a handler", known: Self.handlerKeys)
    handler.takes = try members["takes"]?.duration(of: "takes")
    handler.burns = try members["burns"]?.duration(of: "burns")
    if let node = members["answers"] {
      guard let text = node.text else { throw node.error("'answers' must be a single value, not \(node.kind).") }
      if let problem = ScriptedVote.problem(with: text, for: type) { throw node.error(problem) }
      handler.answers = text
    }
    if let node = members["when"] {
      guard !EventCatalog.arguments(of: type).isEmpty else {
        throw node.error("\(type.name) has no arguments, so there is nothing for 'when' to match.")
      }
      handler.when = try node.name(of: "'when'")
    }
    handler.throwing = try members["throws"]?.name(of: "'throws'")
    handler.prints = try members["prints"]?.name(of: "'prints'")
    if let node = members["sends"] { handler.sends = try spelledEvent(node) }
    handler.marks = try members["marks"]?.name(of: "'marks'")
    handler.crashes = try members["crashes"]?.flag(of: "crashes") == true
    return handler
  }

  private func spelledEvent(_ node: YAMLNode) throws(ModuleMapError) -> String {
    let text = try node.name(of: "'sends'")
    do {
      _ = try registry.catalog.event(spelled: text)
    } catch .unknownEvent(let name, let known) {
      throw node.error(no: "event", named: name, among: known)
    } catch {
      throw node.error("'sends' is not valid. \(error)")
    }
    return text
  }

  /// What a module owns.
  func resources(_ node: YAMLNode, key: String) throws(ModuleMapError) -> [ScriptedResource] {
    guard let items = node.items else {
      throw node.error("'\(key)' must be a list with a '-' before each thing, not \(node.kind).")
    }
    var resources: [ScriptedResource] = []
    for item in items {
      let resource = try resource(item)
      if resources.contains(where: { $0.kind == resource.kind && $0.name == resource.name }) {
        throw item.error("a second \(resource.kind) is named \(resource.name.quoted). Name it differently.")
      }
      resources.append(resource)
    }
    return resources
  }

  private func resource(_ item: YAMLNode) throws(ModuleMapError) -> ScriptedResource {
    guard let members = item.members, members.count == 1, let (key, value) = members.first else {
      throw item.error("a thing that is owned is a kind and a name, such as 'observer: userDidLogOut'.")
    }
    let word = try key.name(of: "the kind of a thing")
    guard let kind = registry.resourceKinds.first(where: { $0.kind.rawValue == word }) else {
      throw key.error(no: "kind of thing called", named: word, among: registry.resourceNames)
    }
    if value.text != nil {
      return ScriptedResource(kind: kind.kind, name: try value.name(of: "the name of the \(word)"), settings: .init())
    }
    let settings = try value.members(of: "a \(word)", known: ["name"] + kind.settings.map(\.name))
    guard let name = settings["name"] else { throw key.error("this \(word) has no name. Write 'name:' and one.") }
    return ScriptedResource(
      kind: kind.kind, name: try name.name(of: "the name of the \(word)"),
      settings: try self.settings(of: settings, keys: kind.settings))
  }
}
#endif
