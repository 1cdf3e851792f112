extension Handlers {
  /// Handles an event and answers it later, with a completion.
  ///
  /// ```swift
  /// handlers.answerLater(PerformFetch.self) { feed, _, completion in
  ///   feed.load { pages in completion(pages.isEmpty ? .noData : .newData) }
  /// }
  /// ```
  ///
  /// The completion may be called on any thread, once; what follows is written down and ignored. A completion that is
  /// dropped uncalled abstains.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the completion. An error is caught and journaled, and counts as
  ///     abstaining unless it has answered before.
  public mutating func answerLater<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, Completion<Event.Vote>) throws -> Void
  ) {
    answerLater(event) { handled, event, _, completion in try body(handled, event, completion) }
  }

  /// Handles an event and answers it when an asynchronous function returns.
  ///
  /// The function's first part, up to where it waits for the first time, runs in the module's turn, and the module is
  /// kept alive until it returns.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event; returns the module's vote, or `nil` to abstain. An error is caught
  ///     and journaled, and counts as abstaining. It is cancelled when the event's deadline has passed.
  public mutating func answer<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) async throws -> Event.Vote?
  ) {
    answer(event) { handled, event, _ in try await body(handled, event) }
  }

  /// Handles an event that asks for no votes, and is done when an asynchronous function returns.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event; see `answer(_:_:)`.
  public mutating func on<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) async throws -> Void
  ) where Event.Vote == Void {
    answer(event) { (handled: Handled, event: Event) async throws -> Void? in try await body(handled, event) }
  }
}

/// Runs a function up to where it first waits, before returning, where the system can do that.
@MainActor func startNow(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    Task.immediate { await body() }
  } else {
    Task { await body() }
  }
}
