/// The answers to one event, of any type.
@MainActor protocol DispatchAnswers: AnyObject, Sendable {
  /// The values that the sender passed alongside the event, while the handlers are called. The journal never sees them.
  var system: SystemObjects { get }
  /// Whether a module has claimed the event; `nil` if it asks for nothing.
  var isClaimed: Bool? { get }
  /// The position of the only handler that answered no, if the response is no, too.
  var loneRefusal: Int? { get }
  /// Whether the sender waits for the response.
  var hasCompletion: Bool { get }

  /// Notes that all handlers have been called.
  ///
  /// - Returns: Whether any of them has yet to answer.
  func endCalls() -> Bool
  /// Combines the votes into the response.
  ///
  /// - Parameter isRefused: Whether the sender gets `false`, if the event asks for a Boolean.
  /// - Returns: The contradiction between the votes, if any.
  func combine(for dispatch: Dispatch, isRefused: Bool) -> VoteConflict?
  /// Notes the votes for the journal.
  ///
  /// - Parameter room: The most memory for them and the response.
  /// - Returns: What the journal keeps of the response.
  func record(in dispatch: Dispatch, room: Int) -> RecordedValue
  /// Passes the response to the sender's completion, once.
  func complete()

  // MARK: Handlers that answer later

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

/// The answers to one event, by handler; the response; and the sender that waits for it. Accepts one answer per handler and
/// reports when none is missing. Later answers are recorded and change nothing.
///
/// A completion that is kept keeps this, also when the event is over, but not the dispatch, its plan, or the sender.
@MainActor final class Answers<Event: LifecycleEvent>: DispatchAnswers {
  /// A handler's answer.
  private struct Row {
    /// The handler's position.
    let step: Int
    var vote: Event.Vote?
    /// The call, if the handler can answer after it has returned.
    var call: Call?

    var isMissing: Bool { call != nil && call?.answered == nil }
  }

  private struct Call {
    let began: UInt64
    weak var completion: EventCompletion<Event.Vote>?
    var answered: UInt64?
    /// The call's id at the watchdog, while the handler works after it has returned.
    var watched: UInt64?
    /// Called when the handler is done.
    var listener: (@MainActor (String?) -> Void)?
  }

  /// In the order of the calls.
  private var rows: [Row] = []
  /// How many handlers have not answered.
  private var outstanding = 0
  /// Whether no answer is waited for any more.
  private var isOver = false
  /// Called once when that is so.
  private var end: (@MainActor () -> Void)?
  private var response: Event.Response?
  /// The votes of modules for which the event was held.
  private var heldBallots: [Ballot<Event.Vote>] = []

  private let policy: ResponsePolicy<Event.Vote, Event.Response>
  private let names: DispatchPlan.Names
  private let journal: Journal
  private let watchdog: Watchdog
  private(set) var system: SystemObjects
  private var completed: (@MainActor (Event.Response) -> Void)?
  /// Whose code has sent the event and waits for the response. `nil` for code outside of the modules.
  private var caller: Owner?
  /// While handlers have yet to answer.
  private var dispatch: Dispatch?
  private var number: DispatchID = 0
  private(set) var deadline = UInt64.max

  init(
    _ plan: DispatchPlan, system: SystemObjects, journal: Journal, watchdog: Watchdog,
    completed: (@MainActor (Event.Response) -> Void)?, caller: Owner?
  ) {
    (policy, names, self.system) = (plan.policy(of: Event.self), plan.names, system)
    (self.journal, self.watchdog, self.completed, self.caller) = (journal, watchdog, completed, caller)
  }

  /// Notes the vote of a handler that has returned.
  ///
  /// - Returns: The result of the call.
  func cast(_ vote: Event.Vote?, at step: Int) -> HandlerResult {
    guard let vote else { return .abstained }
    guard !policy.asksNothing else { return .returned }
    rows.append(Row(step: step, vote: vote))
    return policy.stops?(vote) == true ? .claimed : .answered
  }

  // MARK: The response

  /// The response, or what it would be with the answers that have been given so far.
  var responseSoFar: Event.Response { response ?? policy.combine(ballots).response }

