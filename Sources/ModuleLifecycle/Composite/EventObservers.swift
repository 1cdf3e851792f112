/// Those who hear of every event that is delivered in a composite and those nested in it.
///
/// They hear of it when the handlers of the outermost event have returned, in the order in which the events were sent:
/// so the time that they take is no handler's, and an event that a handler sent comes after the one it handles.
@MainActor final class EventObservers {
  private var observers: [EventObserver] = [] { didSet { unsafe isEmpty = observers.isEmpty } }
  /// What was delivered and has not been told yet, in the order in which the handlers returned.
  private var delivered: [(dispatch: UInt64, event: any LifecycleEvent, cause: EventCause)] = []
  private var isTelling = false

  /// Whether there is no observer. Every dispatch asks. The code that changes it calls nothing that asks, so the run-time
  /// check of exclusive access would find nothing.
  @exclusivity(unchecked) private(set) var isEmpty = true

  func add(_ observer: EventObserver) {
    if observer.isActive { observers.append(observer) }
  }

  /// Forgets those that have ended.
  func removeEnded() {
    observers.removeAll { !$0.isActive }
    if observers.isEmpty { delivered = [] }
  }

  /// The handlers of an event have returned. Where no other event's are running, the observers are told.
  func note(_ event: any LifecycleEvent, dispatch: UInt64, in stack: DispatchStack) {
    let cause = EventCause(path: stack.ancestry, event: type(of: event), cycle: stack.cause.cycle)
    delivered.append((dispatch, event, cause))
    guard stack.isQuiet, !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    stack.telling {
      // Who hears of an event may send another one.
      while !delivered.isEmpty {
        let batch = delivered.sorted { $0.dispatch < $1.dispatch }
        delivered = []
        for (dispatch, event, cause) in batch {
          stack.cause = cause
          for observer in observers where observer.latestBefore < dispatch { observer.tell(event) }
        }
      }
    }
  }
}

/// One of them.
final class EventObserver: Sendable {
  typealias Body = @MainActor @Sendable (any LifecycleEvent) -> Void

  /// The number of the dispatch that had begun last when this one came: it hears of those after it.
  let latestBefore = Identifiers.latestDispatch
  private let body: Locked<Body?>

  init(_ body: @escaping Body) { self.body = Locked(body) }

  var isActive: Bool { body.withLock { $0 != nil } }

  @MainActor func tell(_ event: any LifecycleEvent) { body.withLock { $0 }?(event) }

  /// Nothing is told after this. What the body captured is let go of outside the lock.
  func end() {
    let last = body.withLock { body -> Body? in
      defer { body = nil }
      return body
    }
    withExtendedLifetime(last) {}
  }
}
