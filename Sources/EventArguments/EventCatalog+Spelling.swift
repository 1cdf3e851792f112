public import ModuleLifecycle

extension EventCatalog {
  /// An event made from what a user typed: `openURL`, `openURL=url:pay:42` or `openURL={"url":"pay:42"}`.
  ///
  /// After the equals sign stands a JSON object, or `key:value` pairs at commas, of which the first colon separates.
  ///
  /// - Throws: `EventCatalogError`, naming the event, the argument and what would be valid.
  public func event(spelled text: String) throws(EventCatalogError) -> any LifecycleEvent {
    let (name, arguments) = try parse(text)
    return try event(named: name, arguments: arguments)
  }

  /// The name and the arguments that a user typed; see `event(spelled:)`.
  public func parse(_ text: String) throws(EventCatalogError) -> (name: String, arguments: JSONValue) {
    guard let equals = text.firstIndex(of: "=") else { return (text, .null) }
    let name = String(text[..<equals])
    let spelled = text[text.index(after: equals)...].trimmed
    let known = Self.arguments(of: try type(named: name))
    if spelled.hasPrefix("{") {
      guard case .object(let members)? = EventArgument.json(spelled) else {
        throw .unreadableArguments(event: name, text: spelled, problem: "that is not a JSON object")
      }
      return (name, .object(members))
    }
    var members: [String: JSONValue] = [:]
    for pair in spelled.split(separator: ",") {
      guard let colon = pair.firstIndex(of: ":") else {
        throw .unreadableArguments(
          event: name, text: spelled, problem: Self.problem(withPair: pair.trimmed, known: known))
      }
      let key = pair[..<colon].trimmed
      guard let argument = known.first(where: { $0.name == key }) else {
        throw .unknownArgument(key, event: name, known: known.map(\.name))
      }
      members[key] = argument.value(from: pair[pair.index(after: colon)...].trimmed)
    }
    return (name, .object(members))
  }

  private static func problem(withPair pair: String, known: [EventArgument]) -> String {
    let pair = Excerpt.of(pair)
    let example = known.first.map { ", such as \($0.name):\(pair)" } ?? ""
    return "'\(pair)' is not a key and a value with a colon between\(example)"
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
