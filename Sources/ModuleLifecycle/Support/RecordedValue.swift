#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value as a journal keeps it: an event, a vote or a response, which a reader of the journal encodes.
///
/// A value that is too large for the journal is cut when it is recorded, so that the value itself can go.
indirect enum RecordedValue: Sendable {
  case none
  case json(EventValue)
  /// With the memory that it keeps outside itself, in bytes. 0 if many entries share it.
  case event(any LifecycleEvent, bytes: Int32)
  case value(any Sendable, bytes: Int32)

  /// The box of a case.
  private static var box: Int { MemoryEstimate.object(MemoryLayout<(any LifecycleEvent, Int32)>.size) }

  /// The limit for the event, votes, response and errors of one dispatch in a journal, in estimated bytes.
  static let mostBytes = 64 << 10

  /// The value as JSON. Costs an encoding.
  var json: EventValue {
    switch self {
    case .none: return .null
    case .json(let json): return json
    case .event(let event, _): return Self.arguments(of: event)
    case .value(let value, _):
      LockOrder.expectNone()
      return EventValue(describing: value)
    }
  }

  /// The memory that it keeps outside itself, in bytes.
  var bytes: Int {
    switch self {
    case .none: 0
    case .json(let json): Self.box + MemoryEstimate.of(json)
    case .event(_, let bytes), .value(_, let bytes): Int(bytes)
    }
  }

  var isNone: Bool { if case .none = self { true } else { false } }
  var isJSON: Bool { if case .json = self { true } else { false } }

  /// What is kept of an event.
  static func of(_ event: some LifecycleEvent, sizes: FieldSizes) -> RecordedValue {
    LockOrder.expectNone()
    let bytes = box + sizes.bytes(of: event)
    return bytes <= mostBytes ? .event(event, bytes: Int32(bytes)) : .json(CutValue.of(event))
  }

  /// What is kept of a vote or a response.
  ///
  /// - Parameter room: How much there is room for, in bytes.
  static func of(_ value: some Sendable, room: Int) -> RecordedValue {
    let bytes = box + MemoryEstimate.of(value) + MemoryEstimate.box(of: type(of: value))
    return bytes <= room ? .value(value, bytes: Int32(bytes)) : .json(CutValue.of(value))
  }

  /// The JSON of an event. All values of a type without members are equal, and are encoded once.
  private static func arguments<Event: LifecycleEvent>(of event: Event) -> EventValue {
    LockOrder.expectNone()
    if MemoryLayout<Event>.size == 0, let known = constants.withLock({ $0[ObjectIdentifier(Event.self)] }) {
      return known
    }
    let arguments = EventValue(argumentsOf: event)
    if MemoryLayout<Event>.size == 0 { constants.withLock { $0[ObjectIdentifier(Event.self)] = arguments } }
    return arguments
  }

  private static let constants = Locked<[ObjectIdentifier: EventValue]>([:])
}

extension RecordedValue: Equatable {
  static func == (left: Self, right: Self) -> Bool { left.json == right.json }
}

/// The part that is kept of a value that is too large: small members unchanged, large ones cut to their prefix.
///
/// A cut value ends in an ellipsis. Cutting costs no more than the prefix does, plus a look at each member. No code of the
/// value's author runs, except a list's count.
package enum CutValue {
  /// The most members to keep, and the length of a text that is cut, in scalars.
  private static let (members, textScalars) = (32, 128)

  static func of(_ value: Any) -> EventValue {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .enum, !isText(value) else {
      return prefix(of: value)
    }
    var found: [String: EventValue] = [:]
    for member in mirror.children.prefix(members) {
      if let label = member.label { found[text(label)] = prefix(of: member.value) }
    }
    return found.isEmpty ? prefix(of: value) : .object(found)
  }

  /// Returns a value unchanged if a journal has room for it, and cut if not.
  static func unlessSmall(_ value: some Sendable) -> EventValue {
    MemoryEstimate.of(value) > RecordedValue.mostBytes ? of(value) : EventValue(describing: value)
  }

  /// Returns the prefix of a text. It counts scalars, which take at most four bytes, because a character can take any
  /// number.
  package static func text(_ text: String, scalars: Int = textScalars) -> String {
    let prefix = text.unicodeScalars.prefix(scalars)
    return prefix.endIndex == text.endIndex ? text : String(prefix) + "\u{2026}"
  }

  private static func isText(_ value: Any) -> Bool { value is String || value is Data || value is URL }

  private static func prefix(of value: Any) -> EventValue {
    switch value {
    case let value as String: return .string(text(value))
    case let value as Data:
      return .string(value.prefix(48).base64EncodedString() + (value.count > 48 ? "\u{2026}" : ""))
    case let value as URL: return .string(text(value.relativeString))
    case let value as Bool: return .bool(value)
    case let value as any FixedWidthInteger: return .integer(Int64(clamping: value))
    case let value as Double: return EventValue(describing: value)
    case let value as any Collection: return .string("\(type(of: value)), \(value.count) elements\u{2026}")
    default:
      // An optional's value is its only member.
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional { return mirror.children.first.map { prefix(of: $0.value) } ?? .null }
      return .string("\(type(of: value))\u{2026}")
    }
  }
}
