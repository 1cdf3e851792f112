/// Wants to know what happens in an application while it happens, in addition to what the journal tells. The application
/// keeps it.
///
/// Its calls wrap what they report, so that they nest. The time that it takes around a call is charged to no handler.
/// Without observers, a dispatch checks nothing for them.
@MainActor package protocol Observer: AnyObject, Sendable {
  /// What it wants to know.
  nonisolated var interests: ObserverInterests { get }

  /// Delivers an event.
  ///
  /// - Parameter body: Calls all handlers. Call it once.
  func around(_ dispatch: ObservedDispatch, _ body: () -> Void)

  /// Calls a handler.
  ///
  /// - Parameter body: Calls the handler and returns how the call ended. Call it once.
  func around(_ call: ObservedCall, _ body: () -> ObservedCall.Ending)

  /// Called when a handler whose call ended with `goesOn` has answered or thrown, or is no longer waited for.
  ///
  /// - Parameter error: The error that it threw, as text.
  func noteEnd(of call: ObservedCall, error: String?)

  /// Called every 50 ms while handlers are running or are waited for, on another thread. Must return at once.
  nonisolated func noteRunning()

  /// Called when an observed service is asked to end, on any thread. Must return at once.
  nonisolated func noteServiceEnds()
}

extension Observer {
  package nonisolated var interests: ObserverInterests { [] }
  package func around(_ dispatch: ObservedDispatch, _ body: () -> Void) { body() }
  package func around(_ call: ObservedCall, _ body: () -> ObservedCall.Ending) { _ = body() }
  package func noteEnd(of call: ObservedCall, error: String?) {}
  package nonisolated func noteRunning() {}
  package nonisolated func noteServiceEnds() {}
}

/// What an observer wants to know. One that wants to know nothing is only kept.
package struct ObserverInterests: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let dispatches = ObserverInterests(rawValue: 1)
  package static let calls = ObserverInterests(rawValue: 2)
  package static let running = ObserverInterests(rawValue: 4)
  package static let services = ObserverInterests(rawValue: 8)
}

/// A dispatch as an observer sees it.
package struct ObservedDispatch: Sendable {
  package let id: DispatchID
  package let event: any LifecycleEvent
  /// The event's name.
  package let name: String
  /// Whether the event is sent again to a single module that missed it.
  package let isReplay: Bool

  /// The event's values. Costs one encoding per call.
  package var arguments: EventValue { RecordedValue.event(event, bytes: 0).json }
}

/// A handler's call as an observer sees it.
package struct ObservedCall: Sendable, Hashable {
  /// How a call ended.
  package enum Ending: Sendable, Equatable {
    case returned
    case threw(String)
    /// The handler is still working. See `Observer.noteEnd(of:error:)`.
    case goesOn
  }

  package let dispatch: DispatchID
  /// The call's position in the dispatch.
  package let step: Int
  package let event: String
  package let module: String
  package let moduleID: ModuleID
  /// The module's position in the order of the calls, starting at 1.
  package let order: Int
}

/// The observers of an application.
package final class Observers: Sendable {
  private let all = Locked<[any Observer]>([])
  private let changed: @MainActor @Sendable () -> Void

  /// - Parameter changed: Called when the observers of dispatches have changed.
  init(changed: @escaping @MainActor @Sendable () -> Void) { self.changed = changed }

  /// Adds an observer. One of dispatches or calls sees those from the next one on.
  package func add(_ observer: some Observer) {
    all.withLock { $0.append(observer) }
    noteChange(observer)
  }

  /// Removes an observer. Does nothing if it is unknown.
  package func remove(_ observer: some Observer) {
    // Its last reference must not go under the lock.
    let gone = all.withLock { all in
      all.firstIndex { $0 === observer }.map { all.remove(at: $0) }
    }
    if gone != nil { noteChange(observer) }
  }

  /// Forgets all observers, because the application is gone.
  func removeAll() {
    let gone = all.withLock { all in
      defer { all = [] }
      return all
    }
    withExtendedLifetime(gone) {}
  }

  /// The first observer of a type.
  package func first<Wanted: Observer>(_ type: Wanted.Type) -> Wanted? {
    all.withLock { $0 }.lazy.compactMap { $0 as? Wanted }.first
  }

  func interested(in interests: ObserverInterests) -> [any Observer] {
    all.withLock { $0 }.filter { !$0.interests.isDisjoint(with: interests) }
  }

  private func noteChange(_ observer: some Observer) {
    if !observer.interests.isDisjoint(with: [.dispatches, .calls]) { MainQueue.run(changed) }
  }
}

extension CompositeDelegate {
  /// The observers of the application, here and in the enclosing and nested composites.
  package nonisolated var observers: Observers { application.observers }
}

/// A handler whose calls an observer wraps.
final class ObservedHandler: EventHandler {
  private let handler: EventHandler
  private let observer: any Observer
  private let stack: DispatchStack
  private let event: String
  private let label: ModuleLabel

  init(
    _ handler: EventHandler, of label: ModuleLabel, event: String, by observer: any Observer, on stack: DispatchStack
  ) {
    (self.handler, self.label, self.event) = (handler, label, event)
    (self.observer, self.stack) = (observer, stack)
    super.init(isAsync: handler.isAsync)
  }

  override func call(_ module: AnyObject, _ dispatch: Dispatch, _ step: Int) -> HandlerResult {
    let call = ObservedCall(
      dispatch: dispatch.id, step: step, event: event, module: label.name, moduleID: label.id,
      order: label.order)
    var result = HandlerResult.skipped
    observer.around(call) {
      // The time of another observer, inside this one, is no handler's time either.
      let isInnermost = !(handler is ObservedHandler)
      if isInnermost { stack.noteCall() }
      result = handler.call(module, dispatch, step)
      if isInnermost { stack.noteReturn() }
      switch result {
      case .threw: return .threw(dispatch.errors.last { $0.step == step }?.text ?? "")
      case .pending:
        let isWaitedFor = dispatch.answers?.whenAnswered(step) { [observer] error in
          observer.noteEnd(of: call, error: error)
        }
        return isWaitedFor == true ? .goesOn : .returned
      default: return .returned
      }
    }
    return result
  }
}
