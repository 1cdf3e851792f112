import ModuleLifecycle
import RollcallTextFormatting

/// Timings of an event that was fired repeatedly.
///
/// A dispatch is timed as in the journal: from the first handler's call to the last handler's return, or to the last
/// answer if handlers answer later. Percentiles are exact, by nearest rank: each is the duration of one of the
/// dispatches.
package struct RepetitionSummary: Sendable, Equatable {
  /// The number of times the event was fired.
  package var done: Int
  /// The requested number of times; more than `done` if the repetition was stopped.
  package var times: Int
  /// When the last dispatch ended, in nanoseconds since the journal's start.
  package var endedNanoseconds: UInt64
  /// The time from the start of the first dispatch to the end of the last, in nanoseconds. Includes the application's
  /// other work in between.
  package var elapsedNanoseconds: UInt64
  /// The sum of all dispatch durations, in nanoseconds.
  package var totalNanoseconds: UInt64
  /// The median duration of a dispatch, in nanoseconds.
  package var medianNanoseconds: UInt64
  /// The 95th percentile of the dispatch durations, in nanoseconds.
  package var p95Nanoseconds: UInt64
  /// The duration of the longest dispatch, in nanoseconds.
  package var longestNanoseconds: UInt64
  /// The median time to create the modules, in nanoseconds; `nil` if they were not recreated each time. If they were,
  /// all durations cover the whole launch, including creation.
  package var medianCreationNanoseconds: UInt64?

  /// Summarises dispatch durations. Sorts them: a million takes a tenth of a second.
  ///
  /// - Parameters:
  ///   - durations: The duration of each dispatch, in nanoseconds. Their count is the number of times the event was
  ///     fired.
  ///   - times: The requested number of times.
  ///   - startedNanoseconds: When the first dispatch began, in nanoseconds since the journal's start.
  ///   - endedNanoseconds: When the last dispatch ended, in nanoseconds since the journal's start.
  ///   - creations: The time to create the modules each time, in nanoseconds, already included in the durations; `nil`
  ///     if they were not recreated.
  package init(
    durations: [UInt64], times: Int, startedNanoseconds: UInt64, endedNanoseconds: UInt64, creations: [UInt64]? = nil
  ) {
    let sorted = durations.sorted()
    done = sorted.count
    self.times = times
    self.endedNanoseconds = endedNanoseconds
    elapsedNanoseconds = endedNanoseconds.minus(startedNanoseconds)
    totalNanoseconds = sorted.reduce(0, &+)
    medianNanoseconds = Percentile.value(50, of: sorted) ?? 0
    p95Nanoseconds = Percentile.value(95, of: sorted) ?? 0
    longestNanoseconds = sorted.last ?? 0
    medianCreationNanoseconds = creations.map { Percentile.value(50, of: $0.sorted()) ?? 0 }
  }
}
