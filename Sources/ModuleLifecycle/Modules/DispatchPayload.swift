/// What one dispatch carries past its handlers, as far as it is the same for all events.
@MainActor class DispatchPayload {
  /// What handlers threw, by their places in the dispatch.
  private(set) var errors: [HandlerError] = []

  func note(_ error: any Error, at step: Int) {
    errors.append(HandlerError(step: step, text: describe(error)))
  }
}

/// What a handler threw, in words.
struct HandlerError: Sendable {
  let step: Int
  let text: String
}

/// What a handler answered.
struct HandlerVote<Vote: Sendable>: Sendable {
  let step: Int
  let vote: Vote
}

/// What one dispatch carries past its handlers: the event, and the votes they cast.
@MainActor final class Payload<Event: LifecycleEvent>: DispatchPayload {
  let event: Event
  /// The votes, in the order in which they came.
  private(set) var votes: [HandlerVote<Event.Vote>] = []
  /// Who waits for those that answer later; `nil` where nobody does.
  let tail: AsyncTail<Event>?
  private let stops: (@Sendable (Event.Vote) -> Bool)?

  init(_ event: Event, tail: AsyncTail<Event>?) {
    self.event = event
    self.tail = tail
    stops = Event.policy.stops
  }

  /// Takes a vote, and tells how the call counts that gave it.
  func cast(_ vote: Event.Vote, at step: Int) -> HandlerResult {
    votes.append(HandlerVote(step: step, vote: vote))
    guard let stops else { return .answered }
    return stops(vote) ? .claimed : .answered
  }
}

/// An error in the words of its author where it has any; a very long one is cut, because the journal keeps it.
func describe(_ error: any Error) -> String {
  let text = String(describing: error)
  return text.utf8.count <= 4096 ? text : String(text.prefix(4000)) + "\u{2026}"
}
