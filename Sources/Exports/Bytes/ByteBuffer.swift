import ModuleLifecycle
import TextFormatting

/// Bytes of a file that have yet to be handed on.
struct ByteBuffer {
  private var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(_ byte: Unicode.Scalar) { bytes.append(UInt8(ascii: byte)) }

  /// Gives the bytes away.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}

extension ByteBuffer {
  /// A text as JSON spells it, quotes included.
  mutating func writeJSON(_ text: String) { writeJSON(.string(text)) }

  /// A value as JSON, its keys sorted.
  mutating func writeJSON(_ value: JSONValue) { write(value.json.printableJSON) }
}
