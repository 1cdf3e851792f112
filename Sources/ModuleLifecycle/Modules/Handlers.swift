/// Collects a module's handlers while it is registered.
@MainActor public struct Handlers<Handled: AnyObject> {
  private(set) var table = HandlerTable()

  init() {}

  /// Handles an event without answering it.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event. An error is caught and journaled, and the other modules go on.
  public mutating func on<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) throws -> Void
  ) {
    table.add(event) { module, payload, _ in
      let handled = unsafe unsafeDowncast(module, to: Handled.self)
      let dispatched = unsafe unsafeDowncast(payload, to: Payload<Event>.self)
      do {
        try body(handled, dispatched.event)
        return .returned
      } catch {
        return .threw(describe(error))
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
    table.add(event) { module, payload, voter in
      let handled = unsafe unsafeDowncast(module, to: Handled.self)
      let dispatched = unsafe unsafeDowncast(payload, to: Payload<Event>.self)
      do {
        guard let vote = try body(handled, dispatched.event) else { return .abstained }
        dispatched.ballots.append(Ballot(module: voter.name, isMain: voter.isMain, vote: vote))
        return .answered(vote)
      } catch {
        return .threw(describe(error))
      }
    }
  }
}

/// An error in the words of its author where it has any; a very long one is cut, because the journal keeps it.
private func describe(_ error: any Error) -> String {
  let text = String(describing: error)
  return text.utf8.count <= 4096 ? text : String(text.prefix(4000)) + "\u{2026}"
}
