/// Decodes UTF-8 byte by byte. A character can be split across reads.
struct UTF8Decoder: Sendable {
  private var pending: [UInt8] = []

  /// Whether a character is incomplete.
  var isPending: Bool { !pending.isEmpty }

  /// Takes a byte and returns the scalar that it completes.
  ///
  /// An invalid byte counts as itself if it is an 8-bit control character, and as U+FFFD otherwise. A truncated
  /// character is dropped.
  mutating func decode(_ byte: UInt8) -> Unicode.Scalar? {
    if byte & 0xC0 != 0x80 { drop() }
    pending.append(byte)
    // The number of leading ones in the first byte is the number of bytes.
    let length = (~pending[0]).leadingZeroBitCount
    if (2...4).contains(length), pending.count < length { return nil }
    defer { drop() }
    if pending.count == 1, byte < 0xA0 { return Unicode.Scalar(byte) }
    return String(validating: pending, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}"
  }

  /// Drops an incomplete character.
  mutating func drop() { pending.removeAll(keepingCapacity: true) }
}
