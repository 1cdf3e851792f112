#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Estimates the memory that a value keeps outside itself, in bytes: strings, lists, dictionaries, data.
///
/// A value of a type without such memory costs nothing to measure. Other values encode themselves into an encoder that
/// only counts. It creates no text, the cost of strings and bytes doesn't depend on their length, and it stops at a
/// limit. Values that are not encoded are not counted.
enum HeapSize {
  /// - Parameter limit: Where counting stops. A larger value returns some size above the limit.
  static func of<Value: Encodable>(_ value: Value, limit: Int) -> Int {
    guard !_isPOD(Value.self) else { return 0 }
    let tally = SizeTally(limit: limit)
    try? tally.add(value, depth: 0)
    return tally.bytes
  }

  /// Estimates a value that may not be encodable: its strings, bytes and lists, a few levels down.
  static func of<Value>(any value: Value, limit: Int) -> Int {
    guard !_isPOD(Value.self) else { return 0 }
    if let value = value as? any Encodable { return of(value, limit: limit) }
    var looks = 0
    return mirrored(value, limit: limit, depth: 0, looks: &looks)
  }

  /// The most values to look at.
  private static let mostLooks = 256

  private static func mirrored(_ value: Any, limit: Int, depth: Int, looks: inout Int) -> Int {
    if let value = value as? any Encodable { return of(value, limit: limit) }
    let mirror = Mirror(reflecting: value)
    guard depth < 4, mirror.displayStyle != .class else { return 32 }
    // In a long list, the first elements represent the others.
    var (bytes, shown) = (0, 0)
    for child in mirror.children {
      guard shown < 64, looks < mostLooks, bytes <= limit else { break }
      (shown, looks) = (shown + 1, looks + 1)
      bytes += 16 + mirrored(child.value, limit: limit, depth: depth + 1, looks: &looks)
    }
    guard shown > 0 else { return 16 }
    let (product, overflows) = bytes.multipliedReportingOverflow(by: mirror.children.count)
    // A sum of a few of these must not overflow either.
    return min(overflows ? .max : product / shown, 1 << 48)
  }
}

/// Counts what a value encodes.
final class SizeTally {
  /// The value is too large to count to its end.
  struct LimitPassed: Error {}

  /// The deepest nesting of values.
  private static let deepest = 64

  private(set) var bytes = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  func add<Value: Encodable>(_ value: Value, depth: Int) throws {
    if _isPOD(Value.self) {
      bytes += MemoryLayout<Value>.stride
    } else if Value.self == String.self {
      // A short string has no memory of its own.
      let count = unsafe unsafeBitCast(value, to: String.self).utf8.count
      bytes += MemoryLayout<String>.stride + (count > 15 ? 32 + count : 0)
    } else if let known = Self.sizeOfKnown(value) {
      bytes += known
    } else if depth >= Self.deepest {
      bytes = max(bytes, limit) + 1
    } else {
      bytes += 16
      try value.encode(to: SizeEncoder(tally: self, depth: depth + 1))
    }
    if bytes > limit { throw LimitPassed() }
  }

  /// The size of types that would encode themselves byte by byte, or that are quicker to measure directly. The types
  /// are compared before an unchecked cast, because a checked cast takes most of the time for a small event.
  private static func sizeOfKnown<Value>(_ value: Value) -> Int? {
    if Value.self == URL.self { return unsafe 96 + unsafeBitCast(value, to: URL.self).relativeString.utf8.count }
    if Value.self == Data.self { return unsafe 48 + unsafeBitCast(value, to: Data.self).count }
    if Value.self == [UInt8].self { return unsafe 40 + unsafeBitCast(value, to: [UInt8].self).count }
    guard Value.self == [String: String].self else { return nil }
    let texts = unsafe unsafeBitCast(value, to: [String: String].self)
    return texts.isEmpty ? 8 : texts.reduce(64) { $0 + 64 + $1.key.utf8.count + $1.value.utf8.count }
  }
}

/// Encodes into a tally.
struct SizeEncoder: Encoder {
  let tally: SizeTally
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(SizeMembers<Key>(tally: tally, depth: depth))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { SizeElements(tally: tally, depth: depth) }
  func singleValueContainer() -> any SingleValueEncodingContainer { SizeElements(tally: tally, depth: depth) }
}

private struct SizeMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tally: SizeTally
  let depth: Int

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {}
  func encode(_ value: some Encodable, forKey key: Key) throws { try tally.add(value, depth: depth) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    SizeEncoder(tally: tally, depth: depth).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    SizeElements(tally: tally, depth: depth)
  }

  func superEncoder() -> any Encoder { SizeEncoder(tally: tally, depth: depth) }
  func superEncoder(forKey key: Key) -> any Encoder { SizeEncoder(tally: tally, depth: depth) }
}

private struct SizeElements: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let tally: SizeTally
  let depth: Int
  private(set) var count = 0

  init(tally: SizeTally, depth: Int) {
    self.tally = tally
    self.depth = depth
  }

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { count += 1 }

  mutating func encode(_ value: some Encodable) throws {
    count += 1
    try tally.add(value, depth: depth)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    SizeEncoder(tally: tally, depth: depth).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { SizeElements(tally: tally, depth: depth) }
  func superEncoder() -> any Encoder { SizeEncoder(tally: tally, depth: depth) }
}
