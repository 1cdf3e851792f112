/// Cuts printed bytes into lines that can be shown: without escape sequences, printable, not too long.
struct LineSplitter {
  /// Bytes of one line; a longer one is given in pieces.
  static let maximumLength = 4096

  private var pending: [UInt8] = []

  /// Takes bytes and gives the lines that they complete.
  mutating func add(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(takeLine())
      } else {
        // A piece ends before a character, not within one.
        if pending.count >= Self.maximumLength, byte & 0xC0 != 0x80 || pending.count >= Self.maximumLength + 3 {
          lines.append(takeLine())
        }
        pending.append(byte)
      }
    }
    return lines
  }

  private mutating func takeLine() -> String {
    defer { pending.removeAll(keepingCapacity: true) }
    return PlainText.of(String(decoding: pending, as: UTF8.self))
  }
}
