/// What led to an event that is queued, told to observers, or sent when another one's handlers have returned: so that
/// events which lead to themselves are found, though no handler is running inside another.
struct EventCause: Sendable {
  /// The events that led there, each once, the latest last; `event` and those that are still being handled follow.
  var path: [any LifecycleEvent.Type] = []
  /// The event that is heard of, or whose handlers have returned.
  var event: (any LifecycleEvent.Type)?
  /// How many of the dispatches under way the path contains.
  var base = 0
  /// Counts the events that repeat one of those that led to them; shared by all that come of the first of them.
  var cycle: EventCycle?
}

/// Events that come of each other and repeat each other.
@MainActor final class EventCycle {
  /// How many they are.
  var events = 0
  /// When they were counted: the stack's turn.
  var turn = 0
  /// Whether it has been warned of.
  var isReported = false
}

extension DispatchStack {
  /// Whether an event that is sent now can be delivered without another look.
  var isFree: Bool {
    @inline(__always) get { unsafe progress.pointee.level < progress.pointee.limit }
  }

  /// Whether events were sent within events as often as may be.
  var isDeepest: Bool { unsafe progress.pointee.level >= CompositeDelegate.deepestNesting }

  /// The events that led here, each once, the latest last.
  var ancestry: [any LifecycleEvent.Type] {
    var path = cause.path
    if let event = cause.event { path.visit(event) }
    for frame in frames[min(cause.base, frames.count)...] { path.visit(frame.plan.event) }
    return path
  }

  /// Does what follows from an event whose handlers have returned. It counts as one level deeper, as if a handler did it.
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

  /// Tells observers of events. All that they send is looked at.
  func telling(_ body: () -> Void) {
    let (outer, limit) = unsafe (cause, progress.pointee.limit)
    unsafe progress.pointee.limit = 0
    body()
    unsafe progress.pointee.limit = limit
    cause = outer
  }

  /// Counts an event that repeats one of those that led to it.
  ///
  /// - Returns: The cycle that it is one too many of; `nil` where it may be delivered.
  func count(_ event: any LifecycleEvent.Type, after path: [any LifecycleEvent.Type]) -> EventCycle? {
    guard path.contains(where: { $0 == event }) else { return nil }
    let cycle = cause.cycle ?? EventCycle()
    cause.cycle = cycle
    // What had to wait for an answer meanwhile keeps nothing from going on.
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

  /// How these events lead back to one of them; empty where they do not.
  func cycle(backTo event: any LifecycleEvent.Type) -> [String] {
    guard let start = lastIndex(where: { $0 == event }) else { return [] }
    return self[start...].map { $0.name } + [event.name]
  }
}
