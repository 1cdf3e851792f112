#if CommandLine
import ModuleLifecycle
import TextFormatting

/// A recording in words.
extension Words {
  /// How far into a recording something is, and how long that is: `0:12 of 1:04`, `0.042 of 1.207 s`.
  static func place(_ elapsed: UInt64, of total: UInt64) -> String {
    if total < 10_000_000_000 { return "\(seconds(elapsed)) of \(seconds(total)) s" }
    return "\(clock(elapsed, like: total)) of \(clock(total, like: total))"
  }

  /// How long a recording is, or a stretch of it, in words that agree with `place(_:of:)`: whole seconds that are over,
  /// from ten on.
  static func length(_ nanoseconds: UInt64) -> String {
    if nanoseconds < 10_000_000_000 { return DurationText.format(nanoseconds: nanoseconds) }
    return limit(nanoseconds / 1_000_000_000 * 1_000_000_000)
  }

  /// As wide whatever the time is.
  private static func seconds(_ nanoseconds: UInt64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    let digits = "\(milliseconds % 1_000)"
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  private static func clock(_ nanoseconds: UInt64, like total: UInt64) -> String {
    func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (seconds, all) = (nanoseconds / 1_000_000_000, total / 1_000_000_000)
    let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, two(seconds % 60))
    if all >= 3_600 {
      let width = "\(all / 3_600)".count
      return "\("\(hours)".padded(toColumns: width, alignment: .trailing)):\(two(minutes)):\(rest)"
    }
    return "\("\(minutes)".padded(toColumns: "\(all / 60)".count, alignment: .trailing)):\(rest)"
  }

  /// What the playing does: `Playing 2x`, `Paused`, `At the end`.
  static func standing(of playback: Playback) -> String {
    if let seek = playback.seek {
      let percent = seek.total > 0 ? min(100, seek.done * 100 / seek.total) : 0
      return "Seeking \(percent)%"
    }
    if playback.isPlaying { return "Playing \(playback.speed.words)" }
    if playback.isAtEnd { return "At the end" }
    return "Paused \(playback.speed.words)"
  }
}

extension Words {
  /// A number with its digits in groups: `1,000,000`.
  static func number(_ number: some BinaryInteger) -> String { CountText.format(number) }

  /// How often: `once`, `twice`, `1,000 times`.
  static func times(_ count: Int) -> String { CountText.times(count) }

  /// What came of firing an event repeatedly, as full as there is room for.
  static func outcome(of repeated: RepeatedFiring, columns: Int) -> String {
    guard let summary = repeated.summary else { return "" }
    func duration(_ nanoseconds: UInt64) -> String { DurationText.format(nanoseconds: nanoseconds) }
    let isWhole = summary.done >= summary.times
    let count =
      isWhole ? times(summary.done) : "stopped after \(number(summary.done)) of \(number(summary.times)) times"
    let shortCount = isWhole ? times(summary.done) : "stopped after \(number(summary.done))"
    guard summary.done > 0 else {
      return "\(repeated.event): stopped before the first of \(number(summary.times)) times."
    }
    let percentiles = "median \(duration(summary.medianNanoseconds)), p95 \(duration(summary.p95Nanoseconds))"
    let times = "\(percentiles), longest \(duration(summary.longestNanoseconds))"
    if let creation = summary.medianCreationNanoseconds {
      return launches(summary, creation: creation, times: times, event: repeated.event, columns: columns)
    }
    let elapsed = "in \(duration(summary.elapsedNanoseconds))"
    let long = "\(elapsed): together \(duration(summary.totalNanoseconds)), \(times)."
    return [
      "\(repeated.title) \(count) \(long)", "\(repeated.event) \(count) \(long)",
      "\(repeated.event) \(count) \(elapsed): \(times).", "\(repeated.event) \(shortCount): \(times).",
      "\(shortCount): \(times)",
    ].first { $0.columnWidth <= columns } ?? "\(shortCount): \(percentiles)"
  }

  /// The same of launches for which all modules were created anew.
  private static func launches(
    _ summary: RepetitionSummary, creation: UInt64, times: String, event: String, columns: Int
  ) -> String {
    func duration(_ nanoseconds: UInt64) -> String { DurationText.format(nanoseconds: nanoseconds) }
    let isWhole = summary.done >= summary.times
    let count =
      isWhole
      ? "\(number(summary.done)) cold launches"
      : "stopped after \(number(summary.done)) of \(number(summary.times)) cold launches"
    let elapsed = "in \(duration(summary.elapsedNanoseconds))"
    let created = "creating the modules, median \(duration(creation)) of that"
    return [
      "\(event): \(count) \(elapsed): \(times); \(created).", "\(count): \(times); \(created).",
      "\(count): \(times); creation \(duration(creation))", "\(count): \(times)",
    ].first { $0.columnWidth <= columns } ?? "\(count): median \(duration(summary.medianNanoseconds))"
  }
}
#endif
