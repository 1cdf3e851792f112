/// Times as text for sentences.
package enum TimeInWords {
  /// Returns a measured time with a sensible number of digits: `12 µs`, `0.4 ms`, `412 ms`, `5.2 s`, `38 s`, `1 min 51
  /// s`.
  package static func measured(_ nanoseconds: UInt64) -> String {
    if nanoseconds < 50_000 { return "\(DurationText.rounded(nanoseconds, to: 1_000)) \u{00B5}s" }
    if nanoseconds < 9_950_000 { return "\(DurationText.decimal(DurationText.rounded(nanoseconds, to: 100_000))) ms" }
    if nanoseconds < 999_500_000 { return "\(DurationText.rounded(nanoseconds, to: 1_000_000)) ms" }
    if nanoseconds < 9_950_000_000 {
      return "\(DurationText.decimal(DurationText.rounded(nanoseconds, to: 100_000_000))) s"
    }
    return inSeconds(DurationText.rounded(nanoseconds, to: 1_000_000_000))
  }

  /// Whole seconds, with larger units from one minute on: `38 s`, `5 min`, `1 min 51 s`, `1 h 30 min`.
  private static func inSeconds(_ seconds: UInt64) -> String {
    let parts = [(seconds / 3600, "h"), (seconds % 3600 / 60, "min"), (seconds % 60, "s")].filter { $0.0 > 0 }
    return parts.isEmpty ? "0 s" : parts.map { "\($0) \($1)" }.joined(separator: " ")
  }

  /// Returns a configured time exactly: `5 s`, `1500 ms`, `20 µs`, `5 min`.
  package static func exact(_ nanoseconds: UInt64) -> String {
    if nanoseconds % 1_000_000_000 == 0 { return inSeconds(nanoseconds / 1_000_000_000) }
    for (size, unit) in [(UInt64(1_000_000), "ms"), (1_000, "\u{00B5}s")]
    where nanoseconds % size == 0 {
      return "\(nanoseconds / size) \(unit)"
    }
    return "\(nanoseconds) ns"
  }

  /// Returns a configured duration exactly. A negative one counts as zero.
  package static func exact(_ duration: Duration) -> String {
    let (seconds, fraction) = duration.components
    guard seconds >= 0, fraction >= 0 else { return "0 s" }
    // Beyond the range of 64-bit nanoseconds, where fractions no longer matter.
    guard seconds < 1 << 33 else { return inSeconds(UInt64(seconds)) }
    return exact(UInt64(seconds) * 1_000_000_000 + UInt64(fraction) / 1_000_000_000)
  }
}
