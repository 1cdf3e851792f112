/// What led to an event that is queued, reported to observers, or sent after another event's handlers have returned. It
/// detects events that lead to themselves although no handler is running inside another.
struct EventCause: Sendable {
  /// The events that led to it, each once, the latest last. `event` and the events still being handled come after them.
  var path: [any LifecycleEvent.Type] = []
  /// The event that observers are notified of, or whose handlers have returned.
  var event: (any LifecycleEvent.Type)?
  /// How many of the dispatches in progress are already in the path.
  var base = 0
  /// Counts the events that repeat one that led to them. Shared by all events that follow from the first of them.
  var cycle: EventCycle?
}

/// A series of events that lead to and repeat each other.
@MainActor final class EventCycle {
  /// How many events there are in the series.
  var events = 0
  /// The stack's `turn` when they were counted.
  var turn = 0
  /// Whether a warning has been recorded.
  var isReported = false
}

extension DispatchStack {
  /// Whether an event sent now can be delivered without a check.
  var isFree: Bool {
    @inline(__always) get { unsafe progress.pointee.level < progress.pointee.limit }
  }

  /// Whether events are nested as deep as allowed.
  var isDeepest: Bool { unsafe progress.pointee.level >= CompositeDelegate.deepestNesting }

  /// The events that led to the current point, each once, the latest last.
  var ancestry: [any LifecycleEvent.Type] {
    var path = cause.path
    if let event = cause.event { path.visit(event) }
    for frame in frames[min(cause.base, frames.count)...] { path.visit(frame.plan.event) }
    return path
  }

  /// Runs work that follows from an event whose handlers have returned. It counts as one level deeper, as if a handler
  /// did it.
  func after(_ event: (any LifecycleEvent.Type)?, _ body: () -> Void) {
    let outer = cause
    cause = EventCause(path: ancestry, event: event, base: unsafe progress.pointee.depth, cycle: outer.cycle)
    unsafe progress.pointee.level += 1
    body()
    unsafe progress.pointee.level -= 1
    let cycle = cause.cycle
    cause = outer
    cause.cycle = outer.cycle ?? cycle
  }

  /// Notifies observers. All events that they send are checked.
  func telling(_ body: () -> Void) {
    let (outer, limit) = unsafe (cause, progress.pointee.limit)
    unsafe progress.pointee.limit = 0
    body()
    unsafe progress.pointee.limit = limit
    cause = outer
  }

  /// Counts an event if it repeats one that led to it.
  ///
  /// - Returns: The cycle, if the event exceeds its limit. `nil` if the event can be delivered.
  func count(_ event: any LifecycleEvent.Type, after path: [any LifecycleEvent.Type]) -> EventCycle? {
    guard path.contains(where: { $0 == event }) else { return nil }
    let cycle = cause.cycle ?? EventCycle()
    cause.cycle = cycle
    // A cycle that waited for an answer in between blocks nothing. Counting starts again.
    if cycle.turn != turn { (cycle.turn, cycle.events) = (turn, 0) }
    cycle.events += 1
    return cycle.events > CompositeDelegate.longestCycle ? cycle : nil
  }
}

extension [any LifecycleEvent.Type] {
  fileprivate mutating func visit(_ event: any LifecycleEvent.Type) {
    removeAll { $0 == event }
    append(event)
  }

  /// The path from an event back to itself. Empty when there is none.
  func cycle(backTo event: any LifecycleEvent.Type) -> [String] {
    guard let start = lastIndex(where: { $0 == event }) else { return [] }
    return self[start...].map { $0.name } + [event.name]
  }
}
