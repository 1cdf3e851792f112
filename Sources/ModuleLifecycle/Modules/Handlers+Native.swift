/// Handlers that receive the system's own objects alongside the event. See `NativeValues`.
extension Handlers {
  /// Registers a handler that doesn't answer and that receives native values.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the native values. See `on(_:_:)`.
  public mutating func on<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, NativeValues) throws -> Void
  ) {
    table.add(
      event,
      AnsweringHandler<Handled, Event> { handled, dispatch, _ in
        try body(handled, dispatch.event, dispatch.native)
        return .returned
      })
  }

  /// Registers a handler that answers an event and receives native values.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the native values. See `answer(_:_:)`.
  public mutating func answer<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, NativeValues) throws -> Event.Vote?
  ) {
    table.add(
      event,
      AnsweringHandler<Handled, Event> { handled, dispatch, step in
        dispatch.cast(try body(handled, dispatch.event, dispatch.native), at: step)
      })
  }

  /// Registers a handler that answers an event later, with a completion, and receives native values.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event, the native values and the completion. See `answerLater(_:_:)`.
  public mutating func answerLater<Event: AsyncLifecycleEvent>(
    _ event: Event.Type,
    _ body: @escaping @MainActor (Handled, Event, NativeValues, Completion<Event.Vote>) throws -> Void
  ) {
    table.add(
      event,
      AnsweringHandler<Handled, Event>(isAsync: true) { handled, dispatch, step in
        guard let completions = dispatch.completions else { return .skipped }
        let completion = completions.completion(for: step, in: dispatch)
        do {
          try body(handled, dispatch.event, dispatch.native, completion)
        } catch {
          completion.handlerThrew(error)
        }
        return .pending
      })
  }

  /// Registers an asynchronous handler that answers an event when it returns. It keeps the native values until then.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the native values. See `answer(_:_:)`.
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

  /// Registers an asynchronous handler that receives native values, for an event that asks for no votes. The handler
  /// is done when it returns.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the native values. See `on(_:_:)`.
  public mutating func on<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, NativeValues) async throws -> Void
  ) where Event.Vote == Void {
    answer(event) { (handled: Handled, event: Event, native: NativeValues) async throws -> Void? in
      try await body(handled, event, native)
    }
  }
}
