import TerminalUI

/// Times with so many digits that those which are compared can be told apart.
enum PreciseTime {
  /// A time to the tenth of a microsecond below a millisecond, and to three decimals below a minute: `61.5 µs`,
  /// `1.25 ms`, `30.0 ms`. Halves are rounded up.
  static func format(nanoseconds: UInt64) -> String {
    let micro = "\(GlyphSet.unicode.micro)s"
    switch nanoseconds {
    case ..<1_000: return "\(nanoseconds) ns"
    case ..<999_950:
      let tenths = (nanoseconds + 50) / 100
      return tenths % 10 == 0 ? "\(tenths / 10) \(micro)" : "\(tenths / 10).\(tenths % 10) \(micro)"
    case ..<999_999_500: return "\(decimals(ofThousandths: (nanoseconds + 500) / 1_000)) ms"
    case ..<59_999_500_000: return "\(decimals(ofThousandths: (nanoseconds + 500_000) / 1_000_000)) s"
    default: return DurationText.format(nanoseconds: nanoseconds)
    }
  }

  /// One decimal at least, and no zeros behind it.
  private static func decimals(ofThousandths value: UInt64) -> String {
    var fraction = String(1_000 + value % 1_000).dropFirst()
    while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
    return "\(value / 1_000).\(fraction)"
  }
}
