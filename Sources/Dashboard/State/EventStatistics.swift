#if CommandLine
import DequeModule
import Launches
import ModuleLifecycle
import TerminalUI

/// How long the handlers of one event took, over all of its dispatches that are kept.
///
/// Making it takes a look at each of their spans, and sorts each row's.
struct EventStatistics: Sendable, Equatable {
  /// A module's handler, or a part of it that has a name.
  struct Row: Hashable, Sendable {
    let module: ModuleID
    var part: String?
  }

  let event: String
  /// Where the dispatches stand: of the same event and the same places come the same statistics.
  private let places: ClosedRange<Int>
  let dispatchCount: Int
  /// What the whole event took; of a launch's event the whole launch up to its end.
  private(set) var total = DurationSample()
  private var samples: [DurationSample] = []
  private var indices: [Row: Int] = [:]
  /// What came before the handlers, over the launches among the dispatches: the creation of all modules, that of each,
  /// the events.
  private var created = DurationSample()
  private var creations: [ModuleID: DurationSample] = [:]
  private var events: [String: DurationSample] = [:]

  /// - Returns: `nil` if no dispatch of the event is kept.
  init?(of event: String, in history: History) {
    let places = history.places(of: event)
    guard let first = places.first, let last = places.last else { return nil }
    self.event = event
    self.places = first...last
    dispatchCount = places.count
    // A span mostly stands where it stood the last time.
    var expected: [(row: Row, index: Int)] = []
    for place in places {
      guard let dispatch = history.dispatch(at: place) else { continue }
      let launch = history.launch(of: dispatch.id)
      total.add(TimeAxis(of: dispatch, in: launch).total, place: place)
      if let launch { add(launch, above: dispatch.id, place: place) }
      let times = dispatch.ownTimes
      for (position, span) in dispatch.handlers.enumerated() where span.outcome != .skipped {
        let index: Int
        if position < expected.count, expected[position].row.module == span.moduleID,
          expected[position].row.part == span.part
        {
          index = expected[position].index
        } else {
          let row = Row(module: span.moduleID, part: span.part)
          index = self.index(of: row)
          if position == expected.count { expected.append((row, index)) }
        }
        samples[index].add(times[position], place: place)
      }
    }
    total.sort()
    created.sort()
    for id in creations.keys { creations[id]?.sort() }
    for event in events.keys { events[event]?.sort() }
    for index in samples.indices { samples[index].sort() }
  }

  /// Whether nothing has come or gone since they were made.
  func isCurrent(for event: String, in history: History) -> Bool {
    let places = history.places(of: event)
    return event == self.event && places.first == self.places.lowerBound && places.last == self.places.upperBound
  }

  /// The durations of a row's own time; `nil` if it was never called.
  subscript(row: Row) -> DurationSample? { indices[row].map { samples[$0] } }

  /// The durations of a module's own time.
  subscript(module: ModuleID) -> DurationSample? { self[Row(module: module)] }

  /// The durations of what came before a launch's handlers; `nil` if none of the dispatches had that.
  subscript(kind: LaunchRow.Kind) -> DurationSample? {
    switch kind {
    case .created: created.count > 0 ? created : nil
    case .creation(let module): creations[module]
    case .event(let event): events[event]
    }
  }

  private mutating func add(_ launch: ApplicationLaunch, above dispatch: UInt64, place: Int) {
    if launch.creationNanoseconds > 0 {
      created.add(launch.creationNanoseconds, place: place)
      for creation in launch.creations {
        creations[creation.module, default: DurationSample()].add(creation.selfNanoseconds, place: place)
      }
    }
    for step in launch.steps.prefix(while: { $0.dispatch != dispatch }) {
      events[step.event, default: DurationSample()].add(step.totalNanoseconds, place: place)
    }
  }

  private mutating func index(of row: Row) -> Int {
    if let index = indices[row] { return index }
    indices[row] = samples.count
    samples.append(DurationSample())
    return samples.count - 1
  }
}

extension DashboardState {
  /// Works the statistics out anew where they are to be seen and something has come or gone.
  mutating func refreshStatistics() {
    guard let event = shownDispatch?.event, needsStatistics else {
      statistics = nil
      return
    }
    if statistics?.isCurrent(for: event, in: history) == true { return }
    statistics = EventStatistics(of: event, in: history)
  }

  private var needsStatistics: Bool {
    let layout = Layout(for: self)
    guard layout.mode != .tooSmall else { return false }
    return showsStatistics || TimingsPane.showsPercentiles(width: layout.inside(.timings).width)
      || LowerPanels(layout)?.statistics != nil
  }
}

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
