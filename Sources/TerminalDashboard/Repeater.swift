import Dashboard
import ModuleLifecycle
import Synchronization

/// Fires one event many times, each when the one before it is over.
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
    var progress: @MainActor (RepetitionProgress) -> Void
    /// Gets what each dispatch took, and when the first one began and the last one was over.
    var end: @MainActor (_ durations: [UInt64], _ start: UInt64, _ end: UInt64) -> Void
  }

  private weak let composite: CompositeDelegate?
  private let event: Event
  private let times: Int
  private let surroundings: Surroundings
  private var durations: [UInt64] = []
  private var start: UInt64 = 0
  private var reportedAt: UInt64 = 0
  /// Whether an event is under way.
  private var isWaiting = false
  private var isInSlice = false

  /// The longest slice, unless one event takes longer, in nanoseconds.
  private static var slice: UInt64 { 8_000_000 }
  /// The most events in one slice, whatever the clock says.
  private static var sliceCount: Int { 1_000 }
  /// The shortest time between two reports, in nanoseconds.
  private static var interval: UInt64 { 1_000_000_000 / UInt64(RepetitionProgress.reportsPerSecond) + 1 }

  init(_ event: Event, times: Int, on composite: CompositeDelegate, _ surroundings: Surroundings) {
    self.event = event
    self.times = times
    self.composite = composite
    self.surroundings = surroundings
    durations.reserveCapacity(min(times, 1 << 16))
  }

  /// Fires it for the first time, and goes on by itself.
  func begin() {
    start = surroundings.now()
    reportedAt = start
    runSlice()
  }

  private func runSlice() {
    let (end, last) = (surroundings.now() + Self.slice, durations.count + Self.sliceCount)
    isInSlice = true
    defer { isInSlice = false }
    while durations.count < times, !surroundings.isStopped(), fire() {
      // Whoever answers later, or comes later in the composite's queue, gets this going again.
      if isWaiting { return }
      let now = surroundings.now()
      report(at: now)
      if now >= end || durations.count >= last, durations.count < times {
        return surroundings.later { self.runSlice() }
      }
    }
    surroundings.end(durations, start, surroundings.now())
  }

  /// - Returns: Whether there is a composite to fire it at.
  private func fire() -> Bool {
    guard let composite else { return false }
    isWaiting = true
    composite.enqueue(event) { [weak composite] _ in self.isOver(took: composite?.latestTotal ?? 0) }
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
    guard now - min(reportedAt, now) >= Self.interval, durations.count < times else { return }
    reportedAt = now
    surroundings.progress(RepetitionProgress(done: durations.count, times: times))
  }
}

/// The one repetition that a source has under way, as other threads see it.
final class RepetitionSlot: Sendable {
  /// A repetition, and whether it is to go on.
  final class Turn: Sendable {
    fileprivate let event: String
    private let stopped = Atomic(false)

    fileprivate init(event: String) { self.event = event }

    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    func stop() { stopped.store(true, ordering: .relaxed) }
  }

  private let current = Locked<Turn?>(nil)

  /// Takes the slot for an event; `nil` while it is taken.
  func begin(_ event: String) -> Turn? {
    current.withLock { current in
      guard current == nil else { return nil }
      let turn = Turn(event: event)
      current = turn
      return turn
    }
  }

  /// Why the slot can't be taken, in a sentence.
  var refusal: String {
    let event = current.withLock { $0?.event } ?? "An event"
    return "\(event) is still being fired repeatedly; Esc stops that."
  }

  func end(_ turn: Turn) {
    current.withLock { current in
      if current === turn { current = nil }
    }
  }

  func stop() { current.withLock { $0 }?.stop() }
}