  func combine(for dispatch: Dispatch, isRefused: Bool) -> VoteConflict? {
    dispatch.ownDetails?.errors.sort { $0.step < $1.step }
    let ballots = ballots
    let verdict = policy.combine(ballots)
    response = isRefused ? false as? Event.Response ?? verdict.response : verdict.response
    guard let earlier = dispatch.ownDetails?.earlier?.answers as? Answers else { return verdict.conflict }
    let before = earlier.ballots + earlier.heldBallots
    earlier.heldBallots += ballots
    return ballots.isEmpty ? nil : policy.combine(before + ballots).conflict
  }

  var loneRefusal: Int? {
    let refusals = rows.filter { $0.vote as? Bool == false }
    return refusals.count == 1 && response as? Bool == false ? refusals[0].step : nil
  }

  var isClaimed: Bool? {
    guard Event.Vote.self != Void.self else { return nil }
    return switch responseSoFar {
    case let answer as Bool: answer
    case let answer as UserActivityContinuation: answer.isContinued
    default: rows.contains { $0.vote != nil }
    }
  }

  var hasCompletion: Bool { completed != nil }

  func complete() {
    guard let completed, let response else { return }
    let caller = caller
    (self.completed, self.caller) = (nil, nil)
    CompositeDelegate.outsideOfConstruction {
      Owner.$current.withValue(caller) { completed(response) }
    }
  }

  private var ballots: [Ballot<Event.Vote>] {
    rows.compactMap { row in
      guard let vote = row.vote else { return nil }
      let label = names.labels[row.step]
      var ballot = Ballot(module: label.name, isMain: label.isMain, vote: vote)
      ballot.moduleID = label.id
      return ballot
    }
  }

  func record(in dispatch: Dispatch, room: Int) -> RecordedValue {
    guard Event.Vote.self != Void.self else { return .none }
    let votes = rows.count { $0.vote != nil }
    for row in rows {
      guard let vote = row.vote else { continue }
      dispatch.details.notes[row.step, default: HandlerSpans.Note()].value = .of(vote, room: room / 2 / votes)
    }
    return response.map { RecordedValue.of($0, room: room / 2) } ?? .none
  }

  // MARK: Handlers that answer later

  var event: String { names.event }
  var laggards: [String] { missing.map { names.labels[$0].name } }

  /// The positions of the handlers that have not answered yet.
  private var missing: [Int] { rows.filter(\.isMissing).map(\.step) }

  /// Returns the completion of the handler at a position. The handler's call begins now.
  func completion(for step: Int, in dispatch: Dispatch) -> EventCompletion<Event.Vote> {
    let completion = EventCompletion<Event.Vote>(clock: journal.clock) { [self] answer, time in
      MainQueue.run { self.take(answer, from: step, at: time) }
    }
    (self.dispatch, number) = (dispatch, dispatch.id)
    rows.append(Row(step: step, call: Call(began: journal.clock.now, completion: completion)))
    outstanding += 1
    return completion
  }

  func endCalls() -> Bool {
    system = []
    isOver = outstanding == 0
    for row in rows.indices where rows[row].isMissing {
      let handler = handler(at: rows[row].step)
      rows[row].call?.watched = watchdog.completionIsPending(handler)
    }
    if isOver { updateCalls() }
    return !isOver
  }

  func whenAnswered(_ step: Int, _ body: @escaping @MainActor (String?) -> Void) -> Bool {
    guard !isOver, let row = row(of: step), rows[row].isMissing else { return false }
    rows[row].call?.listener = body
    return true
  }

  func wait(sleep: @escaping @Sendable (Duration) async throws -> Void, _ end: @escaping @MainActor () -> Void) {
    let now = journal.clock.now
    let allowed = Self.allowed
    let rest = max(.zero, allowed - .nanoseconds(now - min(dispatch?.start ?? now, now)))
    deadline = now.plus(UInt64(nanoseconds: rest))
    let timer = Task { [weak self] in
      if (try? await sleep(rest)) != nil, !Task.isCancelled { self?.expire() }
    }
    self.end = {
      timer.cancel()
      end()
    }
    // Since the handlers were called, a cleanup can have given the last answer.
    if outstanding == 0 { finish() }
  }

