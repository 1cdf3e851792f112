extension Words {
  /// `1 entry`, `2 entries`.
  static func count(_ count: UInt64, _ one: String, _ many: String) -> String {
    "\(number(count)) \(count == 1 ? one : many)"
  }

  static func number(_ number: UInt64) -> String { Self.number(Int(clamping: number)) }

  /// `812 bytes`, `3.4 kB`, `12.0 MB`.
  static func size(_ bytes: UInt64) -> String {
    var (amount, unit) = (Double(bytes), "")
    for larger in ["kB", "MB", "GB"] where amount >= 1_000 {
      (amount, unit) = (amount / 1_000, larger)
    }
    guard !unit.isEmpty else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    let tenths = Int((amount * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
