/// The part of a dispatch that lasts until all handlers have answered.
///
/// It accepts one answer per handler and reports when none is missing. Later answers are recorded and change nothing.
@MainActor final class PendingCompletions<Event: LifecycleEvent> {
  private struct Call {
    let began: UInt64
    weak var completion: Completion<Event.Vote>?
    var answered: UInt64?
    /// The call's id at the watchdog, while the handler works after it has returned.
    var watched: UInt64?
  }

  /// The votes that arrived in time, in order of arrival.
  private(set) var votes: [HandlerVote<Event.Vote>] = []
  private(set) var errors: [HandlerError] = []
  /// Called once, when no answer is waited for any more.
  var onEnd: (() -> Void)?

  private var notes: CompletionNotes
  private let watchdog: Watchdog
  private let clock: MonotonicClock
  private var calls: [Int: Call] = [:]
  /// How many handlers have not answered. Counts all of them from the beginning, before any is called.
  private var outstanding: Int
  private var isOver = false
  /// Called when a handler is done, by position.
  private var listeners: [Int: @MainActor (String?) -> Void] = [:]

  init(_ plan: DispatchPlan, journal: Journal, watchdog: Watchdog) {
    self.watchdog = watchdog
    // The dispatch has no number yet. The first call sets it.
    notes = CompletionNotes(dispatch: 0, event: plan.name, labels: plan.labels, journal: journal)
    clock = journal.clock
    outstanding = plan.asyncCount
  }

  /// Returns the completion of the handler at a position. The handler's call begins now.
  func completion(for step: Int) -> Completion<Event.Vote> {
    let completion = Completion<Event.Vote>(clock: clock) { [self] answer, time in
      MainQueue.run { self.take(answer, from: step, at: time) }
    }
    notes.dispatch = notes.journal.currentDispatch ?? notes.dispatch
    calls[step] = Call(began: clock.now, completion: completion)
    return completion
  }

  /// See `DispatchContext.whenAnswered(_:_:)`.
  func whenAnswered(_ step: Int, _ body: @escaping @MainActor (String?) -> Void) -> Bool {
    guard let call = calls[step], call.answered == nil, !isOver else { return false }
    listeners[step] = body
    return true
  }

  /// Called after all handlers have been called. Returns whether any has not answered yet.
  func allAreCalled(in dispatch: UInt64) -> Bool {
    notes.dispatch = dispatch
    outstanding = calls.values.count { $0.answered == nil }
    isOver = outstanding == 0
    for (step, call) in calls where call.answered == nil {
      calls[step]?.watched = watchdog.completionIsPending(notes.handler(of: step))
    }
    return !isOver
  }

  /// Ends the dispatch because its deadline has passed. Answers that arrive afterwards are late.
  func expire(after deadline: Duration) {
    let laggards = calls.filter { $0.value.answered == nil }
    notes.warn(ofLaggards: laggards.keys.sorted(), deadline: deadline)
    cancelWork()
    end()
  }

  /// Ends the dispatch with the answers so far, because the composite was released.
  func abandon() {
    cancelWork()
    end()
  }

  /// The modules whose handlers have not answered yet, in the order of the calls.
  var laggards: [String] {
    calls.filter { $0.value.answered == nil }.keys.sorted().map { notes.labels.modules[$0].name }
  }

  private func cancelWork() {
    for call in calls.values where call.answered == nil { call.completion?.work?.cancel() }
  }

  /// Updates the dispatch's calls with the results of handlers that answered after they had returned.
  func complete(_ dispatch: inout Dispatch) {
    guard let details = dispatch.details else { return }
    let end = calls.values.contains { $0.answered == nil } ? clock.now : calls.values.compactMap(\.answered).max()
    dispatch.end = max(dispatch.end, end ?? 0)
    for (step, call) in calls where step < details.spans.count && dispatch.isRecorded {
      let total = (call.answered ?? dispatch.end) - call.began
      details.suspended[step] = total - min(details.spans[step].total, total)
      details.spans[step].total = max(details.spans[step].total, total)
      details.spans[step].result = result(of: step, call)
    }
  }

  private func result(of step: Int, _ call: Call) -> HandlerResult {
    if votes.contains(where: { $0.step == step }) { return Event.Vote.self == Void.self ? .returned : .answered }
    if errors.contains(where: { $0.step == step }) { return .threw }
    return call.answered == nil ? .pending : .abstained
  }

  private func take(_ answer: CompletionAnswer<Event.Vote>, from step: Int, at time: UInt64) {
    guard let call = calls[step] else { return }
    let took = time - min(call.began, time)
    if case .threwToo(let text) = answer { return errors.append(HandlerError(step: step, text: text)) }
    if case .again = answer { return notes.note(.again, .null, of: step, at: time, took: took) }
    guard !isOver else {
      if case .dropped = answer { return }
      let value = if case .vote(let vote) = answer { CutValue.unlessSmall(vote) } else { JSONValue.null }
      return notes.note(.late, value, of: step, at: time, took: took)
    }
    calls[step]?.answered = time
    if let watched = call.watched { watchdog.completionCame(watched) }
    switch answer {
    case .vote(let vote): votes.append(HandlerVote(step: step, vote: vote))
    case .threw(let text): errors.append(HandlerError(step: step, text: text))
    case .dropped: notes.warn(ofDropped: step)
    case .abstained, .again, .threwToo: break
    }
    if let listener = listeners.removeValue(forKey: step) { listener(errors.last { $0.step == step }?.text) }
    outstanding -= 1
    if outstanding == 0 { end() }
  }

  private func end() {
    guard let onEnd else { return }
    self.onEnd = nil
    isOver = true
    for case let watched? in calls.values.map(\.watched) { watchdog.completionCame(watched) }
    for listener in listeners.sorted(by: { $0.key < $1.key }) { listener.value(nil) }
    listeners = [:]
    onEnd()
  }
}

extension EventContext {
  /// Adds the votes and errors that arrived after the handlers had returned, in the order of the calls.
  @MainActor func add(_ pending: PendingCompletions<Event>) {
    if let answers {
      answers.pending = nil
      answers.votes = (answers.votes + pending.votes).sorted { $0.step < $1.step }
    }
    if !pending.errors.isEmpty { errors = (errors + pending.errors).sorted { $0.step < $1.step } }
  }

  func ballots(labels: DispatchLabels) -> [Ballot<Event.Vote>] {
    (answers?.votes ?? []).map { vote in
      let label = labels.modules[vote.step]
      var ballot = Ballot(module: label.name, isMain: label.isMain, vote: vote.vote)
      ballot.moduleID = label.id
      return ballot
    }
  }
}
