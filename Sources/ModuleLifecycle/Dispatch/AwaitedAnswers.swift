/// A dispatch that is waiting for handlers that answer later.
package struct AwaitedAnswers: Sendable, Equatable {
  package let event: String
  package let dispatch: UInt64
  /// The modules whose handlers have yet to answer, in the order of the calls.
  package let modules: [String]
  /// The time left until the event's deadline.
  package let rest: Duration
}

extension CompositeDelegate {
  /// The dispatches that are waiting for answers, in the order in which they were sent.
  package var awaitedAnswers: [AwaitedAnswers] {
    let stack = application.stack
    let now = stack.clock.now
    return stack.pending.sorted { $0.key < $1.key }.map { dispatch, pending in
      AwaitedAnswers(
        event: pending.event, dispatch: dispatch, modules: pending.laggards,
        rest: .nanoseconds(pending.deadline - min(now, pending.deadline)))
    }
  }
}
