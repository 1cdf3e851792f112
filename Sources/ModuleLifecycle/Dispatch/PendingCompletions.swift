/// The part of a dispatch that lasts until all handlers have answered, for any event.
@MainActor protocol PendingAnswers: AnyObject, Sendable {
  /// The event's name.
  var event: String { get }
  /// The deadline, on the composite's clock. The dispatch then ends without the missing answers.
  var deadline: UInt64 { get }
  /// The modules whose handlers have not answered yet, in the order of the calls.
  var laggards: [String] { get }

  /// Calls a closure once when the handler at a position is done, with its error as text.
  ///
  /// - Returns: Whether it will be called.
  func whenAnswered(_ step: Int, _ body: @escaping @MainActor (String?) -> Void) -> Bool

  /// Waits until no answer is missing, or until the deadline, then calls a closure once.
  func wait(sleep: @escaping @Sendable (Duration) async throws -> Void, _ end: @escaping @MainActor () -> Void)

  /// Ends the dispatch with the answers so far, because the composite was released.
  func abandon()
}

/// Accepts one answer per handler and reports when none is missing. Later answers are recorded and change nothing.
@MainActor final class PendingCompletions<Event: LifecycleEvent>: PendingAnswers {
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
  private let names: DispatchPlan.Names
  private let journal: Journal
  private let watchdog: Watchdog
  private let allowed: Duration
  /// Until it ends: a completion that is kept must not keep the plan.
  private var dispatch: Dispatch?
  private var number: DispatchID = 0
  private var calls: [Int: Call] = [:]
  /// How many of them have not been answered.
  private var outstanding = 0
  private var isOver = false
  /// Called once, when no answer is waited for any more.
  private var end: (@MainActor () -> Void)?
  /// Called when a handler is done, by position.
  private var listeners: [Int: @MainActor (String?) -> Void] = [:]
  private(set) var deadline = UInt64.max

  init(_ plan: DispatchPlan, journal: Journal, watchdog: Watchdog) {
    (names, self.journal, self.watchdog) = (plan.names, journal, watchdog)
    allowed = (Event.self as? any AsyncLifecycleEvent.Type)?.deadline ?? .seconds(25)
  }

  var event: String { names.event }
  var laggards: [String] { missing.map { names.labels[$0].name } }

  /// The positions of the handlers that have not answered yet, in the order of the calls.
  private var missing: [Int] { calls.filter { $0.value.answered == nil }.keys.sorted() }

  /// Returns the completion of the handler at a position. The handler's call begins now.
  func completion(for step: Int, in dispatch: Dispatch) -> Completion<Event.Vote> {
    let completion = Completion<Event.Vote>(clock: journal.clock) { [self] answer, time in
      MainQueue.run { self.take(answer, from: step, at: time) }
    }
    (self.dispatch, number) = (dispatch, dispatch.id)
    calls[step] = Call(began: journal.clock.now, completion: completion)
    outstanding += 1
    return completion
  }

  func whenAnswered(_ step: Int, _ body: @escaping @MainActor (String?) -> Void) -> Bool {
    guard let call = calls[step], call.answered == nil, !isOver else { return false }
    listeners[step] = body
    return true
  }

  /// Notes that all handlers have been called.
  ///
  /// - Returns: Whether any has not answered yet.
  func endCalls(of dispatch: Dispatch) -> Bool {
    (self.dispatch, number) = (dispatch, dispatch.id)
    isOver = outstanding == 0
    for step in missing { calls[step]?.watched = watchdog.completionIsPending(handler(at: step)) }
    if isOver { updateRows() }
    return !isOver
  }

  func wait(sleep: @escaping @Sendable (Duration) async throws -> Void, _ end: @escaping @MainActor () -> Void) {
    let now = journal.clock.now
    let rest = max(.zero, allowed - .nanoseconds(now - min(dispatch?.start ?? now, now)))
    deadline = now.plus(UInt64(nanoseconds: rest))
    let timer = Task { [weak self] in
      if (try? await sleep(rest)) != nil, !Task.isCancelled { self?.expire() }
    }
    self.end = {
      timer.cancel()
      end()
    }
  }

  /// Ends the dispatch because its deadline has passed. Answers that arrive afterwards are late.
  private func expire() {
    let missing = missing
    if !missing.isEmpty { warn(.neverCompleted, of: missing, deadline: allowed) }
    abandon()
  }

