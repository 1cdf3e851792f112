/// Collects a module's handlers while it is registered.
@MainActor public struct Handlers<Handled: AnyObject> {
  @usableFromInline var table = HandlerTable()

  init() {}

  /// Handles an event without answering it.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event. An error is caught and journaled, and the other modules go on.
  @inlinable public mutating func on<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) throws -> Void
  ) {
    table.add(event, TellingHandler(body))
  }

  /// Handles an event and answers it.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event; returns the module's vote, or `nil` to abstain. An error is
  ///     caught and journaled, counts as abstaining, and the other modules go on.
  @inlinable public mutating func answer<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) throws -> Event.Vote?
  ) {
    table.add(event, AnsweringHandler(body))
  }
}
