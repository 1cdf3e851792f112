/// Tells event observers of every event that is delivered in an application.
///
/// They are told when the handlers of the outermost event have returned, in the order in which the events were sent. Their
/// time is therefore charged to no handler, and an event sent by a handler comes after the event it handles.
@MainActor final class EventObservers: Observer {
  private unowned let stack: DispatchStack
  private var observers: [EventObserver] = []
  /// Delivered events that have not been told yet, in the order in which their handlers returned.
  private var delivered: [(dispatch: ObservedDispatch, cause: EventCause)] = []
  private var isTelling = false

  init(_ stack: DispatchStack) { self.stack = stack }

  nonisolated var interests: ObserverInterests { .dispatches }
  var isEmpty: Bool { observers.isEmpty }

  func add(_ observer: EventObserver) {
    if observer.isActive { observers.append(observer) }
  }

  func removeEnded() { observers.removeAll { !$0.isActive } }

  func around(_ dispatch: ObservedDispatch, _ body: () -> Void) {
    body()
    guard !dispatch.isReplay else { return }
    let cause = EventCause(
      path: stack.ancestry, event: type(of: dispatch.event), dispatch: dispatch.id, cycle: stack.cause.cycle)
    delivered.append((dispatch, cause))
    guard stack.isQuiet, !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    stack.notifying {
      // An observer can send another event.
      while !delivered.isEmpty {
        let batch = delivered.sorted { $0.dispatch.id < $1.dispatch.id }
        delivered = []
        for (dispatch, cause) in batch {
          stack.cause = cause
          for observer in observers where observer.latestBefore < dispatch.id { observer.tell(dispatch.event) }
        }
      }
    }
  }
}

final class EventObserver: Sendable {
  typealias Body = @MainActor @Sendable (any LifecycleEvent) -> Void

  /// The number of the latest dispatch when the observer was created. It is told of later ones.
  let latestBefore = Identifiers.latestDispatch
  private let body: Locked<Body?>

  init(_ body: @escaping Body) { self.body = Locked(body) }

  var isActive: Bool { body.withLock { $0 != nil } }

  @MainActor func tell(_ event: any LifecycleEvent) { body.withLock { $0 }?(event) }

  /// Ends the observer: it is told nothing any more. Releases the closure outside the lock.
  func end() {
    let last = body.withLock { $0.take() }
    withExtendedLifetime(last) {}
  }
}

extension Application {
  /// Adds an observer of events.
  func add(_ observer: EventObserver) {
    let known = observers.first(EventObservers.self)
    let all = known ?? EventObservers(stack)
    all.add(observer)
    if known == nil { observers.add(all) }
  }

  /// Forgets the observers of events that have ended.
  func removeEndedEventObservers() {
    guard let all = observers.first(EventObservers.self) else { return }
    all.removeEnded()
    if all.isEmpty { observers.remove(all) }
  }
}
