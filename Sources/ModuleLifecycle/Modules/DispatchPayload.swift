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

/// The answers to one event.
final class EventAnswers<Event: LifecycleEvent> {
  /// The votes, in the order in which they came.
  var votes: [HandlerVote<Event.Vote>] = []
  /// What the policy made of them.
  var response: Event.Response?
  /// Who waits for those that answer later; `nil` where nobody does, and when all is over.
  var tail: AsyncTail<Event>?
  let stops: (@Sendable (Event.Vote) -> Bool)?

  init(stops: (@Sendable (Event.Vote) -> Bool)?, tail: AsyncTail<Event>?) {
    self.stops = stops
    self.tail = tail
  }
}

/// The payload of one event.
@usableFromInline final class Payload<Event: LifecycleEvent>: DispatchPayload, @unchecked Sendable {
  @usableFromInline let event: Event
  /// What it is answered; `nil` where nothing is asked.
  let answers: EventAnswers<Event>?

  init(_ event: Event, answers: EventAnswers<Event>) {
    self.event = event
    self.answers = answers
  }

  /// The payload of an event that asks nothing.
  @usableFromInline init(_ event: Event) {
    self.event = event
    answers = nil
  }

  override var anyEvent: any LifecycleEvent { event }

  /// Takes a vote, and tells how the call counts that gave it.
  @usableFromInline func cast(_ vote: Event.Vote, at step: Int) -> HandlerResult {
    guard let answers else { return .returned }
    answers.votes.append(HandlerVote(step: step, vote: vote))
    hasVotes = true
    guard let stops = answers.stops else { return .answered }
    return stops(vote) ? .claimed : .answered
  }

  override var arguments: JSONValue { EventArguments.json(of: event) }
  override var response: JSONValue { answers?.response.map { JSONValue(describing: $0) } ?? .null }

  override var votesInWords: [Int: JSONValue] {
    Dictionary(
      (answers?.votes ?? []).map { ($0.step, JSONValue(describing: $0.vote)) }, uniquingKeysWith: { first, _ in first })
  }

  override var votesCost: Int {
    let votes = answers?.votes ?? []
    let texts = Event.Vote.self == String.self ? votes.reduce(0) { $0 + (($1.vote as? String)?.utf8.count ?? 0) } : 0
    return votes.count * MemoryLayout<HandlerVote<Event.Vote>>.stride + texts
  }
}

/// The arguments of events as JSON.
private enum EventArguments {
  /// Those of events that have none, by their types: all values of such a type are the same.
  private static let constant = Locked<[ObjectIdentifier: JSONValue]>([:])

  static func json<Event: LifecycleEvent>(of event: Event) -> JSONValue {
    guard MemoryLayout<Event>.size == 0 else { return (try? JSONValue(encoding: event)) ?? .null }
    if let known = constant.withLock({ $0[ObjectIdentifier(Event.self)] }) { return known }
    let value = (try? JSONValue(encoding: event)) ?? .null
    constant.withLock { $0[ObjectIdentifier(Event.self)] = value }
    return value
  }
}

/// An error in the words of its author where it has any; a very long one is cut, because the journal keeps it.
func describe(_ error: any Error) -> String {
  let text = String(describing: error)
  return text.utf8.count <= 4096 ? text : String(text.prefix(4000)) + "\u{2026}"
}
