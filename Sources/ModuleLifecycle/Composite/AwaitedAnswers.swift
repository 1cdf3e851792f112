/// A dispatch that is waiting for handlers that answer later.
package struct AwaitedAnswers: Sendable, Equatable {
  package let event: String
  package let dispatch: UInt64
  /// The modules whose handlers have yet to answer, in the order of the calls.
  package let modules: [String]
  /// The time left until the event's deadline.
  package let rest: Duration
}

/// What the composite knows about such a dispatch while it waits.
struct PendingDispatch {
  let event: String
  /// The deadline, on the composite's clock. The dispatch then ends without the missing answers.
  let end: UInt64
  let laggards: @MainActor @Sendable () -> [String]
  /// Ends the dispatch before its deadline.
  let abandon: @MainActor @Sendable () -> Void
}

extension CompositeDelegate {
  /// The dispatches that are waiting for answers, in the order in which they were sent.
  package var awaitedAnswers: [AwaitedAnswers] {
    let now = stack.clock.now
    return stack.pending.sorted { $0.key < $1.key }.map { dispatch, pending in
      AwaitedAnswers(
        event: pending.event, dispatch: dispatch, modules: pending.laggards(),
        rest: .nanoseconds(pending.end - min(now, pending.end)))
    }
  }
}
