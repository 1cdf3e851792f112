/// Durations in words, with as many digits as the eye can use.
public enum DurationText {
  /// A duration with its unit.
  ///
  ///     DurationText.format(nanoseconds: 12_000)          // "12 µs", below 0.05 ms
  ///     DurationText.format(nanoseconds: 32_040_000)      // "32.0 ms"
  ///     DurationText.format(nanoseconds: 1_230_000_000)   // "1.2 s"
  ///     DurationText.format(nanoseconds: 38_400_000_000)  // "38 s", from 10 s
  ///     DurationText.format(nanoseconds: 66_800_000_000)  // "1 min 6.8 s"
  ///
  /// Halves are rounded up; from an hour on, hours and minutes are given.
  public static func format(nanoseconds: UInt64, glyphs: GlyphSet = .unicode) -> String {
    let tenthsOfMilliseconds = rounded(nanoseconds, to: 100_000)
    let tenthsOfSeconds = rounded(nanoseconds, to: 100_000_000)
    let seconds = rounded(nanoseconds, to: 1_000_000_000)
    if nanoseconds < 50_000 {
      let isTraceOnly = nanoseconds > 0 && nanoseconds < 500
      return (isTraceOnly ? "<1" : "\(rounded(nanoseconds, to: 1000))") + " \(glyphs.micro)s"
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

  /// A duration in milliseconds with one decimal and without a unit, for a column whose head names it; `<0.1` where that
  /// would say nothing. From a second on it has its own unit.
  ///
  ///     DurationText.milliseconds(nanoseconds: 1_240_000)      // "1.2"
  ///     DurationText.milliseconds(nanoseconds: 12_000)         // "<0.1"
  ///     DurationText.milliseconds(nanoseconds: 1_230_000_000)  // "1.2 s"
  public static func milliseconds(nanoseconds: UInt64) -> String {
    let tenths = rounded(nanoseconds, to: 100_000)
    if tenths == 0 { return "<0.1" }
    return tenths < 10_000 ? decimal(tenths) : format(nanoseconds: nanoseconds)
  }

  private static func rounded(_ value: UInt64, to unit: UInt64) -> UInt64 {
    value / unit + (value % unit >= unit / 2 ? 1 : 0)
  }

  private static func decimal(_ tenths: UInt64) -> String {
    "\(tenths / 10).\(tenths % 10)"
  }
}
