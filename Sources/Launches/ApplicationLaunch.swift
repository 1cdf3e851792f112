package import ModuleLifecycle

/// The parts of a launch, and how long each took.
///
/// A launch consists of the creation of its modules, if they were created since the application was last not running,
/// then `willFinishLaunching` and `didFinishLaunching`. The parts are joined end to end. The time between the parts is
/// not included, and neither is the time before the first module, such as the time before `main`.
package struct ApplicationLaunch: Sendable, Equatable {
  /// One of the events that launched the application.
  package struct Step: Sendable, Equatable {
    /// The number of the dispatch.
    package let dispatch: DispatchID
    package let event: String
    /// When the event came, in nanoseconds since the journal's start.
    package let atNanoseconds: UInt64
    /// Where the step starts on the launch's time axis.
    package let startNanoseconds: UInt64
    package let totalNanoseconds: UInt64
    /// The kinds of time within the total; `nil` if not measured.
    package let breakdown: TimeBreakdown?
  }

  /// A moment named by the application's author.
  package struct Mark: Sendable, Equatable {
    package let name: String
    /// The clock time from the start of the launch, which includes the time between the parts.
    package let nanoseconds: UInt64
    /// The mark's position on the launch's time axis.
    package let startNanoseconds: UInt64
  }

  /// The part of a launch that one module took by itself.
  package struct Share: Sendable, Equatable {
    package let module: ModuleID
    package let name: String
    /// The time of its creation.
    package var creationNanoseconds: UInt64 = 0
    /// The time of its handlers, including their named parts but not the events that they sent.
    package var handlerNanoseconds: UInt64 = 0

    /// The kinds of time within both; `nil` if part of it was not measured.
    package var breakdown: TimeBreakdown?

    /// The sum of both times.
    package var nanoseconds: UInt64 { creationNanoseconds.plus(handlerNanoseconds) }
  }

  /// The creations of the modules, in the order in which they started.
  package let creations: [ModuleCreation]
  /// The time of all creations. A creation inside another one is counted once.
  package let creationNanoseconds: UInt64
  /// The kinds of time within the creations; `nil` if not measured.
  package let creationBreakdown: TimeBreakdown?
  /// The events so far, in order.
  package private(set) var steps: [Step] = []
  /// The named moments, in order. Only the first of each name is kept.
  package private(set) var marks: [Mark] = []
  /// The module that took the longest so far; `nil` if no module was created or called.
  package private(set) var slowest: Share?

  /// Creates a launch before its first event.
  ///
  /// - Parameter creations: The creations, in the order in which they started.
  init(_ creations: [ModuleCreation]) {
    var placed = creations
    // Where the current outermost creation starts, on the axis and in the journal.
    var (sum, outer): (UInt64, ModuleCreation?) = (0, nil)
    for index in placed.indices {
      if let outer, placed[index].endNanoseconds <= outer.endNanoseconds {
        let offset = placed[index].atNanoseconds - outer.atNanoseconds
        placed[index].startNanoseconds = outer.startNanoseconds.plus(offset)
      } else {
        placed[index].startNanoseconds = sum
        sum = sum.plus(placed[index].totalNanoseconds)
        outer = placed[index]
      }
    }
    self.creations = placed
    creationNanoseconds = sum
    creationBreakdown = creations.reduce(TimeBreakdown.none) { $0.plus($1.breakdown) }
  }

  /// The number of modules created. A nested composite does not count, but its modules do.
  package var createdCount: Int { creations.count { !$0.hasModulesInside } }

  /// The time of all parts so far.
  package var totalNanoseconds: UInt64 {
    steps.last.map { $0.startNanoseconds.plus($0.totalNanoseconds) } ?? creationNanoseconds
  }

  /// The kinds of time within the total; `nil` if part of it was not measured.
  package var breakdown: TimeBreakdown? { steps.reduce(creationBreakdown) { $0.plus($1.breakdown) } }

  /// The start of the launch: its first module's creation, or its first event if no module was created.
  package var atNanoseconds: UInt64 {
    min(creations.first?.atNanoseconds ?? .max, steps.first?.atNanoseconds ?? .max)
  }

  /// Whether the launch's last event has come.
  package var isComplete: Bool { steps.last?.event == DidFinishLaunching.name }

  /// The step of a dispatch; `nil` if the dispatch does not belong to the launch.
  package func step(of dispatch: DispatchID) -> Step? { steps.first { $0.dispatch == dispatch } }

  /// The least time of its own with which a creation counts as slow in a launch of this length: one fiftieth of the
  /// launch, but at least 0.1 ms, because shorter times vary from launch to launch.
  package static func leastSlow(of launchNanoseconds: UInt64) -> UInt64 { max(100_000, launchNanoseconds / 50) }

  /// The slow creations, longest first, at most `count`. Checks every creation.
  package func slowCreations(atMost count: Int) -> [ModuleCreation] {
    let least = Self.leastSlow(of: totalNanoseconds)
    let slow = creations.filter { $0.selfNanoseconds >= least }
    return Array(slow.sorted { $0.selfNanoseconds > $1.selfNanoseconds }.prefix(count))
  }

  mutating func add(_ dispatch: DispatchEntry, slowest: Share?) {
    let step = Step(
      dispatch: dispatch.id, event: dispatch.event, atNanoseconds: dispatch.atNanoseconds,
      startNanoseconds: totalNanoseconds, totalNanoseconds: dispatch.totalNanoseconds, breakdown: dispatch.breakdown)
    steps.append(step)
    self.slowest = slowest
  }

  /// Adds a named moment.
  ///
  /// - Returns: Whether the mark belongs to this launch and is the first of its name.
  @discardableResult
  mutating func add(_ mark: MarkEntry) -> Bool {
    guard mark.atNanoseconds >= atNanoseconds, !marks.contains(where: { $0.name == mark.name }),
      marks.count < Self.mostMarks
    else { return false }
    marks.append(
      Mark(
        name: mark.name, nanoseconds: mark.atNanoseconds - atNanoseconds,
        startNanoseconds: placeOnAxis(mark.atNanoseconds)))
    return true
  }

  /// The most marks kept for one launch.
  static let mostMarks = 100

  /// The position of a moment on the axis, which has no room for the time between the parts.
  private func placeOnAxis(_ time: UInt64) -> UInt64 {
    var place: UInt64 = 0
    let parts =
      creations.map { ($0.atNanoseconds, $0.startNanoseconds, $0.totalNanoseconds) }
      + steps.map { ($0.atNanoseconds, $0.startNanoseconds, $0.totalNanoseconds) }
    for (at, start, total) in parts where at <= time { place = max(place, start.plus(min(time - at, total))) }
    return place
  }
}
