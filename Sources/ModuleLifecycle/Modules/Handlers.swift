/// Collects a module's handlers while it is registered.
@MainActor public struct Handlers<Handled: AnyObject> {
  var table = HandlerTable()

  init() {}

  /// Handles an event without answering it.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event. An error is caught and journaled, and the other modules go on.
  public mutating func on<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) throws -> Void
  ) {
    table.add(event) { module, payload, step in
      let handled = unsafe unsafeDowncast(module, to: Handled.self)
      let dispatched = unsafe unsafeDowncast(payload, to: Payload<Event>.self)
      do {
        try body(handled, dispatched.event)
        return .returned
      } catch {
        dispatched.note(error, at: step)
        return .threw
      }
    }
  }

  /// Handles an event and answers it.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event; returns the module's vote, or `nil` to abstain. An error is
  ///     caught and journaled, counts as abstaining, and the other modules go on.
  public mutating func answer<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) throws -> Event.Vote?
  ) {
    table.add(event) { module, payload, step in
      let handled = unsafe unsafeDowncast(module, to: Handled.self)
      let dispatched = unsafe unsafeDowncast(payload, to: Payload<Event>.self)
      do {
        guard let vote = try body(handled, dispatched.event) else { return .abstained }
        return dispatched.cast(vote, at: step)
      } catch {
        dispatched.note(error, at: step)
        return .threw
      }
    }
  }
}
