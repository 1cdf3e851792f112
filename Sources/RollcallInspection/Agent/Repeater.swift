import ModuleLifecycle
import RollcallLaunches

/// Fires one event many times, each time when the previous dispatch has ended. Optionally recreates all modules before
/// each time.
///
/// Works in slices: after a few milliseconds, it yields the main actor to commands, timers and work queued by handlers.
/// Ends after the last time, when stopped, or when the composite has been deallocated.
@MainActor final class Repeater<Event: LifecycleEvent> {
  /// The functions that the repeater needs from its environment.
  struct Surroundings {
    /// Returns the nanoseconds since the journal's start.
    var now: @MainActor () -> UInt64
    /// Schedules work on the main actor, after everything that is already waiting.
    var later: @MainActor (@escaping @MainActor @Sendable () -> Void) -> Void
    /// Returns whether the repetition was stopped.
    var isStopped: @MainActor () -> Bool
    /// Called with the number of times fired so far.
    var progress: @MainActor (Int) -> Void
    /// Called with the summary, and with the reason for an early end, in one sentence.
    var end: @MainActor (RepetitionSummary, _ problem: String?) -> Void
  }

  private weak let composite: CompositeDelegate?
  private let event: Event
  private let times: Int
  private let isRelaunching: Bool
  private let surroundings: Surroundings
  /// The duration of each dispatch, including the creation of the modules if they are recreated each time.
  private var durations: [UInt64] = []
  /// The time to create the modules each time; `nil` if they are not recreated.
  private var creations: [UInt64]?
  private var problem: String?
  private var startedAt: UInt64 = 0
  private var reportedAt: UInt64 = 0
  /// Whether a dispatch is in progress.
  private var isWaiting = false
  private var isInSlice = false

  /// The maximum length of a slice, in nanoseconds, unless one dispatch takes longer.
  private static var slice: UInt64 { 8_000_000 }
  /// The maximum number of events in one slice, whatever the clock says.
  private static var sliceCount: Int { 1_000 }
  /// With relaunching, one event per slice: the modules released for a launch must be gone before the next one.
  private var sliceCount: Int { isRelaunching ? 1 : Self.sliceCount }
  /// The minimum time between two reports, in nanoseconds.
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

  /// Fires the event for the first time, then continues by itself.
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
      // A later answer, or a later turn in the composite's queue, resumes this.
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

  /// - Returns: Whether the composite and its modules exist.
  private func fire() -> Bool {
    guard let composite else { return false }
    var creation: UInt64 = 0
    if isRelaunching {
      do {
        if !(durations.isEmpty && composite.isReadyForLaunch) { try composite.recreateModules() }
      } catch {
        problem = "The modules could not be created anew: \(error)"
        return false
      }
      creation = ApplicationLaunch.creationNanoseconds(of: composite.modules)
    }
    isWaiting = true
    composite.enqueue(fired: event) { [weak composite] _ in
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
  /// Whether the modules are freshly created and none is missing, as after a launch that was aborted.
  fileprivate var isReadyForLaunch: Bool {
    state == .notRunning && modules.allSatisfy { $0.isPresent || !$0.isOn }
  }
}

/// The one repetition that can be in progress for a composite, as seen by other threads.
nonisolated final class RepetitionSlot: Observer {
  /// The event that is fired, its agent, and whether it was stopped.
  private let current = Locked<(event: String, agent: ObjectIdentifier, isStopped: Bool)?>(nil)

  /// Takes the slot for an event of an agent's inspector. Returns false if it is taken.
  func begin(_ event: String, for agent: ObjectIdentifier) -> Bool {
    current.withLock { current in
      guard current == nil else { return false }
      current = (event, agent, false)
      return true
    }
  }

  var isStopped: Bool { current.withLock { $0?.isStopped ?? true } }

  /// Why the slot can't be taken, in one sentence.
  var refusal: String {
    let event = current.withLock { $0?.event } ?? "An event"
    return "\(event) is still being fired repeatedly; Esc stops that."
  }

  /// Releases the slot. Call it once nothing reads `isStopped` any more.
  func end() { current.withLock { $0 = nil } }
  func stop() { current.withLock { $0?.isStopped = true } }

  /// Stops the repetition if it belongs to this agent.
  func stop(for agent: ObjectIdentifier) {
    current.withLock { current in if current?.agent == agent { current?.isStopped = true } }
  }
}
