import ModuleLifecycle

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
  mutating func writeJSON(_ text: String) {
    write("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): write("\\\"")
      case UInt8(ascii: "\\"): write("\\\\")
      case UInt8(ascii: "\n"): write("\\n")
      case UInt8(ascii: "\r"): write("\\r")
      case UInt8(ascii: "\t"): write("\\t")
      case ..<0x20: write("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    write("\"")
  }

  /// A value as JSON, its keys sorted.
  mutating func writeJSON(_ value: JSONValue) {
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .integer(let value): write(String(value))
    case .number(let value): if value.isFinite { write(String(describing: value)) } else { writeJSON("\(value)") }
    case .string(let text): writeJSON(text)
    case .array(let values):
      write("[")
      for (index, value) in values.enumerated() {
        if index > 0 { write(",") }
        writeJSON(value)
      }
      write("]")
    case .object(let members):
      write("{")
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { write(",") }
        writeJSON(member.key)
        write(":")
        writeJSON(member.value)
      }
      write("}")
    }
  }
}
