/// Tells event observers of every event that is delivered in an application.
///
/// They are told when the handlers of the outermost event have returned, in the order in which the events were sent. Their
/// time is therefore charged to no handler, and an event sent by a handler comes after the event it handles.
///
/// They are no `Observer`, which is part of the plans that are made after it was added: an observer that a handler adds
/// is told of the events that the handler then sends.
@MainActor final class EventObservers {
  private var observers: [EventObserver] = [] { didSet { noteChange() } }
  /// Delivered events that have not been told yet, in the order in which their handlers returned.
  private var delivered: [(dispatch: DispatchID, event: any LifecycleEvent, cause: EventCause)] = [] {
    didSet { noteChange() }
  }
  private var isTelling = false

  /// Whether there is nothing to note and nothing to tell. It is stored, because each dispatch asks, and a look at an array
  /// that changes in its place costs an exclusivity check.
  private(set) var isIdle = true
  var isEmpty: Bool { observers.isEmpty }

  private func noteChange() { isIdle = observers.isEmpty && delivered.isEmpty }

  func add(_ observer: EventObserver) {
    if observer.isActive { observers.append(observer) }
  }

  func removeEnded() { observers.removeAll { !$0.isActive } }

  /// Notes that an event's handlers have returned. Tells the observers if no other handlers are running.
  func note(_ dispatch: Dispatch, in stack: DispatchStack) {
    if !dispatch.isForOneModule {
      let event = dispatch.anyEvent
      let cause = EventCause(
        path: stack.ancestry, event: type(of: event), dispatch: dispatch.id, cycle: stack.cause.cycle)
      delivered.append((dispatch.id, event, cause))
    }
    guard stack.isQuiet, !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    stack.notifying {
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

  /// The number of the latest dispatch when the observer was created. It is told of later ones.
  let latestBefore = Identifiers.latestDispatch
  private let callback: Locked<Callback?>

  /// Each access to a closure that is the value of a generic type itself would wrap it once more, and each call would go
  /// through all the wrappers.
  private struct Callback: Sendable { let body: Body }

  init(_ body: @escaping Body) { callback = Locked(Callback(body: body)) }

  var isActive: Bool { callback.withLock { $0 != nil } }

  @MainActor func tell(_ event: any LifecycleEvent) { callback.withLock { $0 }?.body(event) }

  /// Ends the observer: it is told nothing any more. Releases the closure outside the lock.
  func end() {
    let last = callback.withLock { $0.take() }
    withExtendedLifetime(last) {}
  }
}
