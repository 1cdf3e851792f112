#if CommandLine
import TextFormatting

/// Durations and their changes where there is little room.
extension Words {
  /// A duration in at most seven columns: `41.6 ms`, `812 ms`, `38 s`, `12 min`.
  static func duration(_ nanoseconds: UInt64) -> String {
    let text = DurationText.format(nanoseconds: nanoseconds)
    if text.columnWidth <= 7 { return text }
    guard nanoseconds < 1_000_000_000 else { return age(nanoseconds) }
    let milliseconds = (nanoseconds + 500_000) / 1_000_000
    return milliseconds < 1_000 ? "\(milliseconds) ms" : "1.0 s"
  }

  /// A change in per cent: `+12%`, `-8%`, `same`; empty for none.
  static func trend(_ change: Double?) -> String {
    guard let change else { return "" }
    let percent = (change * 100).rounded()
    if percent == 0 { return "same" }
    return percent > 999 ? ">999%" : "\(percent > 0 ? "+" : "")\(Int(percent))%"
  }
}
#endif
