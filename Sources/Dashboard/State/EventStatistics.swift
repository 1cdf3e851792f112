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
#endif