  private static var allowed: Duration { (Event.self as? any AsyncLifecycleEvent.Type)?.deadline ?? .seconds(25) }

  /// Ends the dispatch because its deadline has passed. Answers that arrive afterwards are late.
  private func expire() {
    let missing = missing
    if !missing.isEmpty { warn(.neverCompleted, of: missing, deadline: Self.allowed) }
    abandon()
  }

  func abandon() {
    for row in rows where row.isMissing { row.call?.completion?.work?.cancel() }
    finish()
  }

  private func take(_ answer: CompletionAnswer<Event.Vote>, from step: Int, at time: UInt64) {
    guard let row = row(of: step), let call = rows[row].call else { return }
    let took = time - min(call.began, time)
    switch answer {
    case .threwToo(let text): dispatch?.note(text, at: step)
    case .again: note(.again, .null, of: step, at: time, took: took)
    case .late(let vote): note(.late, vote.map(CutValue.unlessSmall) ?? .null, of: step, at: time, took: took)
    case .dropped where isOver: break
    case .vote(let vote) where isOver: note(.late, CutValue.unlessSmall(vote), of: step, at: time, took: took)
    case _ where isOver: note(.late, .null, of: step, at: time, took: took)
    case .vote, .abstained, .threw, .dropped: settle(row, answer, at: time)
    }
  }

  /// Notes the first answer of a handler that the dispatch waits for.
  private func settle(_ row: Int, _ answer: CompletionAnswer<Event.Vote>, at time: UInt64) {
    let step = rows[row].step
    rows[row].call?.answered = time
    outstanding -= 1
    if let watched = rows[row].call?.watched { watchdog.completionCame(watched) }
    var error: String?
    switch answer {
    case .vote(let vote): rows[row].vote = vote
    case .threw(let text):
      error = text
      dispatch?.note(text, at: step)
    case .dropped: warn(.neverCompleted, of: [step])
    case .abstained, .again, .late, .threwToo: break
    }
    rows[row].call?.listener.take()?(error)
    if outstanding == 0 { finish() }
  }

  private func finish() {
    guard let end else { return }
    self.end = nil
    isOver = true
    for case let watched? in rows.map({ $0.call?.watched }) { watchdog.completionCame(watched) }
    for row in rows.indices { rows[row].call?.listener.take()?(nil) }
    updateCalls()
    end()
  }

  /// Updates the dispatch's calls with the results of handlers that answered after they had returned.
  private func updateCalls() {
    guard let dispatch else { return }
    if isOver { self.dispatch = nil }
    let end = outstanding == 0 ? rows.compactMap { $0.call?.answered }.max() : journal.clock.now
    dispatch.end = max(dispatch.end, end ?? 0)
    let failed = Set(dispatch.errors.map(\.step))
    // Changed as a whole: if its calls changed in their place, each dispatch would check for exclusivity.
    var calls = dispatch.calls
    for row in rows where row.step < calls.count {
      guard let call = row.call else { continue }
      let (step, total) = (row.step, (call.answered ?? dispatch.end) - call.began)
      dispatch.details.notes[step, default: HandlerSpans.Note()].suspended = total - min(calls[step].total, total)
      calls[step].total = max(calls[step].total, total)
      calls[step].result =
        row.vote != nil
        ? (Event.Vote.self == Void.self ? .returned : .answered)
        : failed.contains(step) ? .threw : call.answered == nil ? .pending : .abstained
    }
    dispatch.calls = calls
  }

  /// The row of a handler that can answer later: rows are in the order of the calls.
  private func row(of step: Int) -> Int? {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].step < step { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].step == step ? low : nil
  }

  // MARK: The mistakes of handlers

  /// Records an answer that came too late or a second time.
  private func note(_ kind: CompletionEntry.Kind, _ value: EventValue, of step: Int, at time: UInt64, took: UInt64) {
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
