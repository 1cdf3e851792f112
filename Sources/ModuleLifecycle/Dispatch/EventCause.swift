/// What led to an event that is queued, reported to observers, or sent after another event's handlers have returned. It
/// detects events that lead to themselves although no handler is running inside another.
struct EventCause: Sendable {
  /// The events that led to it, each once, the latest last. `event` and the events still being handled come after them.
  var path: [any LifecycleEvent.Type] = []
  /// The event that observers are notified of, or whose handlers have returned.
  var event: (any LifecycleEvent.Type)?
  /// That event's dispatch; zero when it is not known.
  var dispatch: DispatchID = 0
  /// How many of the dispatches in progress are already in the path.
  var base = 0
  /// Whether the sender's completion is running.
  var isCompleting = false
  /// The series that it belongs to, once an event has repeated one that led to it.
  var cycle: EventCycle?
}

/// A series of events that lead to and repeat each other.
@MainActor final class EventCycle {
  /// How many events of the series have led to another one.
  var length = 0
  /// The number of the latest dispatch that did.
  var latest: DispatchID = 0
  /// The stack's `turn` when they were counted.
  var turn = 0
  /// Whether a warning has been recorded.
  var isReported = false
}

extension DispatchStack {
  /// Whether an event sent now can be delivered without a check.
  var isFree: Bool { level < limit }
  /// Whether events are nested as deep as allowed.
  var isDeepest: Bool { level >= CompositeDelegate.maximumNesting }

  /// The events that led to the current point, each once, the latest last.
  var ancestry: [any LifecycleEvent.Type] {
    var path = cause.path
    if let event = cause.event { path.visit(event) }
    for dispatch in dispatches.dropFirst(cause.base) { path.visit(dispatch.plan.event) }
    return path
  }

  /// Runs work that follows from an event whose handlers have returned. It counts as one level deeper, as if a handler
  /// did it.
  func after(_ dispatch: Dispatch?, _ body: () -> Void) {
    let outer = cause
    cause = EventCause(
      path: ancestry, event: dispatch?.plan.event, dispatch: dispatch?.id ?? 0, base: dispatches.count,
      cycle: outer.cycle)
    level += 1
    body()
    level -= 1
    cause = outer
  }

  /// Passes the response to the sender's completion. What that does is the sender's, whichever module has answered last.
  func complete(_ dispatch: Dispatch) {
    after(dispatch) {
      cause.isCompleting = true
      dispatch.answers?.complete()
    }
  }

  /// Whether a sender's completion is running, and no handler inside it.
  var isCompleting: Bool { cause.isCompleting && dispatches.count == cause.base }

  /// The module whose code is running, innermost first: one that is being created, one whose handler was called, and one
  /// that has suspended in a handler or in its start. In a sender's completion, the sender.
  var caller: Owner? {
    if Owner.underConstruction == nil, !isCompleting, let innermost {
      let step = max(0, running.index)
      return step < innermost.plan.steps.count ? innermost.plan.steps[step].owners.last : nil
    }
    return Owner.current
  }

  /// Notifies observers of events. All events that they send are checked, and belong to no module in the making.
  func notifying(_ body: () -> Void) {
    let (outer, before) = (cause, limit)
    limit = 0
    CompositeDelegate.outsideOfConstruction(body)
    (limit, cause) = (before, outer)
  }

  /// Counts the event that leads to another one, if that one repeats an event that led to it.
  ///
  /// - Returns: The series that the other one belongs to; `nil` if it belongs to none.
  func count(_ event: any LifecycleEvent.Type, after path: [any LifecycleEvent.Type]) -> EventCycle? {
    guard path.contains(where: { $0 == event }) else { return cause.cycle }
    let cycle = cycle(repeating: event)
    // A cycle that waited for an answer in between blocks nothing. Counting starts again.
    if cycle.turn != turn { (cycle.turn, cycle.length, cycle.latest) = (turn, 0, 0) }
    // However many events one dispatch leads to, it is one link of the series.
    let leading = innermost?.id ?? cause.dispatch
    if leading == 0 || leading != cycle.latest { (cycle.length, cycle.latest) = (cycle.length + 1, leading) }
    return cycle
  }

  /// The series that began with the event, in the running dispatch or in what led to it. Each dispatch that nothing has led
  /// to begins a series of its own.
  private func cycle(repeating event: any LifecycleEvent.Type) -> EventCycle {
    if let cycle = cause.cycle { return cycle }
    let first = dispatches.dropFirst(cause.base).first { $0.plan.event == event }
    if let cycle = first?.details.cycle { return cycle }
    let cycle = EventCycle()
    if let first { first.details.cycle = cycle } else { cause.cycle = cycle }
    return cycle
  }
}

extension EventCycle {
  var isTooLong: Bool { length > CompositeDelegate.maximumCycleLength }
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
