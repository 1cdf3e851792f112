struct HandlerVote<Vote: Sendable>: Sendable {
  let step: Int
  let vote: Vote
}

/// A dispatch of an event that asks nothing and whose handlers all answer at once. It has no more than the event.
@usableFromInline class EventDispatch<Event: LifecycleEvent>: Dispatch {
  @usableFromInline final let event: Event

  @inlinable init(_ event: Event, _ plan: DispatchPlan) {
    self.event = event
    super.init(plan)
  }

  override var anyEvent: any LifecycleEvent { event }
  override func recordValues() -> (event: RecordedValue, response: RecordedValue) {
    (RecordedValue.of(event, sizes: plan.sizes(of: event)), .none)
  }

  /// The handlers that answer later.
  var completions: PendingCompletions<Event>? { nil }

  /// Notes a handler's vote.
  ///
  /// - Returns: The result of the call that cast it.
  func cast(_ vote: Event.Vote?, at step: Int) -> HandlerResult { vote == nil ? .abstained : .returned }
}

/// A dispatch of any other event.
final class AnsweredDispatch<Event: LifecycleEvent>: EventDispatch<Event> {
  typealias Completed = @MainActor (Event.Response) -> Void

  private let policy: ResponsePolicy<Event.Vote, Event.Response>
  private var values: SystemObjects
  private var votes: [HandlerVote<Event.Vote>] = []
  private var response: Event.Response?
  private var completed: Completed?
  /// Whose code has sent the event and waits for the response. `nil` for code outside of the modules.
  private let caller: Owner?
  private var answers: PendingCompletions<Event>?
  /// The ballots of modules for which the event was held.
  private var heldBallots: [Ballot<Event.Vote>] = []

  init(
    _ event: Event, _ plan: DispatchPlan, native: SystemObjects, completions: PendingCompletions<Event>?,
    completed: Completed?, caller: Owner?
  ) {
    self.caller = caller
    (policy, values, answers, self.completed) = (plan.policy(of: Event.self), native, completions, completed)
    super.init(event, plan)
  }

  override var native: SystemObjects { values }
  override var completions: PendingCompletions<Event>? { answers }

  override func cast(_ vote: Event.Vote?, at step: Int) -> HandlerResult {
    guard let vote else { return .abstained }
    guard !policy.asksNothing else { return .returned }
    votes.append(HandlerVote(step: step, vote: vote))
    return policy.stops?(vote) == true ? .claimed : .answered
  }

  // MARK: The answers

  override var pending: (any PendingAnswers)? { answers }

  override func endCalls() -> Bool {
    values = []
    return answers?.endCalls(of: self) ?? false
  }

  override func combineVotes(isRefused: Bool) -> VoteConflict? {
    if answers != nil {
      votes = allVotes
      if case let errors = allErrors, !errors.isEmpty { details.errors = errors }
      answers = nil
    }
    let verdict = policy.combine(ballots)
    response = isRefused ? false as? Event.Response ?? verdict.response : verdict.response
    guard let earlier = ownDetails?.earlier as? AnsweredDispatch else { return verdict.conflict }
    let before = earlier.ballots + earlier.heldBallots
    earlier.heldBallots += ballots
    return ballots.isEmpty ? nil : policy.combine(before + ballots).conflict
  }

  override var loneRefusal: Int? {
    let refusals = votes.filter { $0.vote as? Bool == false }
    return refusals.count == 1 && plan.steps.count > 1 && response as? Bool == false ? refusals[0].step : nil
  }

  override var isClaimed: Bool {
    guard Event.Vote.self != Void.self else { return super.isClaimed }
    return switch responseSoFar {
    case let answer as Bool: answer
    case let answer as UserActivityContinuation: answer.isContinued
    default: !votes.isEmpty
    }
  }

  /// The response, or what it would be with the answers that have been given so far.
  var responseSoFar: Event.Response { response ?? policy.combine(ballots).response }

  override var allErrors: [HandlerError] {
    guard let answers, !answers.errors.isEmpty else { return errors }
    return (errors + answers.errors).sorted { $0.step < $1.step }
  }

  override var hasCompletion: Bool { completed != nil }

  override func complete() {
    guard let completed, let response else { return }
    self.completed = nil
    CompositeDelegate.outsideOfConstruction {
      Owner.$current.withValue(caller) { completed(response) }
    }
  }

  private var allVotes: [HandlerVote<Event.Vote>] {
    (votes + (answers?.votes ?? [])).sorted { $0.step < $1.step }
  }

  private var ballots: [Ballot<Event.Vote>] {
    allVotes.map { vote in
      let label = plan.names.labels[vote.step]
      var ballot = Ballot(module: label.name, isMain: label.isMain, vote: vote.vote)
      ballot.moduleID = label.id
      return ballot
    }
  }

  // MARK: In the journal

  override func recordValues() -> (event: RecordedValue, response: RecordedValue) {
    let event = RecordedValue.of(event, sizes: plan.sizes(of: event))
    guard Event.Vote.self != Void.self else { return (event, .none) }
    // Together, they have as much room as the journal gives a dispatch.
    let room = RecordedValue.mostBytes - event.bytes
    // The first vote of a handler counts.
    for vote in votes.reversed() {
      details.notes[vote.step, default: HandlerSpans.Note()].value = .of(vote.vote, room: room / 2 / votes.count)
    }
    return (event, response.map { RecordedValue.of($0, room: room / 2) } ?? .none)
  }
}

/// Returns an error's description. A very long one is cut, because the journal keeps it.
package func describe(_ error: any Error) -> String {
  let text = String(describing: error)
  return text.utf8.count <= 4096 ? text : CutValue.text(text, scalars: 4000)
}
