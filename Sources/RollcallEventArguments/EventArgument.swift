package import ModuleLifecycle
import RollcallTextFormatting

/// One argument of an event, as a form offers it and a command line accepts it.
package struct EventArgument: Sendable, Equatable {
  /// The argument's name.
  package let name: String
  /// The argument's value in the event's example.
  package let example: EventValue

  /// Creates an argument. A source that has only a recording creates arguments from what it has read.
  package init(name: String, example: EventValue) {
    self.name = name
    self.example = example
  }

  /// Returns the arguments of an event type, in the order of their declaration. Empty if it has no example.
  package static func all<Event: LifecycleEvent>(of type: Event.Type) -> [EventArgument] {
    guard let example = type.sample else { return [] }
    let members = ((try? EventValue(encoding: example)) ?? .null).members
    // JSON omits members that are nil; the mirror doesn't.
    // An event's own mirror can repeat a label.
    let declared: [String] = Mirror(reflecting: example).children.reduce(into: []) { labels, child in
      guard let label = child.label, !labels.contains(label) else { return }
      guard members[label] != nil || isNil(child.value) else { return }
      labels.append(label)
    }
    let others = members.keys.filter { !declared.contains($0) }.sorted()
    return (declared + others).map { EventArgument(name: $0, example: members[$0] ?? .null) }
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}

extension EventCatalog {
  /// Returns the arguments of an event type whose static type is unknown.
  package static func arguments(of type: any LifecycleEvent.Type) -> [EventArgument] {
    func open<Event: LifecycleEvent>(_ type: Event.Type) -> [EventArgument] { EventArgument.all(of: type) }
    return open(type)
  }
}

/// Describes why an event can't be decoded from the given arguments.
struct ArgumentMismatch {
  /// The expected kind of value, such as `a whole number`.
  let expected: String
  /// The path and the value of the argument at fault. `nil` when no given argument is at fault.
  let place: (path: String, value: EventValue)?

  init(_ error: any Error, given: [String: EventValue], known: [EventArgument]) {
    let path: [any CodingKey]
    switch error {
    case DecodingError.typeMismatch(let type, let context): (path, expected) = (context.codingPath, Self.kind(of: type))
    case DecodingError.valueNotFound(let type, let context):
      (path, expected) = (context.codingPath, Self.kind(of: type))
    case DecodingError.keyNotFound(let key, let context):
      (path, expected) = (context.codingPath, "the key '\(key.stringValue)'")
    case DecodingError.dataCorrupted(let context):
      let name = context.codingPath.count == 1 ? context.codingPath.first?.stringValue : nil
      let example = known.first { $0.name == name }?.example.json
      (path, expected) = (context.codingPath, example.map { "a value such as \($0)" } ?? "another value")
    default: (path, expected) = ([], "other values")
    }
    place = Self.value(at: path, in: .object(given)).map { (Self.spelled(path), $0) }
  }

  /// The problem, as text that follows a colon.
  var sentence: String {
    guard let place else { return "it expects \(expected)" }
    return "'\(place.path)' expects \(expected), not \(Excerpt.of(place.value.json))"
  }

  private static func value(at path: [any CodingKey], in value: EventValue) -> EventValue? {
    guard !path.isEmpty else { return nil }
    return path.reduce(value as EventValue?) { value, key in
      switch value {
      case .object(let members): members[key.stringValue]
      case .array(let values): key.intValue.flatMap { values.indices.contains($0) ? values[$0] : nil }
      default: nil
      }
    }
  }

  /// A path such as `activity.type` or `urls[2].host`. List positions count from one.
  private static func spelled(_ path: [any CodingKey]) -> String {
    path.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index + 1)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
  }

  private static func kind(of type: Any.Type) -> String {
    switch type {
    case is Bool.Type: "yes or no"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is String.Type: "a text"
    case is [String: Any].Type, is [String: String].Type: "an object"
    case is any Collection.Type: "a list"
    default: "a value of type \(type)"
    }
  }
}
