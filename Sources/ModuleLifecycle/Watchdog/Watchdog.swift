import Synchronization

/// Reports handlers that have not returned, and a main actor that doesn't respond although no handler is running and
/// asynchronous handlers are waited for. It uses its own thread. It also notices that the process stood still.
///
/// The composite publishes what is in progress. The watchdog checks it every 50 ms and sleeps when there is nothing to
/// watch. It writes a `running` entry when a handler passes a step of `RunningSteps` or its event's budget, and one
/// warning for each dispatch that exceeds its budget. Nothing is checked while the journal is switched
/// off.
///
/// It checks on its own only with the system's clock. With any other clock, call `tick()`.
///
/// Only the first dispatch after a pause wakes a thread. A handler costs nothing.
package final class Watchdog: Sendable {
  /// An asynchronous handler that was called and has not completed.
  private struct PendingCall: Sendable {
    let id: UInt64
    let handler: WarningEntry.Handler
  }

  /// What the latest check found.
  fileprivate struct Memory: Sendable {
    var handlers: [CurrentHandler.Sample] = []
    var steps: [RunningSteps] = []
    var mainActor = MainActorWatch()
    /// When this check was due; `nil` if it is the first one after a pause.
    var due: UInt64?
    var pings: UInt64 = 0
  }

  private let journal: Journal
  private let running: CurrentHandler
  private let pulse: WatchdogPulse
  private let memory = Locked(Memory())
  private let pendingCalls = Locked<[PendingCall]>([])
  private let pendingCount = Atomic<Int>(0)
  private let latestPending = Atomic<UInt64>(0)
  private let answered: Answers
  private let observers: Observers
  private let ping: @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void
  /// The time taken by `willFinishLaunching`, until the application has launched.
  @MainActor private var launchTime: UInt64 = 0

  /// A separate object, so that a ping that is never answered keeps nothing else alive.
  private final class Answers: Sendable {
    let latest = Atomic<UInt64>(0)
  }

  /// - Parameter ping: Calls a closure on the main actor. Tests pass their own function.
  init(
    journal: Journal, running: CurrentHandler, observers: Observers,
    ping: @escaping @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void = { answer in
      Task { @MainActor in answer() }
    }
  ) {
    self.journal = journal
    self.running = running
    self.observers = observers
    self.ping = ping
    pulse = WatchdogPulse(beats: journal.clock.isSystem)
    answered = Answers()
  }

  var isArmed: Bool {
    journal.isEnabled && (!running.isIdle || pendingCount.load(ordering: .sequentiallyConsistent) > 0)
  }

  /// Waits for a check in progress. Called when the composite is deinitialised.
  func settle() { pulse.settle() }

  /// Whether it will not check on its own.
  var isAsleep: Bool { pulse.isSleeping }
}

// MARK: - What the main actor publishes

extension Watchdog {
  /// Publishes that a dispatch is about to call its first handler, which sets its start.
  ///
  /// - Returns: What `dispatchEnded(_:_:)` needs.
  @MainActor func dispatchBegins(_ dispatch: Dispatch) -> (step: Int, since: UInt64) {
    let budget = dispatch.plan.budget
    dispatch.start = journal.clock.now
    let outer = running.begin(
      CurrentHandler.UnderWay(
        id: dispatch.id, names: dispatch.plan.names, start: dispatch.start, budget: budget.nanoseconds,
        charged: budget.includesLaunch ? launchTime : 0))
    if dispatch.outer == nil, dispatch.isRecorded, pulse.wake(self) {
      // Waking took time, which no handler took.
      dispatchBeginsNow(dispatch)
    }
    return outer
  }

  /// Publishes that the first handler is called later than said before.
  @MainActor func dispatchBeginsNow(_ dispatch: Dispatch) {
    dispatch.start = journal.clock.now
    running.start(at: dispatch.start)
  }

  /// Publishes that a dispatch has called its last handler.
  ///
  /// - Returns: The exceeded budget. `nil` if the dispatch kept to it or a warning has already been recorded.
  @MainActor func dispatchEnded(_ dispatch: Dispatch, _ outer: (step: Int, since: UInt64)) -> Excess? {
    let isReported = running.end(outer)
    let (budget, total) = (dispatch.plan.budget, dispatch.end - dispatch.start)
    let charged = budget.includesLaunch ? launchTime : 0
    if budget.isChargedToLaunch { launchTime += total }
    if budget.includesLaunch { launchTime = 0 }
    guard budget.nanoseconds != EventBudget.unlimited, total > budget.nanoseconds - min(charged, budget.nanoseconds),
      dispatch.isRecorded, journal.isEnabled, !isReported
    else { return nil }
    return Excess(total: total, charged: charged, at: journal.now)
  }

  /// Handlers exceeded their event's budget.
  struct Excess {
    let total: UInt64
    /// The part of the budget that earlier events have used.
    let charged: UInt64
    /// When the last handler had returned, in nanoseconds since the journal's start.
    let at: UInt64
  }

  /// Forgets an incomplete launch, so that the next one is not charged for it.
  @MainActor func forgetLaunch() { launchTime = 0 }

  /// Registers an asynchronous handler that is still working after its call. While there are any, the main actor is
  /// pinged. Safe on any thread.
  ///
  /// - Returns: The id to pass to `completionCame(_:)`.
  package func completionIsPending(_ handler: WarningEntry.Handler) -> UInt64 {
    let id = latestPending.wrappingAdd(1, ordering: .relaxed).newValue
    pendingCalls.withLock { $0.append(PendingCall(id: id, handler: handler)) }
    pendingCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
    if journal.isEnabled { _ = pulse.wake(self) }
    return id
  }

