/// Collects a module's handlers while the module is being registered.
@MainActor public struct Handlers<Handled: AnyObject> {
  @usableFromInline var table = HandlerTable()

  init() {}

  /// Registers a handler that doesn't answer.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event. An error is caught and journaled, and the other modules are still
  ///     called.
  @inlinable public mutating func on<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) throws -> Void
  ) {
    table.add(event, TellingHandler(body))
  }

  /// Registers a handler that answers an event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event. Returns the module's vote, or `nil` to abstain. An error is
  ///     caught and journaled, and counts as abstaining. The other modules are still called.
  public mutating func answer<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) throws -> Event.Vote?
  ) {
    answer(event) { handled, event, _ in try body(handled, event) }
  }
}
