extension CompositeDelegate {
  /// Delivers an event whose handlers can answer later, and calls a closure with the response when all have answered or
  /// the event's deadline has passed.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - system: The system objects that handlers receive alongside the event.
  ///   - completion: Called exactly once, on the main actor, even if a module completes twice, never completes, or is
  ///     released.
  public func send<Event: AsyncLifecycleEvent>(
    _ event: Event, with system: SystemObjects = [], completion: @escaping @MainActor (Event.Response) -> Void
  ) {
    deliver(event, by: plan(for: Event.self), system: system, completion: completion)
  }

  /// Delivers an event whose handlers can answer later, and waits for all answers or the event's deadline.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - system: The system objects that handlers receive alongside the event.
  /// - Returns: The response that the event's policy computes from the votes that arrived in time.
  @discardableResult
  public func send<Event: AsyncLifecycleEvent>(_ event: Event, with system: SystemObjects = []) async -> Event.Response
  {
    await withCheckedContinuation { continuation in
      send(event, with: system) { continuation.resume(returning: $0) }
    }
  }

  /// Delivers an event whose handlers can answer later, without waiting for them. The response includes only the
  /// answers given by the time the last handler has returned.
  ///
  /// This overload is deprecated rather than unavailable: the compiler would silently skip an unavailable function and
  /// choose the general `send`.
  @available(*, deprecated, message: "Handlers of this event may answer later: use await, or a completion.")
  @discardableResult
  public func send<Event: AsyncLifecycleEvent>(_ event: Event, with system: SystemObjects = []) -> Event.Response {
    deliver(event, by: plan(for: Event.self), system: system)
  }

  /// Delivers an event whose static type is not known, and waits for handlers that answer later.
  ///
  /// - Returns: The response, of the event's `Response` type.
  @discardableResult
  package func sendAndWait(any event: any LifecycleEvent) async -> any Sendable {
    func open<Event: LifecycleEvent>(_ event: Event) async -> any Sendable {
      await withCheckedContinuation { continuation in
        deliver(event, by: plan(for: Event.self)) { continuation.resume(returning: $0) }
      }
    }
    return await open(event)
  }
}

/// A dispatch that is waiting for handlers that answer later.
package struct AwaitedAnswers: Sendable, Equatable {
  package let event: String
  package let dispatch: DispatchID
  /// The modules whose handlers have yet to answer, in the order of the calls.
  package let modules: [String]
  /// The time left until the event's deadline.
  package let rest: Duration
}

extension CompositeDelegate {
  /// The dispatches that are waiting for answers, in the order in which they were sent.
  package var awaitedAnswers: [AwaitedAnswers] {
    let stack = application.stack
    let now = stack.clock.now
    return stack.pending.sorted { $0.key < $1.key }.map { dispatch, pending in
      AwaitedAnswers(
        event: pending.event, dispatch: dispatch, modules: pending.laggards,
        rest: .nanoseconds(pending.deadline - min(now, pending.deadline)))
    }
  }
}
