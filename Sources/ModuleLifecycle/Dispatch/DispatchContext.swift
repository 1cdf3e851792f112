/// The data that one dispatch passes to its handlers: the part that is common to all event types.
@MainActor @usableFromInline class DispatchContext {
  /// The errors that handlers threw, with the handlers' positions in the dispatch.
  final var errors: [HandlerError] = []

  /// The delivery that it is for.
  final var dispatch: Dispatch?

  @usableFromInline init() {}

  @usableFromInline final func note(_ error: any Error, at step: Int) {
    errors.append(HandlerError(step: step, text: describe(error)))
  }

  /// The event. This class returns a placeholder.
  var anyEvent: any LifecycleEvent { DidReceiveMemoryWarning() }

  /// What the journal keeps of the event, the response, and the votes by the positions of the handlers that cast them.
  var recorded: (event: RecordedValue, response: RecordedValue, votes: [Int: RecordedValue]) { (.none, .none, [:]) }

  /// Notes that all handlers have been called, in this dispatch.
  ///
  /// - Returns: Whether any of them has yet to answer.
  func endCalls(of dispatch: Dispatch) -> Bool { false }

  /// The handlers that have yet to answer.
  var pending: (any PendingAnswers)? { nil }

  /// Combines the votes into the response.
  ///
  /// - Parameter isRefused: Whether the sender gets `false`, if the event asks for a Boolean.
  /// - Returns: The contradiction between the votes, if any.
  func combineVotes(labels: [ModuleLabel], isRefused: Bool) -> VoteConflict? { nil }

  /// All errors, including those of handlers that answered later.
  var allErrors: [HandlerError] { errors }

  /// Whether the sender waits for the response.
  var hasCompletion: Bool { false }

  /// Passes the response to the sender's completion.
  func complete() {}
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

@usableFromInline final class EventContext<Event: LifecycleEvent>: DispatchContext {
  typealias Completed = @MainActor (Event.Response) -> Void

  @usableFromInline let event: Event
  /// `nil` for an event that asks nothing.
  private let policy: ResponsePolicy<Event.Vote, Event.Response>?
  /// The values that the sender passed alongside the event, while the handlers are called. The journal never sees them.
  private(set) var native: NativeValues
  private var votes: [HandlerVote<Event.Vote>] = []
  private var response: Event.Response?
  private var completed: Completed?
  /// The handlers that answer later.
  private(set) var completions: PendingCompletions<Event>?

  /// Creates the context of an event that asks nothing.
  @usableFromInline init(_ event: Event) {
    self.event = event
    (policy, native) = (nil, [])
  }

  init(
    _ event: Event, _ policy: ResponsePolicy<Event.Vote, Event.Response>, native: NativeValues,
    completions: PendingCompletions<Event>?, completed: Completed?
  ) {
    (self.event, self.policy, self.native) = (event, policy, native)
    (self.completions, self.completed) = (completions, completed)
  }

  override var anyEvent: any LifecycleEvent { event }

  /// Notes a handler's vote.
  ///
  /// - Returns: The result of the call that cast it.
  func cast(_ vote: Event.Vote?, at step: Int) -> HandlerResult {
    guard let vote else { return .abstained }
    guard let policy else { return .returned }
    votes.append(HandlerVote(step: step, vote: vote))
    return policy.stops?(vote) == true ? .claimed : .answered
  }

  // MARK: The answers

  override var pending: (any PendingAnswers)? { completions }

  override func endCalls(of dispatch: Dispatch) -> Bool {
    native = []
    return completions?.endCalls(of: dispatch) ?? false
  }

  override func combineVotes(labels: [ModuleLabel], isRefused: Bool) -> VoteConflict? {
    if completions != nil {
      (votes, errors) = (allVotes, allErrors)
      self.completions = nil
    }
    guard let policy else { return nil }
    let verdict = policy.combine(ballots(labels: labels))
    response = isRefused ? false as? Event.Response ?? verdict.response : verdict.response
    return verdict.conflict
  }

  /// The response, or what it would be with the answers that have been given so far. `nil` for an event that asks nothing.
  func response(labels: [ModuleLabel]) -> Event.Response? {
    response ?? policy?.combine(ballots(labels: labels)).response
  }

  override var allErrors: [HandlerError] {
    guard let completions, !completions.errors.isEmpty else { return errors }
    return (errors + completions.errors).sorted { $0.step < $1.step }
  }

  override var hasCompletion: Bool { completed != nil }

  override func complete() {
    guard let completed, let response else { return }
    self.completed = nil
    completed(response)
  }

  private var allVotes: [HandlerVote<Event.Vote>] {
    (votes + (completions?.votes ?? [])).sorted { $0.step < $1.step }
  }

  private func ballots(labels: [ModuleLabel]) -> [Ballot<Event.Vote>] {
    allVotes.map { vote in
      let label = labels[vote.step]
      var ballot = Ballot(module: label.name, isMain: label.isMain, vote: vote.vote)
      ballot.moduleID = label.id
      return ballot
    }
  }

  // MARK: In the journal

  override var recorded: (event: RecordedValue, response: RecordedValue, votes: [Int: RecordedValue]) {
    let event = RecordedValue.of(event)
    guard policy != nil, Event.Vote.self != Void.self else { return (event, .none, [:]) }
    // Together, they have as much room as the journal gives a dispatch.
    let room = RecordedValue.mostBytes - event.bytes
    let response = response.map { RecordedValue.of($0, room: room / 2) } ?? .none
    let kept = votes.map { ($0.step, RecordedValue.of($0.vote, room: room / 2 / max(1, votes.count))) }
    return (event, response, Dictionary(kept, uniquingKeysWith: { first, _ in first }))
  }
}

/// Returns an error's description. A very long one is cut, because the journal keeps it.
package func describe(_ error: any Error) -> String {
  let text = String(describing: error)
  return text.utf8.count <= 4096 ? text : CutValue.text(text, scalars: 4000)
}
