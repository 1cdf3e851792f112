#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One argument of an event, as a form offers it and a command line takes it.
public struct EventArgument: Sendable, Equatable {
  /// Its name.
  public let name: String
  /// The value that the event's example has for it.
  public let example: JSONValue

  /// An argument; a source that has only a recording makes them from what it read.
  public init(name: String, example: JSONValue) {
    self.name = name
    self.example = example
  }

  /// The arguments of an event type, in the order in which the type declares them.
  public static func all<Event: LifecycleEvent>(of type: Event.Type) -> [EventArgument] {
    let example = type.example
    let members = ((try? JSONValue(encoding: example)) ?? .null).members
    // JSON leaves out what is nil; the mirror does not.
    let declared = Mirror(reflecting: example).children
      .filter { child in child.label.map { members[$0] != nil } == true || isNil(child.value) }.compactMap(\.label)
    let others = members.keys.filter { !declared.contains($0) }.sorted()
    return (declared + others).map { EventArgument(name: $0, example: members[$0] ?? .null) }
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  /// The example in the words that `value(from:)` reads.
  public var exampleText: String { Self.text(of: example) }

  /// A value in the words that `value(from:)` reads: a bare text, `yes`, a number, or JSON.
  public static func text(of value: JSONValue) -> String {
    switch value {
    case .null, .object([:]), .array([]): ""
    case .object, .array: value.json
    default: value.words
    }
  }

  /// The value that a user typed, read as the kind of value that the example is.
  ///
  /// A text is taken as it is, and where a list is expected, anything else is a list of one. What does not fit the kind
  /// is taken as a text too, so that the event's own decoding can say what it expects.
  public func value(from text: String) -> JSONValue {
    switch example {
    case .string: .string(text)
    case .bool: Self.bool(text) ?? .string(text)
    case .integer: Int64(text).map(JSONValue.integer) ?? .string(text)
    case .number: Double(text).map(JSONValue.number) ?? .string(text)
    case .object where text.isEmpty: .object([:])
    case .array where text.isEmpty: .array([])
    case .null where text.isEmpty: .null
    case .array(let values): list(from: text, like: values.first ?? .string(""))
    case .null, .object: Self.json(text) ?? .string(text)
    }
  }

  private func list(from text: String, like element: JSONValue) -> JSONValue {
    if case .array(let values)? = Self.json(text) { return .array(values) }
    return .array([EventArgument(name: name, example: element).value(from: text)])
  }

  private static func bool(_ text: String) -> JSONValue? {
    switch text.lowercased() {
    case "true", "yes", "y": .bool(true)
    case "false", "no", "n": .bool(false)
    default: nil
    }
  }

  static func json(_ text: String) -> JSONValue? {
    try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }
}

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

  /// The arguments of an event type whose static type is not known.
  public static func arguments(of type: any LifecycleEvent.Type) -> [EventArgument] {
    func open<Event: LifecycleEvent>(_ type: Event.Type) -> [EventArgument] { EventArgument.all(of: type) }
    return open(type)
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
