/// Estimates the memory that events of one type keep outside themselves, in bytes, by letting them encode their fields.
///
/// A synthesized `encode(to:)` passes each property with its type, at a tenth of a mirror's cost. Events that pass another
/// number of fields than they have properties, or less memory than a mirror finds, are looked at through a mirror from then
/// on. The mirror compares the first event, the second, the fourth and so on.
final class FieldSizes {
  private let sum = Sum()
  /// The number of properties that an event has to pass; `nil` if events are looked at through a mirror.
  private var properties: Int?
  /// How many events were counted.
  private var seen = 0
  /// What the events encode their fields into: a `KnownContainer`.
  private var container: AnyObject?

  /// - Parameter event: An event of the type.
  init(of event: some LifecycleEvent) {
    let mirror = Mirror(reflecting: event)
    properties = mirror.displayStyle == .struct ? mirror.children.count : nil
  }

  /// Returns the memory of an event, with the box that keeps it if it is large.
  func bytes<Event: LifecycleEvent>(of event: Event) -> Int {
    fieldBytes(of: event) + MemoryEstimate.box(of: Event.self)
  }

  private func fieldBytes(of event: some LifecycleEvent) -> Int {
    guard let properties else { return MemoryEstimate.of(event) }
    // Differences, because an event's own code can send another one.
    let (count, bytes) = (sum.count, sum.bytes)
    guard (try? event.encode(to: self)) != nil, sum.count &- count == properties else {
      self.properties = nil
      return MemoryEstimate.of(event)
    }
    let encoded = sum.bytes &- bytes
    seen &+= 1
    if seen & (seen &- 1) == 0, case let found = MemoryEstimate.of(event), encoded < found - found / 8 {
      self.properties = nil
      return found
    }
    return encoded
  }
}

/// The number of the fields that were passed, absent ones among them, and their memory.
private final class Sum {
  var count = 0
  var bytes = 0

  func add(_ bytes: Int) {
    count &+= 1
    self.bytes &+= bytes
  }
}

private final class KnownContainer<Key: CodingKey> {
  let container: KeyedEncodingContainer<Key>
  init(_ sum: Sum) { container = KeyedEncodingContainer(Fields(sum: sum)) }
}

extension FieldSizes: Encoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if let known = container as? KnownContainer<Key> { return known.container }
    let new = KnownContainer<Key>(sum)
    container = new
    return new.container
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { NoFields() }
  func singleValueContainer() -> any SingleValueEncodingContainer { NoFields() }
}

/// Where an event passes its fields.
private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sum: Sum
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { sum.add(0) }
  func encode(_ value: String, forKey key: Key) { sum.add(value.outsideBytes) }
  func encode(_ value: some Encodable, forKey key: Key) { sum.add(MemoryEstimate.of(value)) }
  func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) { sum.add(MemoryEstimate.of(value)) }

  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    NoFields().nestedContainer(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { NoFields() }
  func superEncoder() -> any Encoder { NoFields() }
  func superEncoder(forKey key: Key) -> any Encoder { NoFields() }
}

/// Takes what is not a property, and counts nothing.
private struct NoFields: Encoder, UnkeyedEncodingContainer, SingleValueEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { 0 }

  func encodeNil() {}
  func encode(_ value: some Encodable) {}

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Fields(sum: Sum()))
  }
  func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    container(keyedBy: type)
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func superEncoder() -> any Encoder { self }
}
