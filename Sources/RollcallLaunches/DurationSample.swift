package import ModuleLifecycle
import RollcallTextFormatting

/// A sample of durations in the order of measurement, with its statistics.
package struct DurationSample: Sendable, Equatable {
  /// The durations, oldest first, in nanoseconds.
  package private(set) var values: [UInt64] = []
  package private(set) var sum: UInt64 = 0
  /// The kinds of time, summed over all durations; `nil` if some were not measured.
  package private(set) var breakdown: TimeBreakdown? = TimeBreakdown.none
  /// The durations in ascending order. Empty before `sort()`.
  private var ascending: [UInt64] = []

  package init() {}

  package mutating func add(_ value: UInt64, breakdown: TimeBreakdown? = nil) {
    values.append(value)
    self.breakdown = self.breakdown.plus(breakdown)
    sum = sum.plus(value)
  }

  /// Call this after adding all values.
  package mutating func sort() { ascending = values.sorted() }

  package var count: Int { values.count }
  package var last: UInt64? { values.last }
  package var least: UInt64? { ascending.first }
  package var greatest: UInt64? { ascending.last }

  /// The exact percentile, for a percentage from 1 to 100; `nil` without values.
  package func percentile(_ percent: Int) -> UInt64? { Percentile.value(percent, of: ascending) }
}
