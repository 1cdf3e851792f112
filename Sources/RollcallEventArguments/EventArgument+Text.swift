package import ModuleLifecycle

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EventArgument {
  /// The argument's example, in the format that `value(from:)` reads.
  package var exampleText: String { Self.text(of: example) }

  /// Returns a value in the format that `value(from:)` reads: plain text, `yes`, a number, or JSON. `null` and empty
  /// objects and lists become an empty text.
  package static func text(of value: EventValue) -> String {
    switch value {
    case .null, .object([:]), .array([]): ""
    case .object, .array: value.json
    default: value.words
    }
  }

  /// Returns the value for a text that a user typed, of the same kind as the example.
  ///
  /// A string is taken literally. If a list is expected, anything else becomes a list with one element. A text that
  /// does not fit the kind is taken as a string, so that the event's own decoding can say what it expects.
  package func value(from text: String) -> EventValue {
    switch example {
    case .string: .string(text)
    case .bool: Self.bool(text) ?? .string(text)
    case .integer: Int64(text).map(EventValue.integer) ?? .string(text)
    case .number: Double(text).map(EventValue.number) ?? .string(text)
    case .object where text.isEmpty: .object([:])
    case .array where text.isEmpty: .array([])
    case .null where text.isEmpty: .null
    case .array(let values): list(from: text, like: values.first ?? .string(""))
    case .null, .object: Self.json(text) ?? .string(text)
    }
  }

  private func list(from text: String, like element: EventValue) -> EventValue {
    if case .array(let values)? = Self.json(text) { return .array(values) }
    return .array([EventArgument(name: name, example: element).value(from: text)])
  }

  private static func bool(_ text: String) -> EventValue? {
    switch text.lowercased() {
    case "true", "yes", "y": .bool(true)
    case "false", "no", "n": .bool(false)
    default: nil
    }
  }

  static func json(_ text: String) -> EventValue? {
    try? JSONDecoder().decode(EventValue.self, from: Data(text.utf8))
  }
}
