import Launches
import ModuleLifecycle

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
    /// Told what it came to, and why it could not go on, in a sentence.
    var end: @MainActor (RepetitionSummary, _ problem: String?) -> Void
  }

  private weak let composite: CompositeDelegate?
  private let event: Event
  private let times: Int
  private let isRelaunching: Bool
  private let surroundings: Surroundings
  /// What each dispatch took; with the creation of the modules, where they are created anew each time.
  private var durations: [UInt64] = []
  /// What creating the modules took each time; `nil` where they stay.
  private var creations: [UInt64]?
  private var problem: String?
  private var startedAt: UInt64 = 0
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
    creations = relaunching ? [] : nil
    self.composite = composite
    self.surroundings = surroundings
    durations.reserveCapacity(min(times, 1 << 16))
  }

  /// Fires it for the first time, and goes on by itself.
  func begin() {
    startedAt = surroundings.now()
    reportedAt = startedAt
    runSlice()
  }

  private func runSlice() {
    let (end, last) = (surroundings.now() + Self.slice, durations.count + sliceCount)
    isInSlice = true
    defer { isInSlice = false }
    while durations.count < times, !surroundings.isStopped(), fire() {
      // An answer that comes later, or a later turn in the composite's queue, gets this going again.
      if isWaiting { return }
      let now = surroundings.now()
      report(at: now)
      if now >= end || durations.count >= last, durations.count < times {
        return surroundings.later { self.runSlice() }
      }
    }
    surroundings.end(
      RepetitionSummary(
        durations: durations, times: times, startedNanoseconds: startedAt, endedNanoseconds: surroundings.now(),
        creations: creations), problem)
  }

  /// - Returns: Whether there is a composite to fire it at, with its modules.
  private func fire() -> Bool {
    guard let composite else { return false }
    var creation: UInt64 = 0
    if isRelaunching {
      do {
        if !(durations.isEmpty && composite.isReadyForLaunch) { try composite.rebuild() }
      } catch {
        problem = "The modules could not be created anew: \(error)"
        return false
      }
      creation = ApplicationLaunch.creationNanoseconds(of: composite.modules)
    }
    isWaiting = true
    composite.enqueue(event) { [weak composite] _ in
      if self.isRelaunching { self.creations?.append(creation) }
      self.isOver(took: (composite?.latestTotal ?? 0).plus(creation))
    }
    return true
  }

  private func isOver(took duration: UInt64) {
    durations.append(duration)
    isWaiting = false
    guard !isInSlice else { return }
    report(at: surroundings.now())
    surroundings.later { self.runSlice() }
  }

  private func report(at now: UInt64) {
    guard now.minus(reportedAt) >= Self.interval, durations.count < times else { return }
    reportedAt = now
    surroundings.progress(durations.count)
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
