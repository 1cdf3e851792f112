/// Handlers that get, beside the event, the system's own objects that it was sent with; see `NativeValues`.
extension Handlers {
  /// Handles an event without answering it.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the values beside it; see `on(_:_:)`.
  public mutating func on<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, NativeValues) throws -> Void
  ) {
    table.add(
      event,
      NativeHandler<Handled, Event> { handled, context, _ in
        try body(handled, context.event, context.native)
        return .returned
      })
  }

  /// Handles an event and answers it.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the values beside it; see `answer(_:_:)`.
  public mutating func answer<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, NativeValues) throws -> Event.Vote?
  ) {
    table.add(
      event,
      NativeHandler<Handled, Event> { handled, context, step in
        guard let vote = try body(handled, context.event, context.native) else { return .abstained }
        return context.cast(vote, at: step)
      })
  }

  /// Handles an event and answers it later, with a completion.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event, the values beside it and the completion; see `answerLater(_:_:)`.
  public mutating func answerLater<Event: AsyncLifecycleEvent>(
    _ event: Event.Type,
    _ body: @escaping @MainActor (Handled, Event, NativeValues, Completion<Event.Vote>) throws -> Void
  ) {
    table.add(event, DeferringHandler(body))
  }

  /// Handles an event and answers it when an asynchronous function returns, which keeps the values until then.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the values beside it; see `answer(_:_:)`.
  public mutating func answer<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, NativeValues) async throws -> Event.Vote?
  ) {
    answerLater(event) { handled, event, native, completion in
      completion.work = startNow {
        do {
          completion.settle(try await body(handled, event, native))
        } catch {
          completion.fail(error)
        }
      }
    }
  }

  /// Handles an event that asks for no votes, and is done when an asynchronous function returns.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the values beside it; see `on(_:_:)`.
  public mutating func on<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, NativeValues) async throws -> Void
  ) where Event.Vote == Void {
    answer(event) { (handled: Handled, event: Event, native: NativeValues) async throws -> Void? in
      try await body(handled, event, native)
    }
  }
}
