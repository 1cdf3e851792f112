import ModuleLifecycle
import TextFormatting

/// What it took to fire an event repeatedly.
///
/// Times of single dispatches are those of the journal: from the first handler's call to the last one's return, or to
/// the last answer where handlers answer later. Percentiles are exact, by nearest rank: each is the time that one of the
/// dispatches took.
public struct RepetitionSummary: Sendable, Equatable {
  /// How often it was fired.
  public var done: Int
  /// How often it was to be fired; more than `done` when it was stopped.
  public var times: Int
  /// When the last one was over, in nanoseconds since the journal's start.
  public var endedNanoseconds: UInt64
  /// From the first one's beginning to the last one's end, with what the application did in between.
  public var elapsedNanoseconds: UInt64
  /// What all dispatches took together.
  public var totalNanoseconds: UInt64
  /// Half of the dispatches took no longer.
  public var medianNanoseconds: UInt64
  /// 95 of 100 dispatches took no longer.
  public var p95Nanoseconds: UInt64
  /// The longest dispatch.
  public var longestNanoseconds: UInt64
  /// Where the modules were created anew each time: half of these creations took no longer. All times then are those of
  /// whole launches, creation included. `nil` where modules were not created anew.
  public var medianCreationNanoseconds: UInt64?

  /// Sums up what each dispatch took. Sorts the durations: a million of them take a tenth of a second.
  ///
  /// - Parameters:
  ///   - durations: What each dispatch took, in nanoseconds; there are as many as it was fired.
  ///   - times: How often it was to be fired.
  ///   - startedNanoseconds: When the first one began, in nanoseconds since the journal's start.
  ///   - endedNanoseconds: When the last one was over.
  ///   - creations: What creating the modules took each time, in nanoseconds, which is part of the durations; `nil`
  ///     where they were not created anew.
  public init(
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
