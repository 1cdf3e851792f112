#if CommandLine
import DequeModule
import RollcallLaunches
import ModuleLifecycle
import RollcallTerminalUI

/// Handler times of one event over its kept dispatches.
///
/// Creating it visits every span of those dispatches and sorts the durations of each row.
struct EventStatistics: Sendable, Equatable {
  typealias Row = EventTimes.Row

  let event: String
  /// The history positions of the dispatches. The same event and positions give the same statistics.
  private let places: ClosedRange<Int>
  let dispatchCount: Int
  /// The total time of each dispatch. For an event of a launch, the time from the launch's start to the event's end.
  private(set) var total = DurationSample()
  private var times = EventTimes()

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
      times.add(dispatch)
      if let launch = history.launch(of: dispatch.id) {
        times.add(launch, above: dispatch.id)
        total.add(launch.nanoseconds(through: dispatch.id), breakdown: launch.breakdown)
      } else {
        total.add(dispatch.totalNanoseconds, breakdown: dispatch.breakdown)
      }
    }
    total.sort()
    times.sort()
  }

  /// Whether the statistics still cover the same dispatches.
  func isCurrent(for event: String, in history: History, latest: Int? = nil) -> Bool {
    let places = history.places(of: event).suffix(latest ?? .max)
    return event == self.event && places.first == self.places.lowerBound && places.last == self.places.upperBound
  }

  /// The durations of a row, for a handler its own time; `nil` if there are none.
  subscript(row: Row) -> DurationSample? { times[row] }
  /// The durations of a module's own time.
  subscript(module: ModuleID) -> DurationSample? { times[.handler(module)] }
}

extension DashboardState {
  /// Recomputes the statistics if they are visible and the dispatches have changed.
  ///
  /// Call this before drawing a frame, not for every entry: many entries arrive between two frames, and this visits all
  /// kept dispatches.
  package mutating func refreshStatistics() {
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
#endif
