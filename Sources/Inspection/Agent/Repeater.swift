import Launches
import ModuleLifecycle

/// What firing an event repeatedly came to.
struct RepeaterOutcome: Sendable {
  /// How often it was to be fired.
  let times: Int
  /// What each dispatch took; with the creation of the modules, where they are created anew each time.
  fileprivate(set) var durations: [UInt64] = []
  /// What creating the modules took each time; `nil` where they stay.
  fileprivate(set) var creations: [UInt64]?
  /// When the first one began, and when the last one was over.
  fileprivate(set) var start: UInt64 = 0
  fileprivate(set) var end: UInt64 = 0
  /// Why it could not go on, in a sentence.
  fileprivate(set) var problem: String?

  /// Sorts the durations.
  var summary: RepetitionSummary {
    RepetitionSummary(
      durations: durations, times: times, startedNanoseconds: start, endedNanoseconds: end, creations: creations)
  }
}

/// Fires one event many times, each when the one before it is over; where that is wanted, at modules that are created
/// anew each time.
///
/// It works in slices: after a few milliseconds it gives the main actor back and asks for another turn, so that commands,
/// timers and what handlers have queued come through. It ends after the last time, when it is stopped, or when the
/// composite has died.
@MainActor final class Repeater<Event: LifecycleEvent> {
  /// What it needs of its surroundings.
  struct Surroundings {
    /// Nanoseconds since the journal's start.
    var now: @MainActor () -> UInt64
    /// Has something done on the main actor, after what else is waiting for it.
    var later: @MainActor (@escaping @MainActor @Sendable () -> Void) -> Void
    /// Whether no more is wanted.
    var isStopped: @MainActor () -> Bool
    /// Told how often it has been fired so far.
    var progress: @MainActor (Int) -> Void
    var end: @MainActor (RepeaterOutcome) -> Void
  }

  private weak let composite: CompositeDelegate?
  private let event: Event
  private let times: Int
  private let isRelaunching: Bool
  private let surroundings: Surroundings
  private var outcome: RepeaterOutcome
  private var reportedAt: UInt64 = 0
  /// Whether an event is under way.
  private var isWaiting = false
  private var isInSlice = false

  /// The longest slice, unless one event takes longer, in nanoseconds.
  private static var slice: UInt64 { 8_000_000 }
  /// The most events in one slice, whatever the clock says.
  private static var sliceCount: Int { 1_000 }
  /// The modules that were let go of for a launch are to be gone before the next.
  private var sliceCount: Int { isRelaunching ? 1 : Self.sliceCount }
  /// The shortest time between two reports, in nanoseconds.
  private static var interval: UInt64 { 1_000_000_000 / UInt64(Command.reportsPerSecond) + 1 }

  init(
    _ event: Event, times: Int, relaunching: Bool = false, on composite: CompositeDelegate, _ surroundings: Surroundings
  ) {
    self.event = event
    self.times = times
    isRelaunching = relaunching
    outcome = RepeaterOutcome(times: times)
    if relaunching { outcome.creations = [] }
    self.composite = composite
    self.surroundings = surroundings
    outcome.durations.reserveCapacity(min(times, 1 << 16))
  }

  /// Fires it for the first time, and goes on by itself.
  func begin() {
    outcome.start = surroundings.now()
    reportedAt = outcome.start
    runSlice()
  }

  private func runSlice() {
    let (end, last) = (surroundings.now() + Self.slice, outcome.durations.count + sliceCount)
    isInSlice = true
    defer { isInSlice = false }
    while outcome.durations.count < times, !surroundings.isStopped(), fire() {
      // Whoever answers later, or comes later in the composite's queue, gets this going again.
      if isWaiting { return }
      let now = surroundings.now()
      report(at: now)
      if now >= end || outcome.durations.count >= last, outcome.durations.count < times {
        return surroundings.later { self.runSlice() }
      }
    }
    outcome.end = surroundings.now()
    surroundings.end(outcome)
  }

  /// - Returns: Whether there is a composite to fire it at, with its modules.
  private func fire() -> Bool {
    guard let composite else { return false }
    var creation: UInt64 = 0
    if isRelaunching {
      do {
        if !(outcome.durations.isEmpty && composite.isReadyForLaunch) { try composite.rebuild() }
      } catch {
        outcome.problem = "The modules could not be created anew: \(error)"
        return false
      }
      creation = ApplicationLaunch.creationNanoseconds(of: composite.modules)
    }
    isWaiting = true
    composite.enqueue(event) { [weak composite] _ in
      if self.isRelaunching { self.outcome.creations?.append(creation) }
      self.isOver(took: (composite?.latestTotal ?? 0).plus(creation))
    }
    return true
  }

  private func isOver(took duration: UInt64) {
    outcome.durations.append(duration)
    isWaiting = false
    guard !isInSlice else { return }
    report(at: surroundings.now())
    surroundings.later { self.runSlice() }
  }

  private func report(at now: UInt64) {
    guard now.minus(reportedAt) >= Self.interval, outcome.durations.count < times else { return }
    reportedAt = now
    surroundings.progress(outcome.durations.count)
  }
}

extension CompositeDelegate {
  /// Whether its modules are as they were created, and none is missing, as after a launch that was aborted.
  fileprivate var isReadyForLaunch: Bool {
    state == .notRunning && modules.allSatisfy { $0.isPresent || !$0.isOn }
  }
}

/// The one repetition that an agent has under way, as other threads see it.
final class RepetitionSlot: Sendable {
  /// The event that is fired, and whether no more of it is wanted.
  private let current = Locked<(event: String, agent: ObjectIdentifier, isStopped: Bool)?>(nil)

  /// Takes the slot for an event that an agent's inspector wants to be fired; false while it is taken.
  func begin(_ event: String, for agent: ObjectIdentifier) -> Bool {
    current.withLock { current in
      guard current == nil else { return false }
      current = (event, agent, false)
      return true
    }
  }

  var isStopped: Bool { current.withLock { $0?.isStopped ?? true } }

  /// Why the slot can't be taken, in a sentence.
  var refusal: String {
    let event = current.withLock { $0?.event } ?? "An event"
    return "\(event) is still being fired repeatedly; Esc stops that."
  }

  /// Gives the slot back, once nothing asks any more whether it is stopped.
  func end() { current.withLock { $0 = nil } }
  func stop() { current.withLock { $0?.isStopped = true } }

  /// Stops what an agent's inspector wanted, and nothing else.
  func stop(for agent: ObjectIdentifier) {
    current.withLock { current in if current?.agent == agent { current?.isStopped = true } }
  }
}
