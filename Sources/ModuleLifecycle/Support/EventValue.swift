#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A JSON value: an event's arguments, a vote or a response, as the journal and its readers represent them.
public enum EventValue: Hashable, Sendable {
  /// The JSON `null`.
  case null
  /// A Boolean.
  case bool(Bool)
  /// A whole number that fits `Int64`.
  case integer(Int64)
  /// A number that is not an integer, or too large for one.
  case number(Double)
  /// A string.
  case string(String)
  /// Values, in order.
  case array([EventValue])
  /// Values, by key.
  case object([String: EventValue])
}

extension EventValue: Codable {
  /// Decodes any kind of JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([EventValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: EventValue].self))
    }
  }

  /// Encodes the value as plain JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

// No literal for `null`: `nil` is a missing value in Swift.
extension EventValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Creates a number.
  public init(floatLiteral value: Double) { self = EventValue(number: value) }

  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an array.
  public init(arrayLiteral values: EventValue...) { self = .array(values) }

  /// Creates an object. If a key is given twice, its last value counts.
  public init(dictionaryLiteral members: (String, EventValue)...) {
    self = .object(Dictionary(members) { _, last in last })
  }
}

extension EventValue {
  /// Creates the JSON that a value encodes to.
  ///
  /// It costs an encoder and a decoder. Readers call it, and handlers never wait for it. A number that JSON can't
  /// represent becomes a string: `nan`, `inf` or `-inf`.
  ///
  /// - Throws: The error that encoding the value throws.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    self = try JSONDecoder().decode(EventValue.self, from: encoder.encode(value))
  }

  /// A number as JSON reads it back: a whole number is an integer, and a number that JSON can't represent is a string.
  private init(number: Double) {
    if let whole = Int64(exactly: number) {
      self = .integer(whole)
    } else {
      self = number.isFinite ? .number(number) : .string(String(describing: number))
    }
  }

  /// Creates the journal's representation of an event's arguments: `null` if it has none, and why, as a text, if they can't be
  /// encoded.
  package init(argumentsOf event: some LifecycleEvent) {
    do {
      // In a list, an event that encodes nothing is an empty object. On its own, it is an error.
      guard case .array(let events) = try EventValue(encoding: [event]), let json = events.first else {
        self = .null
        return
      }
      self = json == .object([:]) ? .null : json
    } catch {
      self = .string("could not be encoded: \(describe(error))")
    }
  }

  /// Creates the journal's representation of any value.
  ///
  /// Booleans, numbers and strings are stored directly, other encodable values as their JSON, and the rest as their
  /// description. `Void` and `nil` are `null`.
  package init(describing value: any Sendable) {
    switch value {
    case let value as EventValue: self = value
    case is Void: self = .null
    case let value as Bool: self = .bool(value)
    case let value as Int: self = .integer(Int64(value))
    case let value as Double: self = EventValue(number: value)
    case let value as String: self = .string(value)
    case let value as any Encodable: self = (try? EventValue(encoding: value)) ?? .string(String(describing: value))
    default: self = .string(String(describing: value))
    }
  }

  /// Decodes a value of another type from this JSON.
  ///
  /// - Throws: `DecodingError` if this JSON doesn't represent such a value.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: JSONEncoder().encode(self))
  }

  /// The value as JSON on one line, with sorted keys.
  public var json: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .integer(let value): return "\(value)"
    case .number(let value) where !value.isFinite: return "\"\(value)\""
    case .number(let value):
      let text = value.description
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    case .string(let text): return Self.quoted(text)
    case .array(let values): return "[\(values.map(\.json).joined(separator: ","))]"
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return "{\(sorted.map { "\(Self.quoted($0.key)):\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{8}": quoted += "\\b"
      case "\u{C}": quoted += "\\f"
      case ..<" ": quoted += (scalar.value < 0x10 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The value as readable text: `yes`, `no`, a string without quotes, or a list separated by commas.
  ///
  /// The members of an object are listed by key, without the empty ones: `{"continued":true,"restored":["draft"]}` is
  /// `continued, restored draft`. The member `name` comes first, without its key.
  package var words: String {
    switch self {
    case .null: "nothing"
    case .bool(let value): value ? "yes" : "no"
    case .string(let text): text
    case .integer, .number: json
    case .array(let values): Self.list(values.map(\.words))
    case .object(let members):
      Self.list(members.sorted { Self.order($0.key) < Self.order($1.key) }.compactMap(Self.words))
    }
  }

  private static func words(_ key: String, _ value: EventValue) -> String? {
    switch value {
    case .null, .string(""), .array([]), .object([:]): nil
    case .bool(let value): value ? key : "not \(key)"
    case .string(let text) where key == "name": text
    default: "\(key) \(value.words)"
    }
  }

  private static func order(_ key: String) -> (Int, String) { (key == "name" ? 0 : 1, key) }

  private static func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }

  /// The members of an object. Empty for any other value.
  package var members: [String: EventValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}
