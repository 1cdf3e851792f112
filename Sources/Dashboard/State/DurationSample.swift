#if CommandLine
import TerminalUI

/// Some durations, in the order in which they were measured, and what can be said of them all.
struct DurationSample: Sendable, Equatable {
  /// The durations, oldest first, in nanoseconds.
  private(set) var values: [UInt64] = []
  /// The places in the history of the dispatches that they were measured in.
  private(set) var places: [Int] = []
  private(set) var sum: UInt64 = 0
  /// In ascending order, once `sort` was called.
  private var ascending: [UInt64] = []
  /// By what part the median of the newer half differs from that of the older one; `nil` where there are too few values.
  private(set) var trend: Double?

  mutating func add(_ value: UInt64, place: Int) {
    values.append(value)
    places.append(place)
    sum &+= value
  }

  /// To be called when all values are there.
  mutating func sort() {
    ascending = values.sorted()
    trend = medianOfHalves.map { Double($0.newer) / Double($0.older) - 1 }
  }

  var count: Int { values.count }
  var last: UInt64? { values.last }
  var least: UInt64? { ascending.first }
  var greatest: UInt64? { ascending.last }

  /// The exact percentile, from 1 to 100.
  func percentile(_ percent: Int) -> UInt64? { Percentile.value(percent, of: ascending) }

  // MARK: Trend

  /// The fewest values of which a trend, or an outlier, can be told.
  static let fewest = 8

  private var medianOfHalves: (older: UInt64, newer: UInt64)? {
    guard count >= Self.fewest, let older = Percentile.value(50, of: values.prefix(count / 2).sorted()), older > 0,
      let newer = Percentile.value(50, of: values.suffix(count / 2).sorted())
    else { return nil }
    return (older, newer)
  }

  // MARK: Outliers

  /// The duration above which a value is an outlier: it is further above the upper quartile than 1.5 times the distance
  /// between the quartiles, and more than twice the median. `nil` where there are too few values.
  var fence: UInt64? {
    guard count >= Self.fewest, let lower = percentile(25), let median = percentile(50), let upper = percentile(75)
    else { return nil }
    let (distance, double) = (upper - lower, median.multipliedReportingOverflow(by: 2))
    let above = upper.addingReportingOverflow(distance &+ distance / 2)
    return max(above.overflow ? .max : above.partialValue, double.overflow ? .max : double.partialValue)
  }

  /// The outliers with the places of their dispatches, the greatest first.
  var outliers: [(value: UInt64, place: Int)] {
    guard let fence, let greatest, greatest > fence else { return [] }
    return zip(values, places).filter { $0.0 > fence }.map { (value: $0.0, place: $0.1) }
      .sorted { ($0.value, $0.place) > ($1.value, $1.place) }
  }
}
#endif
