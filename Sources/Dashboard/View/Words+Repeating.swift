#if CommandLine
import ModuleLifecycle
import TextFormatting

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
