#if CommandLine
import DequeModule
import Launches
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// Handler times of one event over its kept dispatches.
///
/// Creating it visits every span of those dispatches and sorts the durations of each row.
struct EventStatistics: Sendable, Equatable {
  /// What a row's durations measure.
  enum Row: Hashable, Sendable {
    /// A module's handler, or a named part of it.
    case handler(ModuleID, part: String? = nil)
    /// The creation of all modules, before the handlers of a launch.
    case created
    /// The creation of one module.
    case creation(ModuleID)
    /// An earlier event of the launch.
    case event(String)
    /// A named moment of a launch.
    case mark(String)
  }

  let event: String
  /// The history positions of the dispatches. The same event and positions give the same statistics.
  private let places: ClosedRange<Int>
  let dispatchCount: Int
  /// The total time of each dispatch. For an event of a launch, the time from the launch's start to the event's end.
  private(set) var total = DurationSample()
  private var samples: [Row: DurationSample] = [:]

  /// - Parameter latest: How many of the latest dispatches to use; `nil` for all.
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
        TimeAxis(of: dispatch, in: launch).total, breakdown: launch == nil ? dispatch.breakdown : launch?.breakdown)
      if let launch { add(launch, above: dispatch.id) }
      let times = dispatch.ownTimes
      for (index, span) in dispatch.handlers.enumerated() where span.outcome != .skipped {
        samples[.handler(span.moduleID, part: span.part), default: DurationSample()].add(
          times[index], breakdown: dispatch.ownBreakdown(at: index))
      }
    }
    total.sort()
    for index in samples.values.indices { samples.values[index].sort() }
  }

  /// Whether the statistics still cover the same dispatches.
  func isCurrent(for event: String, in history: History, latest: Int? = nil) -> Bool {
    let places = history.places(of: event).suffix(latest ?? .max)
    return event == self.event && places.first == self.places.lowerBound && places.last == self.places.upperBound
  }

  /// The durations of a row, for a handler its own time; `nil` if there are none.
  subscript(row: Row) -> DurationSample? { samples[row] }
  /// The durations of a module's own time.
  subscript(module: ModuleID) -> DurationSample? { samples[.handler(module)] }

  private mutating func add(_ launch: ApplicationLaunch, above dispatch: DispatchID) {
    if launch.creationNanoseconds > 0 {
      samples[.created, default: DurationSample()].add(
        launch.creationNanoseconds, breakdown: launch.creationBreakdown)
      for creation in launch.creations {
        samples[.creation(creation.module), default: DurationSample()].add(
          creation.selfNanoseconds, breakdown: creation.breakdown)
      }
    }
    for step in launch.steps(before: dispatch) {
      samples[.event(step.event), default: DurationSample()].add(
        step.totalNanoseconds, breakdown: step.breakdown)
    }
    for mark in launch.marks {
      samples[.mark(mark.name), default: DurationSample()].add(mark.nanoseconds)
    }
  }
}

extension DashboardState {
  /// Recomputes the statistics if they are visible and the dispatches have changed.
  ///
  /// Call this before drawing a frame, not for every entry: many entries arrive between two frames, and this visits all
  /// kept dispatches.
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

/// A sample of durations in the order of measurement, with its statistics.
struct DurationSample: Sendable, Equatable {
  /// The durations, oldest first, in nanoseconds.
  private(set) var values: [UInt64] = []
  private(set) var sum: UInt64 = 0
  /// The kinds of time, summed over all durations; `nil` if some were not measured.
  private(set) var breakdown: TimeBreakdown? = TimeBreakdown.none
  /// The durations in ascending order. Empty before `sort()`.
  private var ascending: [UInt64] = []

  mutating func add(_ value: UInt64, breakdown: TimeBreakdown? = nil) {
    values.append(value)
    self.breakdown = self.breakdown.plus(breakdown)
    sum = sum.plus(value)
  }

  /// Call this after adding all values.
  mutating func sort() { ascending = values.sorted() }

  var count: Int { values.count }
  var last: UInt64? { values.last }
  var least: UInt64? { ascending.first }
  var greatest: UInt64? { ascending.last }

  /// The exact percentile, for a percentage from 1 to 100; `nil` without values.
  func percentile(_ percent: Int) -> UInt64? { Percentile.value(percent, of: ascending) }
}
#endif
