package import ModuleLifecycle

/// What a launch is made of, and how long each part took.
///
/// A launch is the creation of the modules that it found, as far as they were created since the application was last not
/// running, then `willFinishLaunching` and `didFinishLaunching`. The parts are put end to end. What passed between them
/// is nobody's time and not in it, and neither is what came before the first module, such as the time before `main`.
package struct ApplicationLaunch: Sendable, Equatable {
  /// One of the events that launched the application.
  package struct Step: Sendable, Equatable {
    /// The number of the dispatch.
    package let dispatch: UInt64
    /// The event's name.
    package let event: String
    /// When it came.
    package let atNanoseconds: UInt64
    /// Where it begins on the launch's time axis.
    package let startNanoseconds: UInt64
    /// How long it took.
    package let totalNanoseconds: UInt64
    /// What that time was; `nil` where that was not measured.
    package let kinds: TimeKinds?
  }

  /// A moment that the application's author has named.
  package struct Mark: Sendable, Equatable {
    /// What it is called.
    package let name: String
    /// How long after the launch began it was, by the clock: with what passed between the parts.
    package let nanoseconds: UInt64
    /// Where it stands on the launch's time axis.
    package let startNanoseconds: UInt64
  }

  /// What one module took of the launch by itself.
  package struct Share: Sendable, Equatable {
    /// The module.
    package let module: ModuleID
    /// Its name.
    package let name: String
    /// Its creation.
    package var creationNanoseconds: UInt64 = 0
    /// Its handlers, with their named parts and without the events that they sent.
    package var handlerNanoseconds: UInt64 = 0

    /// What both were; `nil` where that was not measured of all.
    package var kinds: TimeKinds?

    /// Both together.
    package var nanoseconds: UInt64 { creationNanoseconds.plus(handlerNanoseconds) }
  }

  /// The modules' creations, in the order in which they began.
  package let creations: [ModuleCreation]
  /// All creations together; what is inside of another one is counted once.
  package let creationNanoseconds: UInt64
  /// What that time was; `nil` where that was not measured.
  package let creationKinds: TimeKinds?
  /// The events so far, in order.
  package private(set) var steps: [Step] = []
  /// The moments that have names, in order; of several of one name the first.
  package private(set) var marks: [Mark] = []
  /// The module that took the longest so far; `nil` where none was created or called.
  package private(set) var slowest: Share?

  /// A launch before its first event.
  ///
  /// - Parameter creations: In the order in which they began.
  init(_ creations: [ModuleCreation]) {
    var placed = creations
    // Where the outermost creation that is under way begins, on the axis and in the journal.
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
    creationKinds = creations.reduce(TimeKinds.none) { $0.plus($1.kinds) }
  }

  /// How many modules were created. A nested composite is not counted, its modules are.
  package var createdCount: Int { creations.count { !$0.hasModulesInside } }

  /// Everything so far.
  package var totalNanoseconds: UInt64 {
    steps.last.map { $0.startNanoseconds.plus($0.totalNanoseconds) } ?? creationNanoseconds
  }

  /// What that time was; `nil` where that was not measured of all parts.
  package var kinds: TimeKinds? { steps.reduce(creationKinds) { $0.plus($1.kinds) } }

  /// When it began: with its first module, or with its first event where no module was created.
  package var atNanoseconds: UInt64 {
    min(creations.first?.atNanoseconds ?? .max, steps.first?.atNanoseconds ?? .max)
  }

  /// Whether its last event has come.
  package var isComplete: Bool { steps.last?.event == DidFinishLaunching.name }

  /// The step of a dispatch; `nil` of a dispatch that does not belong to the launch.
  package func step(of dispatch: UInt64) -> Step? { steps.first { $0.dispatch == dispatch } }

  /// What a creation takes at the least by itself to be called slow in a launch that takes so long: a fiftieth, and not so
  /// little that it differs from one launch to the next.
  package static func leastSlow(of launchNanoseconds: UInt64) -> UInt64 { max(100_000, launchNanoseconds / 50) }

  /// The slow creations, the longest first, and not more than so many. Costs a look at each creation.
  package func slowCreations(atMost count: Int) -> [ModuleCreation] {
    let least = Self.leastSlow(of: totalNanoseconds)
    let slow = creations.filter { $0.selfNanoseconds >= least }
    return Array(slow.sorted { $0.selfNanoseconds > $1.selfNanoseconds }.prefix(count))
  }

  /// Takes in the next event.
  mutating func add(_ dispatch: DispatchEntry, slowest: Share?) {
    let step = Step(
      dispatch: dispatch.id, event: dispatch.event, atNanoseconds: dispatch.atNanoseconds,
      startNanoseconds: totalNanoseconds, totalNanoseconds: dispatch.totalNanoseconds, kinds: dispatch.kinds)
    steps.append(step)
    self.slowest = slowest
  }

  /// Takes in a moment that has a name.
  ///
  /// - Returns: Whether it belongs to this launch, and is the first of its name.
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

  /// So many moments of a launch have names at the most.
  static let mostMarks = 100

  /// Where a moment stands on the axis, on which what passed between the parts has no room.
  private func placeOnAxis(_ time: UInt64) -> UInt64 {
    var place: UInt64 = 0
    let parts =
      creations.map { ($0.atNanoseconds, $0.startNanoseconds, $0.totalNanoseconds) }
      + steps.map { ($0.atNanoseconds, $0.startNanoseconds, $0.totalNanoseconds) }
    for (at, start, total) in parts where at <= time { place = max(place, start.plus(min(time - at, total))) }
    return place
  }
}
