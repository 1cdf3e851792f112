#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The part that is kept of a value that is too large: small members unchanged, large ones cut to their prefix.
///
/// A cut value ends in an ellipsis. Cutting costs no more than the prefix does, plus one look at each member.
enum CutValue {
  /// The most members to look at, the most bytes that each can take, and the length of a text that is cut, in scalars.
  private static let (members, memberBytes, textScalars) = (32, 256, 128)

  static func of(_ value: some Encodable) -> JSONValue {
    let members = CutMembers()
    try? value.encode(to: CutEncoder(members: members))
    return members.found.isEmpty ? beginning(of: value) : .object(members.found)
  }

  /// Cuts a value that may not be encodable.
  static func of(any value: some Sendable) -> JSONValue {
    if HeapSize.of(any: value, limit: memberBytes) <= memberBytes { return JSONValue(describing: value) }
    return if let value = value as? any Encodable { of(value) } else { .string("\(type(of: value))\u{2026}") }
  }

  /// Returns a value unchanged if a journal has room for it, and cut if not.
  static func unlessSmall(_ value: some Sendable) -> JSONValue {
    HeapSize.of(any: value, limit: DispatchContext.mostBytes) > DispatchContext.mostBytes
      ? of(any: value) : JSONValue(describing: value)
  }

  /// Returns the prefix of a text. It counts scalars, which take at most four bytes, because a character can take any
  /// number.
  static func text(_ text: String, scalars: Int = textScalars) -> String {
    let beginning = text.unicodeScalars.prefix(scalars)
    return beginning.endIndex == text.endIndex ? text : String(beginning) + "\u{2026}"
  }

  fileprivate static func beginning<Value: Encodable>(of value: Value) -> JSONValue {
    if let string = value as? String { return .string(text(string)) }
    if let bytes = value as? Data { return .string(bytes.prefix(48).base64EncodedString() + "\u{2026}") }
    if let url = value as? URL { return .string(text(url.relativeString)) }
    guard HeapSize.of(value, limit: memberBytes) > memberBytes else {
      return (try? JSONValue(encoding: value)) ?? .null
    }
    if let list = value as? any Collection { return .string("\(Value.self), \(list.count) elements\u{2026}") }
    return .string("\(Value.self)\u{2026}")
  }

  /// The members that a value has encoded so far.
  fileprivate final class CutMembers {
    private(set) var found: [String: JSONValue] = [:]

    func add(_ member: @autoclosure () -> JSONValue, _ key: any CodingKey) throws {
      guard found.count < CutValue.members else { throw SizeTally.LimitPassed() }
      found[CutValue.text(key.stringValue)] = member()
    }
  }
}

/// Encodes only a value's own members, and nothing inside them.
private struct CutEncoder: Encoder {
  let members: CutValue.CutMembers

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  /// The encoder for a value without members. It stops the value at the first thing that it encodes.
  private var nothing: SizeEncoder { SizeEncoder(tally: SizeTally(limit: 0), depth: 0) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CutContainer<Key>(members: members))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { nothing.unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { nothing.singleValueContainer() }
}

private struct CutContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let members: CutValue.CutMembers

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { try members.add(.null, key) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try members.add(CutValue.beginning(of: value), key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    counted(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { counted(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { SizeEncoder(tally: SizeTally(limit: 0), depth: 0) }
  func superEncoder(forKey key: Key) -> any Encoder { counted(key) }

  /// Counts a nested member, and leaves out its contents.
  private func counted(_ key: Key) -> SizeEncoder {
    try? members.add(.string("\u{2026}"), key)
    return SizeEncoder(tally: SizeTally(limit: 0), depth: 0)
  }
}
