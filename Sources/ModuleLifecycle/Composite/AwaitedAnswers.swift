/// A dispatch that waits for handlers which answer later.
package struct AwaitedAnswers: Sendable, Equatable {
  /// The event's name.
  package let event: String
  /// The dispatch's number.
  package let dispatch: UInt64
  /// The modules whose handlers have yet to answer, in the order of the calls.
  package let modules: [String]
  /// How long it will wait, at the most.
  package let rest: Duration
}

/// What is known of such a dispatch while it waits.
struct PendingDispatch {
  let event: String
  /// When it goes on without them, on the composite's clock.
  let end: UInt64
  let laggards: @MainActor @Sendable () -> [String]
  /// Ends it before its time.
  let abandon: @MainActor @Sendable () -> Void
}

extension CompositeDelegate {
  /// The dispatches that wait for answers, in the order in which they were sent.
  package var awaitedAnswers: [AwaitedAnswers] {
    let now = stack.clock.now
    return stack.pending.sorted { $0.key < $1.key }.map { dispatch, pending in
      AwaitedAnswers(
        event: pending.event, dispatch: dispatch, modules: pending.laggards(),
        rest: .nanoseconds(pending.end - min(now, pending.end)))
    }
  }
}
