#if CommandLine
import DequeModule
import Launches
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// How long the handlers of one event took, over all of its dispatches that are kept.
///
/// Making it takes a look at each of their spans, and sorts each row's.
struct EventStatistics: Sendable, Equatable {
  /// What was measured.
  enum Row: Hashable, Sendable {
    /// A module's handler, or a part of it that has a name.
    case handler(ModuleID, part: String? = nil)
    /// What came before the handlers of a launch: the creation of all modules, that of one, an event.
    case created
    case creation(ModuleID)
    case event(String)
    /// A moment of a launch that has a name.
    case mark(String)
  }

  let event: String
  /// Where the dispatches stand: of the same event and the same places come the same statistics.
  private let places: ClosedRange<Int>
  let dispatchCount: Int
  /// What the whole event took; of a launch's event the whole launch up to its end.
  private(set) var total = DurationSample()
  private var samples: [Row: DurationSample] = [:]

  /// - Parameter latest: How many of the latest dispatches to take; `nil` for all.
  /// - Returns: `nil` if no dispatch of the event is kept.
  init?(of event: String, in history: History, latest: Int? = nil) {
    let places = history.places(of: event).suffix(latest ?? .max)
    guard let first = places.first, let last = places.last else { return nil }
    self.event = event
    self.places = first...last
    dispatchCount = places.count
    for place in places {
      guard let dispatch = history.dispatch(at: place) else { continue }
      let launch = history.launch(of: dispatch.id)
      total.add(
        TimeAxis(of: dispatch, in: launch).total, place: place,
        kinds: launch == nil ? dispatch.kinds : launch?.kinds)
      if let launch { add(launch, above: dispatch.id, place: place) }
      let times = dispatch.ownTimes
      for (index, span) in dispatch.handlers.enumerated() where span.outcome != .skipped {
        samples[.handler(span.moduleID, part: span.part), default: DurationSample()].add(
          times[index], place: place, kinds: dispatch.ownKinds(at: index))
      }
    }
    total.sort()
    for index in samples.values.indices { samples.values[index].sort() }
  }

  /// Whether nothing has come or gone since they were made.
  func isCurrent(for event: String, in history: History, latest: Int? = nil) -> Bool {
    let places = history.places(of: event).suffix(latest ?? .max)
    return event == self.event && places.first == self.places.lowerBound && places.last == self.places.upperBound
  }

  /// The durations of a row, of a handler its own time; `nil` if there were none.
  subscript(row: Row) -> DurationSample? { samples[row] }
  /// The durations of a module's own time.
  subscript(module: ModuleID) -> DurationSample? { samples[.handler(module)] }

  private mutating func add(_ launch: ApplicationLaunch, above dispatch: UInt64, place: Int) {
    if launch.creationNanoseconds > 0 {
      samples[.created, default: DurationSample()].add(
        launch.creationNanoseconds, place: place, kinds: launch.creationKinds)
      for creation in launch.creations {
        samples[.creation(creation.module), default: DurationSample()].add(
          creation.selfNanoseconds, place: place, kinds: creation.kinds)
      }
    }
    for step in launch.steps(before: dispatch) {
      samples[.event(step.event), default: DurationSample()].add(
        step.totalNanoseconds, place: place, kinds: step.kinds)
    }
    for mark in launch.marks {
      samples[.mark(mark.name), default: DurationSample()].add(mark.nanoseconds, place: place)
    }
  }
}

extension DashboardState {
  /// Works the statistics out anew where they are to be seen and something has come or gone. To be called before a frame is
  /// drawn, and not for every entry: many come between two frames, and this looks at all that are kept.
  public mutating func refreshStatistics() {
    let event = needsStatistics ? shownDispatch?.event : nil
    if let event, statistics?.isCurrent(for: event, in: application.history, latest: settings.window) == true { return }
    statistics = event.flatMap { EventStatistics(of: $0, in: application.history, latest: settings.window) }
  }

  private var needsStatistics: Bool {
    let layout = Layout(for: self)
    guard layout.mode != .tooSmall else { return false }
    return showsStatistics || TimingsPane.showsPercentiles(width: layout.inside(.timings).width)
      || layout.panels?.statistics != nil
  }
}

/// Some durations, in the order in which they were measured, and what can be said of them all.
struct DurationSample: Sendable, Equatable {
  /// The durations, oldest first, in nanoseconds.
  private(set) var values: [UInt64] = []
  /// The places in the history of the dispatches that they were measured in.
  private(set) var places: [Int] = []
  private(set) var sum: UInt64 = 0
  /// What all of them together were; `nil` where that was not measured of all.
  private(set) var kinds: TimeKinds? = TimeKinds.none
  /// In ascending order, once `sort` was called.
  private var ascending: [UInt64] = []
  /// By what part the median of the newer half differs from that of the older one; `nil` where there are too few values.
  private(set) var trend: Double?

  mutating func add(_ value: UInt64, place: Int, kinds: TimeKinds? = nil) {
    values.append(value)
    self.kinds = self.kinds.plus(kinds)
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
