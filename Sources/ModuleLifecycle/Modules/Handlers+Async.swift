extension Handlers {
  /// Registers a handler that answers an event later, with a completion.
  ///
  /// ```swift
  /// handlers.answerLater(PerformFetch.self) { feed, _, completion in
  ///   feed.load { pages in completion(pages.isEmpty ? .noData : .newData) }
  /// }
  /// ```
  ///
  /// Call the completion once, on any thread. Further calls are recorded and ignored. A completion that is released
  /// without a call abstains.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the completion. An error is caught and journaled. It counts as
  ///     abstaining unless the completion has already been called.
  public mutating func answerLater<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, Completion<Event.Vote>) throws -> Void
  ) {
    answerLater(event) { handled, event, _, completion in try body(handled, event, completion) }
  }

  /// Registers an asynchronous handler that answers an event when it returns.
  ///
  /// The handler runs up to its first suspension in the module's turn. The module is kept alive until the handler
  /// returns.
  ///
  /// Before macOS 26 and iOS 26, the handler starts only when all modules had their turns and `send` has returned to the
  /// main queue. Such handlers then start in registration order, but later than all synchronous ones: none can settle
  /// the event in its turn, and the journal has no computing time of it.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event. Returns the module's vote, or `nil` to abstain. An error is
  ///     caught and journaled, and counts as abstaining. The task is cancelled when the event's deadline passes.
  public mutating func answer<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) async throws -> Event.Vote?
  ) {
    answer(event) { handled, event, _ in try await body(handled, event) }
  }

  /// Registers an asynchronous handler for an event that asks for no votes. The handler is done when it returns.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event. See `answer(_:_:)`.
  public mutating func on<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) async throws -> Void
  ) where Event.Vote == Void {
    answer(event) { (handled: Handled, event: Event) async throws -> Void? in try await body(handled, event) }
  }
}

/// How an asynchronous function starts.
enum FirstSegment {
  /// Whether the function runs up to its first suspension at once, where the system supports that. Tests turn it off.
  @TaskLocal static var runsAtOnce = true

  /// Whether this system supports it.
  static var isSupported: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
  }
}

/// Starts a function. Where the system supports it, the function runs up to its first suspension before this returns.
@MainActor func startNow(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), FirstSegment.runsAtOnce {
    Task.immediate { await body() }
  } else {
    Task { await body() }
  }
}
