/// What one dispatch carries past its handlers and keeps for the journal, as far as it is the same for all events.
///
/// It is written while the handlers run and until their votes are combined, on the main actor; from then on the journal's
/// readers read it, and nobody writes any more.
@usableFromInline class DispatchPayload: @unchecked Sendable {
  /// What handlers threw, by their places in the dispatch.
  final var errors: [HandlerError] = []
  /// Whether anybody has voted.
  final var hasVotes = false

  @usableFromInline final func note(_ error: any Error, at step: Int) {
    errors.append(HandlerError(step: step, text: describe(error)))
  }

  /// The event.
  var anyEvent: any LifecycleEvent { DidReceiveMemoryWarning() }

  @usableFromInline init() {}

  // MARK: For readers

  /// The event's arguments.
  var arguments: JSONValue { .null }
  /// The combined answer.
  var response: JSONValue { .null }
  /// The votes by the places of the handlers that cast them.
  var votesInWords: [Int: JSONValue] { [:] }

  /// An estimate of its memory, in bytes.
  final var cost: Int {
    errors.isEmpty && !hasVotes ? 0 : errors.reduce(votesCost) { $0 + 48 + $1.text.utf8.count }
  }

  /// The share of the votes.
  var votesCost: Int { 0 }
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

/// The payload of one event.
@usableFromInline final class Payload<Event: LifecycleEvent>: DispatchPayload, @unchecked Sendable {
  @usableFromInline let event: Event
  /// The votes, in the order in which they came.
  var votes: [HandlerVote<Event.Vote>] = []
  /// What the policy made of them.
  var answer: Event.Response?
  /// Who waits for those that answer later; `nil` where nobody does, and when all is over.
  var tail: AsyncTail<Event>?
  private let stops: (@Sendable (Event.Vote) -> Bool)?

  init(_ event: Event, stops: (@Sendable (Event.Vote) -> Bool)?, tail: AsyncTail<Event>?) {
    self.event = event
    self.stops = stops
    self.tail = tail
  }

  /// The payload of an event that asks nothing.
  @usableFromInline convenience init(_ event: Event) { self.init(event, stops: nil, tail: nil) }

  override var anyEvent: any LifecycleEvent { event }

  /// Takes a vote, and tells how the call counts that gave it.
  @usableFromInline func cast(_ vote: Event.Vote, at step: Int) -> HandlerResult {
    votes.append(HandlerVote(step: step, vote: vote))
    hasVotes = true
    guard let stops else { return .answered }
    return stops(vote) ? .claimed : .answered
  }

  override var arguments: JSONValue { (try? JSONValue(encoding: event)) ?? .null }
  override var response: JSONValue { answer.map { JSONValue(describing: $0) } ?? .null }

  override var votesInWords: [Int: JSONValue] {
    Dictionary(votes.map { ($0.step, JSONValue(describing: $0.vote)) }, uniquingKeysWith: { first, _ in first })
  }

  override var votesCost: Int {
    let texts = Event.Vote.self == String.self ? votes.reduce(0) { $0 + (($1.vote as? String)?.utf8.count ?? 0) } : 0
    return votes.count * MemoryLayout<HandlerVote<Event.Vote>>.stride + texts
  }
}

/// An error in the words of its author where it has any; a very long one is cut, because the journal keeps it.
func describe(_ error: any Error) -> String {
  let text = String(describing: error)
  return text.utf8.count <= 4096 ? text : String(text.prefix(4000)) + "\u{2026}"
}
