/// Notifies observers of every event that is delivered in a composite and its nested composites.
///
/// They are notified when the handlers of the outermost event have returned, in the order in which the events were
/// sent. Their time is therefore charged to no handler, and an event sent by a handler comes after the event it
/// handles.
@MainActor final class EventObservers {
  private var observers: [EventObserver] = [] { didSet { unsafe isEmpty = observers.isEmpty } }
  /// Delivered events that have not been reported yet, in the order in which their handlers returned.
  private var delivered: [(dispatch: UInt64, event: any LifecycleEvent, cause: EventCause)] = []
  private var isTelling = false

  /// Whether there are no observers. Every dispatch reads it. The code that changes it calls nothing that reads it, so
  /// a run-time check of exclusive access would never fail.
  @exclusivity(unchecked) private(set) var isEmpty = true

  func add(_ observer: EventObserver) {
    if observer.isActive { observers.append(observer) }
  }

  func removeEnded() {
    observers.removeAll { !$0.isActive }
    if observers.isEmpty { delivered = [] }
  }

  /// Called when an event's handlers have returned. Notifies the observers if no other handlers are running.
  func note(_ event: any LifecycleEvent, dispatch: UInt64, in stack: DispatchStack) {
    let cause = EventCause(path: stack.ancestry, event: type(of: event), cycle: stack.cause.cycle)
    delivered.append((dispatch, event, cause))
    guard stack.isQuiet, !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    stack.telling {
      // An observer can send another event.
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

final class EventObserver: Sendable {
  typealias Body = @MainActor @Sendable (any LifecycleEvent) -> Void

  /// The number of the latest dispatch when the observer was created. It is notified of later ones.
  let latestBefore = Identifiers.latestDispatch
  private let body: Locked<Body?>

  init(_ body: @escaping Body) { self.body = Locked(body) }

  var isActive: Bool { body.withLock { $0 != nil } }

  @MainActor func tell(_ event: any LifecycleEvent) { body.withLock { $0 }?(event) }

  /// Ends the observer: it is not notified any more. Releases the closure outside the lock.
  func end() {
    let last = body.withLock { body -> Body? in
      defer { body = nil }
      return body
    }
    withExtendedLifetime(last) {}
  }
}
