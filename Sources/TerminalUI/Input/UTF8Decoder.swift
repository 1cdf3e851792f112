/// Decodes UTF-8 byte by byte, so that a character may come in several reads.
struct UTF8Decoder: Sendable {
  private var pending: [UInt8] = []
  private var expected = 0

  /// Whether a character has begun and not ended.
  var isPending: Bool { !pending.isEmpty }

  /// Takes a byte and gives the scalar that it completes.
  ///
  /// A byte that can't stand where it does counts as itself where it is an 8-bit control character, and as U+FFFD
  /// otherwise. A character that is cut short is dropped.
  mutating func decode(_ byte: UInt8) -> Unicode.Scalar? {
    if byte & 0xC0 == 0x80, isPending {
      pending.append(byte)
      guard pending.count == expected else { return nil }
      defer { drop() }
      return String(validating: pending, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}"
    }
    drop()
    switch byte {
    case 0x00...0x9F: return Unicode.Scalar(byte)
    case 0xC2...0xDF: begin(with: byte, count: 2)
    case 0xE0...0xEF: begin(with: byte, count: 3)
    case 0xF0...0xF4: begin(with: byte, count: 4)
    default: return "\u{FFFD}"
    }
    return nil
  }

  /// Forgets the beginning of a character.
  mutating func drop() {
    pending.removeAll(keepingCapacity: true)
    expected = 0
  }

  private mutating func begin(with byte: UInt8, count: Int) {
    pending.append(byte)
    expected = count
  }
}