  func abandon() {
    for call in calls.values where call.answered == nil { call.completion?.work?.cancel() }
    finish()
  }

  private func take(_ answer: CompletionAnswer<Event.Vote>, from step: Int, at time: UInt64) {
    guard let call = calls[step] else { return }
    let took = time - min(call.began, time)
    if case .threwToo(let text) = answer { return errors.append(HandlerError(step: step, text: text)) }
    if case .again = answer { return note(.again, .null, of: step, at: time, took: took) }
    if case .late(let vote) = answer {
      return note(.late, vote.map(CutValue.unlessSmall) ?? .null, of: step, at: time, took: took)
    }
    guard !isOver else {
      if case .dropped = answer { return }
      let value = if case .vote(let vote) = answer { CutValue.unlessSmall(vote) } else { JSONValue.null }
      return note(.late, value, of: step, at: time, took: took)
    }
    calls[step]?.answered = time
    outstanding -= 1
    if let watched = call.watched { watchdog.completionCame(watched) }
    switch answer {
    case .vote(let vote): votes.append(HandlerVote(step: step, vote: vote))
    case .threw(let text): errors.append(HandlerError(step: step, text: text))
    case .dropped: warn(.neverCompleted, of: [step])
    case .abstained, .again, .late, .threwToo: break
    }
    if let listener = listeners.removeValue(forKey: step) { listener(errors.last { $0.step == step }?.text) }
    if outstanding == 0 { finish() }
  }

  private func finish() {
    guard let end else { return }
    self.end = nil
    isOver = true
    for case let watched? in calls.values.map(\.watched) { watchdog.completionCame(watched) }
    for listener in listeners.sorted(by: { $0.key < $1.key }) { listener.value(nil) }
    listeners = [:]
    updateRows()
    end()
  }

  /// Updates the dispatch's rows with the results of handlers that answered after they had returned.
  private func updateRows() {
    guard let dispatch else { return }
    self.dispatch = isOver ? nil : dispatch
    let end = outstanding == 0 ? calls.values.compactMap(\.answered).max() : journal.clock.now
    dispatch.end = max(dispatch.end, end ?? 0)
    let (voters, failed) = (Set(votes.map(\.step)), Set(errors.map(\.step)))
    // Changed as a whole: if its rows changed in their place, each dispatch would check for exclusivity.
    var rows = dispatch.calls
    for (step, call) in calls where step < rows.count {
      let total = (call.answered ?? dispatch.end) - call.began
      dispatch.details.notes[step, default: HandlerSpans.Note()].suspended = total - min(rows[step].total, total)
      rows[step].total = max(rows[step].total, total)
      rows[step].result =
        voters.contains(step)
        ? (Event.Vote.self == Void.self ? .returned : .answered)
        : failed.contains(step) ? .threw : call.answered == nil ? .pending : .abstained
    }
    dispatch.calls = rows
  }

  // MARK: The mistakes of handlers

  /// Records an answer that came too late or a second time.
  private func note(_ kind: CompletionEntry.Kind, _ value: JSONValue, of step: Int, at time: UInt64, took: UInt64) {
    guard journal.isEnabled else { return }
    let label = names.labels[step]
    journal.append(
      .completion(
        CompletionEntry(
          kind: kind, dispatch: number, event: names.event, module: label.name, moduleID: label.id, value: value,
          atNanoseconds: time - journal.origin, tookNanoseconds: took)))
    if kind == .again { warn(.completedTwice, of: [step]) }
  }

  private func warn(_ kind: WarningEntry.Kind, of steps: [Int], deadline: Duration? = nil) {
    journal.warn(kind) { warning in
      warning.handlers = steps.map(handler)
      if steps.count == 1 {
        (warning.module, warning.moduleID) = (warning.handlers[0].module, warning.handlers[0].moduleID)
      }
      (warning.event, warning.dispatch) = (names.event, number)
      warning.limitNanoseconds = deadline.map { UInt64(nanoseconds: $0) }
    }
  }

  private func handler(at step: Int) -> WarningEntry.Handler {
    WarningEntry.Handler(module: names.labels[step].name, moduleID: names.labels[step].id, event: names.event)
  }
}
