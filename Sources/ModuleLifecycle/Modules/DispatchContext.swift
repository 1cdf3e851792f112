/// What one dispatch carries past its handlers and keeps for the journal, as far as it is the same for all events.
///
/// It is written while the handlers run and until their votes are combined, on the main actor; from then on the journal's
/// readers read it, and nobody writes any more.
@usableFromInline class DispatchContext: @unchecked Sendable {
  /// What the event, the votes, the response and the errors of one dispatch may take in a journal, in bytes, as
  /// estimated. Of what takes more the beginning is kept.
  static let mostBytes = 64 << 10

  /// What handlers threw, by their places in the dispatch.
  final var errors: [HandlerError] = []

  @usableFromInline final func note(_ error: any Error, at step: Int) {
    errors.append(HandlerError(step: step, text: describe(error)))
  }

  /// The event.
  var anyEvent: any LifecycleEvent { DidReceiveMemoryWarning() }

  @usableFromInline init() {}

  /// Has a closure called once when the handler of that place, which goes on, is over: with its error, in words.
  ///
  /// - Returns: Whether it will be.
  @MainActor func whenAnswered(_ step: Int, _ body: @escaping @MainActor (String?) -> Void) -> Bool { false }

  // MARK: For readers

  /// The event's arguments.
  var arguments: JSONValue { .null }
  /// The combined answer.
  var response: JSONValue { .null }
  /// The votes by the places of the handlers that cast them.
  var votesInWords: [Int: JSONValue] { [:] }

  /// Whether arguments, votes and response are beginnings only.
  var isCut: Bool { false }

  /// An estimate of its memory, in bytes; one that is far above `mostBytes` may be far too low.
  final var cost: Int { errors.isEmpty ? valuesCost : errors.reduce(valuesCost) { $0 + 48 + $1.text.utf8.count } }

  /// What the journal keeps: itself, or where that is too large its beginning; and an estimate of that, in bytes.
  final var kept: (DispatchContext, Int) {
    let whole = cost
    if whole <= Self.mostBytes { return (self, 48 + whole) }
    let cut = cut
    return (cut, 48 + cut.cost)
  }

  /// The share of event, votes and response.
  var valuesCost: Int { 0 }

  /// The same without the values that are too large to be kept: of them the beginning is there.
  var cut: DispatchContext { self }
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
  var pending: PendingCompletions<Event>?
  /// What the handlers get beside the event, while they are called. The journal, which keeps the answers, never sees it.
  var native: NativeValues
  let stops: (@Sendable (Event.Vote) -> Bool)?

  init(stops: (@Sendable (Event.Vote) -> Bool)?, pending: PendingCompletions<Event>?, native: NativeValues) {
    self.stops = stops
    self.pending = pending
    self.native = native
  }

  var votesInWords: [Int: JSONValue] { votesInWords { JSONValue(describing: $0) } }

  func votesInWords(_ words: (Event.Vote) -> JSONValue) -> [Int: JSONValue] {
    Dictionary(votes.map { ($0.step, words($0.vote)) }, uniquingKeysWith: { first, _ in first })
  }

  /// An estimate of the memory that votes and response take, in bytes.
  var cost: Int {
    let own = votes.count * MemoryLayout<HandlerVote<Event.Vote>>.stride
    guard !_isPOD(Event.Vote.self) || !_isPOD(Event.Response.self) else { return own }
    var bytes = own + (response.map { HeapSize.of(any: $0, limit: DispatchContext.mostBytes) } ?? 0)
    for vote in votes where bytes <= DispatchContext.mostBytes {
      bytes += HeapSize.of(any: vote.vote, limit: DispatchContext.mostBytes)
    }
    return bytes
  }
}

/// The context of one event.
@usableFromInline final class EventContext<Event: LifecycleEvent>: DispatchContext, @unchecked Sendable {
  @usableFromInline let event: Event
  /// What it is answered; `nil` where nothing is asked.
  let answers: EventAnswers<Event>?

  init(_ event: Event, answers: EventAnswers<Event>) {
    self.event = event
    self.answers = answers
  }

  /// The context of an event that asks nothing.
  @usableFromInline init(_ event: Event) {
    self.event = event
    answers = nil
  }

  override var anyEvent: any LifecycleEvent { event }

  @MainActor override func whenAnswered(_ step: Int, _ body: @escaping @MainActor (String?) -> Void) -> Bool {
    answers?.pending?.whenAnswered(step, body) ?? false
  }

  /// What the sender gave beside the event.
  var native: NativeValues { answers?.native ?? [] }

  /// Takes a vote, and tells how the call counts that gave it.
  @usableFromInline func cast(_ vote: Event.Vote, at step: Int) -> HandlerResult {
    guard let answers else { return .returned }
    answers.votes.append(HandlerVote(step: step, vote: vote))
    guard let stops = answers.stops else { return .answered }
    return stops(vote) ? .claimed : .answered
  }

  override var arguments: JSONValue { EventArguments.json(of: event) }
  override var response: JSONValue { answers?.response.map { JSONValue(describing: $0) } ?? .null }

  override var votesInWords: [Int: JSONValue] { answers?.votesInWords ?? [:] }

  override var valuesCost: Int {
    // Nearly all events are of such a type.
    let heap = _isPOD(Event.self) ? 0 : HeapSize.of(event, limit: Self.mostBytes)
    let own = MemoryLayout<Event>.size + heap
    guard let answers else { return own }
    return own + answers.cost
  }

  override var cut: DispatchContext { CutPayload(self) }
}

/// What is kept of a context that is too large.
private final class CutPayload<Event: LifecycleEvent>: DispatchContext, @unchecked Sendable {
  private let answers: EventAnswers<Event>?
  private let cutArguments: JSONValue
  private let cutResponse: JSONValue
  private let cutVotes: [Int: JSONValue]
  private let bytes: Int

  init(_ whole: EventContext<Event>) {
    let small = whole.answers.flatMap { $0.cost <= Self.mostBytes ? $0 : nil }
    answers = small
    cutArguments = CutValue.of(whole.event)
    cutResponse = small == nil ? whole.answers?.response.map { CutValue.of(any: $0) } ?? .null : .null
    cutVotes = small == nil ? whole.answers?.votesInWords { CutValue.of(any: $0) } ?? [:] : [:]
    bytes =
      (small?.cost ?? 0)
      + ([cutArguments, cutResponse] + cutVotes.values).reduce(0) { $0 + 32 + HeapSize.of($1, limit: .max) }
    super.init()
    errors = whole.errors
    let texts = errors.reduce(0) { $0 + $1.text.utf8.count }
    if texts > Self.mostBytes { errors = errors.map { HandlerError(step: $0.step, text: CutValue.text($0.text)) } }
  }

  override var isCut: Bool { true }
  override var valuesCost: Int { bytes }
  override var arguments: JSONValue { cutArguments }
  override var response: JSONValue { answers?.response.map { JSONValue(describing: $0) } ?? cutResponse }
  override var votesInWords: [Int: JSONValue] { answers?.votesInWords ?? cutVotes }
}

/// The arguments of events as JSON.
enum EventArguments {
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
package func describe(_ error: any Error) -> String {
  let text = String(describing: error)
  return text.utf8.count <= 4096 ? text : CutValue.text(text, scalars: 4000)
}
