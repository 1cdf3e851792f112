/// Decodes UTF-8 byte by byte, so that a character may come in several reads.
struct UTF8Decoder: Sendable {
  private var pending: [UInt8] = []

  /// Whether a character has begun and not ended.
  var isPending: Bool { !pending.isEmpty }

  /// Takes a byte and gives the scalar that it completes.
  ///
  /// A byte that can't stand where it does counts as itself where it is an 8-bit control character, and as U+FFFD
  /// otherwise. A character that is cut short is dropped.
  mutating func decode(_ byte: UInt8) -> Unicode.Scalar? {
    if byte & 0xC0 != 0x80 { drop() }
    pending.append(byte)
    // As many bytes as the first one begins with ones.
    let length = (~pending[0]).leadingZeroBitCount
    if (2...4).contains(length), pending.count < length { return nil }
    defer { drop() }
    if pending.count == 1, byte < 0xA0 { return Unicode.Scalar(byte) }
    return String(validating: pending, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}"
  }

  /// Forgets the beginning of a character.
  mutating func drop() { pending.removeAll(keepingCapacity: true) }
}
