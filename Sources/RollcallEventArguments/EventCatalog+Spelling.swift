package import ModuleLifecycle
import RollcallTextFormatting

extension EventCatalog {
  /// Creates an event from a text that a user typed: `openURL`, `openURL=url:pay:42` or `openURL={"url":"pay:42"}`.
  ///
  /// The equals sign is followed by a JSON object, or by `key:value` pairs separated by commas. The first colon of a
  /// pair ends its key.
  ///
  /// - Throws: `EventCatalogError`, which names the event, the argument and the valid values.
  package func event(spelled text: String) throws(EventCatalogError) -> any LifecycleEvent {
    let (name, arguments) = try parse(text)
    return try event(named: name, arguments: arguments)
  }

  /// Splits a text that a user typed into an event's name and arguments; see `event(spelled:)`. Without an equals sign,
  /// the arguments are `null` and the name is not checked.
  ///
  /// - Throws: `EventCatalogError` if the event or an argument is unknown, or the arguments can't be read.
  package func parse(_ text: String) throws(EventCatalogError) -> (name: String, arguments: EventValue) {
    guard let equals = text.firstIndex(of: "=") else { return (text, .null) }
    let name = String(text[..<equals])
    let spelled = text[text.index(after: equals)...].trimmed
    let type = try type(named: name)
    let known = Self.arguments(of: type)
    if spelled.hasPrefix("{") {
      guard case .object(let members)? = EventArgument.json(spelled) else {
        throw .unreadableArguments(event: name, text: spelled, problem: "that is not a JSON object")
      }
      return (name, .object(members))
    }
    var members: [String: EventValue] = [:]
    var texts: [String: String] = [:]
    for pair in spelled.split(separator: ",") {
      guard let colon = pair.firstIndex(of: ":") else {
        throw .unreadableArguments(
          event: name, text: spelled, problem: Self.problem(withPair: pair.trimmed, known: known))
      }
      let key = pair[..<colon].trimmed
      // Of an event without an example, only its decoding knows the arguments.
      let unknown = type.sample == nil ? EventArgument(name: key, example: .null) : nil
      guard let argument = known.first(where: { $0.name == key }) ?? unknown else {
        throw .unknownArgument(key, event: name, known: known.map(\.name))
      }
      let value = pair[pair.index(after: colon)...].trimmed
      (members[key], texts[key]) = (argument.value(from: value), value)
    }
    if type.sample == nil { members = Self.fitted(members, texts, to: type) }
    return (name, .object(members))
  }

  private static func problem(withPair pair: String, known: [EventArgument]) -> String {
    let pair = Excerpt.of(pair)
    let example = known.first.map { ", such as \($0.name):\(pair)" } ?? ""
    return "'\(pair)' is not a key:value pair\(example)"
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
