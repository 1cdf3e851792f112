/// Durations as text, with a readable number of digits.
public enum DurationText {
  /// Returns a duration with its unit.
  ///
  ///     DurationText.format(nanoseconds: 12_000)          // "12 µs", below 0.05 ms
  ///     DurationText.format(nanoseconds: 32_040_000)      // "32.0 ms"
  ///     DurationText.format(nanoseconds: 1_230_000_000)   // "1.2 s"
  ///     DurationText.format(nanoseconds: 38_400_000_000)  // "38 s", from 10 s
  ///     DurationText.format(nanoseconds: 66_800_000_000)  // "1 min 6.8 s"
  ///
  /// Halves are rounded up. From one hour on, the text has hours and minutes.
  public static func format(nanoseconds: UInt64) -> String {
    let tenthsOfMilliseconds = rounded(nanoseconds, to: 100_000)
    let tenthsOfSeconds = rounded(nanoseconds, to: 100_000_000)
    let seconds = rounded(nanoseconds, to: 1_000_000_000)
    if nanoseconds < 50_000 {
      let isTraceOnly = nanoseconds > 0 && nanoseconds < 500
      return (isTraceOnly ? "<1" : "\(rounded(nanoseconds, to: 1000))") + " \u{00B5}s"
    }
    if tenthsOfMilliseconds < 10_000 { return "\(decimal(tenthsOfMilliseconds)) ms" }
    if tenthsOfSeconds < 100 { return "\(decimal(tenthsOfSeconds)) s" }
    if seconds < 60 { return "\(seconds) s" }
    if tenthsOfSeconds < 36_000 {
      let tenths = max(600, tenthsOfSeconds)
      return "\(tenths / 600) min \(decimal(tenths % 600)) s"
    }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }

  /// Returns a duration in milliseconds with one decimal and no unit, for a column whose title names the unit. `<0.1`
  /// replaces `0.0`. From one second on, the text has its own unit.
  ///
  ///     DurationText.milliseconds(nanoseconds: 1_240_000)      // "1.2"
  ///     DurationText.milliseconds(nanoseconds: 12_000)         // "<0.1"
  ///     DurationText.milliseconds(nanoseconds: 1_230_000_000)  // "1.2 s"
  public static func milliseconds(nanoseconds: UInt64) -> String {
    let tenths = rounded(nanoseconds, to: 100_000)
    if tenths == 0 { return "<0.1" }
    return tenths < 10_000 ? decimal(tenths) : format(nanoseconds: nanoseconds)
  }

  /// Returns a duration with enough digits to compare it with others: tenths of a microsecond below a millisecond, and
  /// three decimals below a minute. Halves are rounded up.
  ///
  ///     DurationText.precise(nanoseconds: 61_500)      // "61.5 µs"
  ///     DurationText.precise(nanoseconds: 1_250_000)   // "1.25 ms"
  ///     DurationText.precise(nanoseconds: 30_000_000)  // "30.0 ms"
  public static func precise(nanoseconds: UInt64) -> String {
    switch nanoseconds {
    case ..<1_000: return "\(nanoseconds) ns"
    case ..<999_950:
      let tenths = rounded(nanoseconds, to: 100)
      return (tenths % 10 == 0 ? "\(tenths / 10)" : decimal(tenths)) + " \u{00B5}s"
    case ..<999_999_500: return "\(decimals(ofThousandths: rounded(nanoseconds, to: 1_000))) ms"
    case ..<59_999_500_000: return "\(decimals(ofThousandths: rounded(nanoseconds, to: 1_000_000))) s"
    default: return format(nanoseconds: nanoseconds)
    }
  }

  /// At least one decimal, without trailing zeros.
  private static func decimals(ofThousandths value: UInt64) -> String {
    var fraction = String(1_000 + value % 1_000).dropFirst()
    while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
    return "\(value / 1_000).\(fraction)"
  }

  static func rounded(_ value: UInt64, to unit: UInt64) -> UInt64 {
    value / unit + (value % unit >= unit / 2 ? 1 : 0)
  }

  static func decimal(_ tenths: UInt64) -> String { "\(tenths / 10).\(tenths % 10)" }
}
