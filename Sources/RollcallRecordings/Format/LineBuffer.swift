/// Bytes of lines of JSON, which are written one after another. Also visits the fields of an object to write them.
package struct LineBuffer: FieldVisitor, Sendable {
  package typealias Problem = Never

  private(set) var bytes: [UInt8] = []
  /// The number of JSON values written since the buffer was empty, in events' arguments, votes and responses.
  var valueCount = 0
  /// The type and the number of the entry whose object is being written, until they are written too.
  private var (entryType, entryNumber): (String?, UInt64?) = (nil, nil)

  /// The most bytes of memory that are kept for later lines.
  private static let mostKept = 1 << 20

  /// The written bytes as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Removes everything. Keeps the memory, except that of a rare large line.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.mostKept)
    valueCount = 0
  }

  /// Keeps only this many bytes.
  mutating func keep(_ count: Int) { bytes.removeSubrange(count...) }

  /// Writes a fixed text of the format, unescaped.
  mutating func append(raw text: String) { bytes += text.utf8 }

  // MARK: Values

  /// Writes an array.
  mutating func append<Element>(_ elements: [Element], _ body: (Element, inout LineBuffer) -> Void) {
    append(raw: "[")
    for index in elements.indices {
      if index > 0 { append(raw: ",") }
      body(elements[index], &self)
    }
    append(raw: "]")
  }

  /// Writes an object with sorted keys.
  mutating func append<Element>(_ members: [String: Element], _ body: (Element, inout LineBuffer) -> Void) {
    append(raw: "{")
    for (index, member) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }).enumerated() {
      if index > 0 { append(raw: ",") }
      append(member.key)
      append(raw: ":")
      body(member.value, &self)
    }
    append(raw: "}")
  }

  /// Writes a JSON number, or a string if JSON can't represent the number.
  mutating func append(_ value: Double) {
    let text = value.description
    guard value.isFinite else { return append(text) }
    append(raw: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Writes a string in quotation marks.
  mutating func append(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x20...: bytes.append(byte)
      case 0x08: append(raw: "\\b")
      case 0x09: append(raw: "\\t")
      case 0x0A: append(raw: "\\n")
      case 0x0C: append(raw: "\\f")
      case 0x0D: append(raw: "\\r")
      default: append(raw: (byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16))
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  // MARK: Fields

  package static var reads: Bool { false }

  package mutating func field<Value: LineValue>(_ key: FieldKey, _ value: inout Value) {
    append(key: key)
    value.write(to: &self)
  }

  package mutating func optional<Value: LineValue>(_ key: FieldKey, _ value: inout Value?) {
    guard let value else { return }
    append(key: key)
    value.write(to: &self)
  }

  package mutating func known<Value: LineValue & RawRepresentable<String>>(_ key: FieldKey, _ value: inout Value?) {
    optional(key, &value)
  }

  /// Writes an object.
  ///
  /// - Parameters:
  ///   - type: The type, if this is an entry of a journal.
  ///   - number: The entry's number in its journal; `nil` if it has none.
  ///   - fields: Writes the fields, in the order of their keys.
  mutating func object(type: String? = nil, number: UInt64? = nil, _ fields: (inout LineBuffer) -> Void) {
    let outer = (entryType, entryNumber)
    (entryType, entryNumber) = (type, number)
    append(raw: "{")
    fields(&self)
    appendEntry(before: .max)
    append(raw: "}")
    (entryType, entryNumber) = outer
  }

  /// Writes the entry's number and type, if they come before a key.
  private mutating func appendEntry(before word: UInt128) {
    let (numberKey, typeKey): (FieldKey, FieldKey) = ("seq", "type")
    if let number = entryNumber, word > numberKey.word {
      entryNumber = nil
      append(key: numberKey)
      number.write(to: &self)
    }
    if let type = entryType, word > typeKey.word {
      entryType = nil
      append(key: typeKey)
      append(type)
    }
  }

  /// Writes a key and its colon, after a comma unless it is the object's first.
  private mutating func append(key: FieldKey) {
    if entryType != nil { appendEntry(before: key.word) }
    append(raw: bytes.last == UInt8(ascii: "{") ? "\"" : ",\"")
    append(raw: key.text)
    append(raw: "\":")
  }
}