  /// Ends the registration of an asynchronous handler that has completed or is no longer waited for. A second call does
  /// nothing. Safe on any thread.
  package func completionCame(_ id: UInt64) {
    let isKnown = pendingCalls.withLock { pendingCalls in
      guard let index = pendingCalls.firstIndex(where: { $0.id == id }) else { return false }
      pendingCalls.remove(at: index)
      return true
    }
    if isKnown { pendingCount.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
  }
}

// MARK: - What the watchdog checks

extension Watchdog {
  /// Notes that the next check is due after the usual time.
  func noteNextCheck() {
    let due = journal.clock.now + WatchdogPulse.interval
    memory.withLock { $0.due = due }
  }

  /// Checks once and records what is due.
  package func tick() {
    guard journal.isEnabled else { return }
    defer { for observer in observers.interested(in: .running) { observer.noteRunning() } }
    let now = journal.clock.now
    let (dispatches, handler) = running.all
    let (standstill, step, silence) = memory.withLock { memory in
      (
        memory.takeStandstill(at: now), memory.step(of: handler, depth: dispatches.count, at: now),
        look(after: &memory, handler: handler, at: now)
      )
    }
    if let (since, took) = standstill {
      journal.append(.stopped(StoppedEntry(atNanoseconds: since.minus(journal.origin), tookNanoseconds: took)))
    }
    if let handler { report(handler, in: dispatches, step: step, at: now) }
    switch silence {
    case .nothing: break
    case .ping: sendPing()
    case .warn(let silent): warnOfSilence(silent)
    }
  }

  private func look(
    after memory: inout Memory, handler: CurrentHandler.Sample?, at now: UInt64
  ) -> MainActorWatch.Step {
    let isAnswered = answered.latest.load(ordering: .acquiring) == memory.pings
    let mayBeBusy = handler != nil || pendingCount.load(ordering: .relaxed) == 0
    let step = memory.mainActor.step(at: now, mayBeBusy: mayBeBusy, isAnswered: isAnswered)
    if step == .ping { memory.pings += 1 }
    return step
  }

  private func report(
    _ handler: CurrentHandler.Sample, in dispatches: [CurrentHandler.UnderWay], step: UInt64?, at now: UInt64
  ) {
    guard let innermost = dispatches.last else { return }
    let handlerTime = now - min(handler.since, now)
    var warnings: [WarningEntry] = []
    var threshold = step
    for dispatch in dispatches where dispatch.isOverBudget(at: now) && running.claimReport(of: dispatch.id) {
      if dispatch.id == innermost.id { threshold = max(step ?? 0, dispatch.budget) }
      var warning = WarningEntry(kind: .overBudget, atNanoseconds: now - journal.origin)
      (warning.event, warning.dispatch, warning.isUnderWay) = (dispatch.names.event, dispatch.id, true)
      (warning.module, warning.moduleID) = (handler.module, handler.moduleID)
      warning.handlerNanoseconds = handlerTime
      warning.innerEvent = dispatch.id == innermost.id ? nil : handler.event
      (warning.elapsedNanoseconds, warning.limitNanoseconds) = (dispatch.elapsed(at: now), dispatch.budget)
      warning.chargedNanoseconds = dispatch.charged == 0 ? nil : dispatch.charged
      warnings.append(warning)
    }
    if let threshold {
      journal.append(
        .running(
          RunningEntry(
            module: handler.module, moduleID: handler.moduleID, event: handler.event, dispatch: innermost.id,
            atNanoseconds: now - journal.origin, runningNanoseconds: handlerTime,
            dispatchNanoseconds: innermost.elapsed(at: now), thresholdNanoseconds: threshold,
            budgetNanoseconds: innermost.budget == EventBudget.unlimited ? nil : innermost.budget)))
    }
    for warning in warnings { journal.append(.warning(warning)) }
  }

  private func sendPing() {
    let number = memory.withLock(\.pings)
    ping { [answered] in answered.latest.store(number, ordering: .releasing) }
  }

  private func warnOfSilence(_ silent: UInt64) {
    let pendingCalls = pendingCalls.withLock { $0 }
    journal.warn(.mainActorBlocked) { warning in
      warning.elapsedNanoseconds = silent
      // These handlers are waited for. It is not known whether one of them is blocking the main actor.
      warning.handlers = pendingCalls.prefix(4).map(\.handler)
      guard pendingCalls.count == 1 else { return }
      (warning.module, warning.moduleID) = (warning.handlers[0].module, warning.handlers[0].moduleID)
    }
  }
}

extension Watchdog.Memory {
  /// How late a check is if the process stood still, in nanoseconds. A busy machine delays a thread that wakes by
  /// milliseconds, not by a second.
  private static let standstill: UInt64 = 1_000_000_000

  /// Returns since when and how long no thread of the process ran; `nil` if this check is not that late.
  fileprivate mutating func takeStandstill(at now: UInt64) -> (since: UInt64, took: UInt64)? {
    guard let due = due.take(), now.minus(due) >= Self.standstill else { return nil }
    return (due, now - due)
  }

  /// Returns the step that the running handler has reached since the last check.
  ///
  /// A handler that began at the same time as before is the same run. A handler that sends an event continues after it,
  /// so the outer handlers are remembered.
  fileprivate mutating func step(of handler: CurrentHandler.Sample?, depth: Int, at now: UInt64) -> UInt64? {
    if handlers.count > depth {
      handlers.removeLast(handlers.count - depth)
      steps.removeLast(steps.count - depth)
    }
    guard let handler, depth > 0 else { return nil }
    while handlers.count < depth {
      handlers.append(handler)
      steps.append(RunningSteps())
    }
    if handlers[depth - 1] != handler {
      handlers[depth - 1] = handler
      steps[depth - 1] = RunningSteps()
    }
    return steps[depth - 1].take(running: now - min(handler.since, now))
  }
}
