/// The data that one dispatch passes to its handlers and keeps for the journal: the part that is common to all event
/// types.
///
/// The main actor writes it while the handlers run and until their votes are combined. After that, only the journal's
/// readers read it, and nothing writes it.
@usableFromInline class DispatchContext: @unchecked Sendable {
  /// The limit for the event, votes, response and errors of one dispatch in a journal, in estimated bytes. A larger
  /// value is cut to its prefix.
  static let mostBytes = 64 << 10

  /// The errors that handlers threw, with the handlers' positions in the dispatch.
  final var errors: [HandlerError] = []

  @usableFromInline final func note(_ error: any Error, at step: Int) {
    errors.append(HandlerError(step: step, text: describe(error)))
  }

  /// The event. This class returns a placeholder.
  var anyEvent: any LifecycleEvent { DidReceiveMemoryWarning() }

  @usableFromInline init() {}

  /// Calls a closure once when the handler at a position, which is still working, is done. The closure gets its error
  /// as text.
  ///
  /// - Returns: Whether the closure will be called.
  @MainActor func whenAnswered(_ step: Int, _ body: @escaping @MainActor (String?) -> Void) -> Bool { false }

  // MARK: For readers

  var arguments: JSONValue { .null }
  /// The combined answer.
  var response: JSONValue { .null }
  /// The votes, by the positions of the handlers that cast them.
  var votesInWords: [Int: JSONValue] { [:] }

  /// Whether arguments, votes and response are only prefixes.
  var isCut: Bool { false }

  /// An estimate of its memory, in bytes. Far above `mostBytes`, the estimate can be much too low.
  final var cost: Int { errors.isEmpty ? valuesCost : errors.reduce(valuesCost) { $0 + 48 + $1.text.utf8.count } }

  /// What the journal keeps, and an estimate of its size in bytes: the context itself, or a cut copy if it is too
  /// large.
  final var kept: (DispatchContext, Int) {
    let whole = cost
    if whole <= Self.mostBytes { return (self, 48 + whole) }
    let cut = cut
    return (cut, 48 + cut.cost)
  }

  /// The part of `cost` for event, votes and response.
  var valuesCost: Int { 0 }

  /// A copy in which values that are too large are cut to their prefix.
  var cut: DispatchContext { self }
}

/// An error that a handler threw, as text.
struct HandlerError: Sendable {
  let step: Int
  let text: String
}

struct HandlerVote<Vote: Sendable>: Sendable {
  let step: Int
  let vote: Vote
}

/// The answers to one event.
final class EventAnswers<Event: LifecycleEvent> {
  /// The votes, in order of arrival.
  var votes: [HandlerVote<Event.Vote>] = []
  /// The policy's response.
  var response: Event.Response?
  /// The completions that are still open. `nil` when there are none, and after the dispatch has ended.
  var pending: PendingCompletions<Event>?
  /// The values that handlers receive alongside the event, while they are called. The journal keeps the answers but
  /// never sees these values.
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

@usableFromInline final class EventContext<Event: LifecycleEvent>: DispatchContext, @unchecked Sendable {
  @usableFromInline let event: Event
  /// The votes and the response. `nil` when the event asks nothing.
  let answers: EventAnswers<Event>?

  init(_ event: Event, answers: EventAnswers<Event>) {
    self.event = event
    self.answers = answers
  }

  /// Creates the context of an event that asks nothing.
  @usableFromInline init(_ event: Event) {
    self.event = event
    answers = nil
  }

  override var anyEvent: any LifecycleEvent { event }

  @MainActor override func whenAnswered(_ step: Int, _ body: @escaping @MainActor (String?) -> Void) -> Bool {
    answers?.pending?.whenAnswered(step, body) ?? false
  }

  /// The values that the sender passed alongside the event.
  var native: NativeValues { answers?.native ?? [] }

  /// Records a vote, and returns the result of the call that cast it.
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
    // Nearly all events need no heap memory.
    let heap = _isPOD(Event.self) ? 0 : HeapSize.of(event, limit: Self.mostBytes)
    let own = MemoryLayout<Event>.size + heap
    guard let answers else { return own }
    return own + answers.cost
  }

  override var cut: DispatchContext { CutPayload(self) }
}

/// The kept part of a context that is too large.
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
  /// The JSON of event types without arguments. All values of such a type are equal.
  private static let constant = Locked<[ObjectIdentifier: JSONValue]>([:])

  static func json<Event: LifecycleEvent>(of event: Event) -> JSONValue {
    guard MemoryLayout<Event>.size == 0 else { return (try? JSONValue(encoding: event)) ?? .null }
    if let known = constant.withLock({ $0[ObjectIdentifier(Event.self)] }) { return known }
    let value = (try? JSONValue(encoding: event)) ?? .null
    constant.withLock { $0[ObjectIdentifier(Event.self)] = value }
    return value
  }
}

/// Returns an error's description. A very long one is cut, because the journal keeps it.
package func describe(_ error: any Error) -> String {
  let text = String(describing: error)
  return text.utf8.count <= 4096 ? text : CutValue.text(text, scalars: 4000)
}
