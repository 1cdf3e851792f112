#if Maps
import EventArguments
import ModuleLifecycle
import TextFormatting

/// Reads what a module does at each event.
struct ScriptedHandlerReader {
  let registry: ModuleRegistry

  private static let keys = ["takes", "burns", "answers", "when", "throws", "prints", "sends", "crashes"]

  func handlers(_ node: MapNode, key: String) throws(ModuleMapError) -> [ScriptedHandler] {
    guard let members = node.members else {
      throw node.error("'\(key)' must be a mapping from events to what is done, not \(node.kind).")
    }
    var handlers: [ScriptedHandler] = []
    for (name, body) in members { handlers.append(try handler(name, body)) }
    return handlers
  }

  private func handler(_ name: MapNode, _ body: MapNode) throws(ModuleMapError) -> ScriptedHandler {
    let event = try name.name(of: "the name of an event")
    guard let type = try? registry.catalog.type(named: event) else {
      throw name.error(
        "there is no event \(event.quoted).",
        suggestion: Wording.suggestion(for: event, among: registry.catalog.names))
    }
    var handler = ScriptedHandler(event: event)
    guard !body.isNothing else { return handler }
    let members = try body.members(of: "a handler", known: Self.keys)
    if let node = members["takes"] { handler.takes = try SettingReader.duration(node, key: "takes") }
    if let node = members["burns"] { handler.burns = try SettingReader.duration(node, key: "burns") }
    if let node = members["answers"] { handler.answers = try answer(node, type: type) }
    if let node = members["when"] { handler.when = try pattern(node, type: type) }
    if let node = members["throws"] { handler.throwing = try node.name(of: "'throws'") }
    if let node = members["prints"] { handler.prints = try node.name(of: "'prints'") }
    if let node = members["sends"] { handler.sends = try spelledEvent(node) }
    if let node = members["crashes"] { handler.crashes = try flag(node) }
    return handler
  }

  private func answer(_ node: MapNode, type: any LifecycleEvent.Type) throws(ModuleMapError) -> String {
    guard let text = node.text else { throw node.error("'answers' must be a single value, not \(node.kind).") }
    if let problem = ScriptedVote.problem(with: text, for: type) { throw node.error(problem) }
    return text
  }

  private func pattern(_ node: MapNode, type: any LifecycleEvent.Type) throws(ModuleMapError) -> String {
    guard !EventCatalog.arguments(of: type).isEmpty else {
      throw node.error("\(type.name) has no arguments, so there is nothing for 'when' to match.")
    }
    return try node.name(of: "'when'")
  }

  private func spelledEvent(_ node: MapNode) throws(ModuleMapError) -> String {
    let text = try node.name(of: "'sends'")
    do {
      _ = try registry.catalog.event(spelled: text)
    } catch .unknownEvent(let name, let known) {
      throw node.error(
        "there is no event \(name.quoted).", suggestion: Wording.suggestion(for: name, among: known))
    } catch {
      throw node.error("'sends' is not valid. \(error)")
    }
    return text
  }

  private func flag(_ node: MapNode) throws(ModuleMapError) -> Bool {
    guard let flag = node.text.flatMap(SettingReader.flag) else {
      throw node.error("'crashes' is yes or no, not \(node.kind).")
    }
    return flag
  }
}
#endif
