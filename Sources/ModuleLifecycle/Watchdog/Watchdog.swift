import Synchronization

/// Reports handlers that have not returned, and a main actor that doesn't respond although no handler is running and
/// asynchronous handlers are waited for. It uses its own thread.
///
/// The composite publishes what is in progress. The watchdog checks it every 50 ms and sleeps when there is nothing to
/// watch. It writes a `running` entry when a handler passes a step of `RunningSteps` or its event's budget, and one
/// warning for each dispatch that exceeds its budget. Nothing is published while the journal is switched off.
///
/// It checks on its own only with the system's clock. With any other clock, call `tick()`.
///
/// A dispatch costs one sequentially consistent store and some plain ones. Only the first dispatch after a pause wakes
/// a thread. A handler costs nothing.
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
  private let lookers = Locked<[UInt64: @Sendable () -> Void]>([:])
  private let ping: @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void
  /// The time taken by `willFinishLaunching`, until the application has launched.
  @MainActor private var launchTime: UInt64 = 0

  /// A separate object, so that a ping that is never answered keeps nothing else alive.
  private final class Answers: Sendable {
    let latest = Atomic<UInt64>(0)
  }

  /// - Parameter ping: Calls a closure on the main actor. Tests pass their own function.
  init(
    journal: Journal, running: CurrentHandler,
    ping: @escaping @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void = { answer in
      Task { @MainActor in answer() }
    }
  ) {
    self.journal = journal
    self.running = running
    self.ping = ping
    pulse = WatchdogPulse(beats: journal.clock.isSystem)
    answered = Answers()
  }

  var isArmed: Bool {
    !running.dispatches.isEmpty || pendingCount.load(ordering: .sequentiallyConsistent) > 0
  }

  /// Waits for a check in progress. Called when the composite is deinitialised.
  func settle() { pulse.settle() }

  /// Whether it will not check on its own.
  var isAsleep: Bool { pulse.isSleeping }
}

// MARK: - What the main actor publishes

extension Watchdog {
  /// Publishes that a dispatch is about to call its first handler.
  ///
  /// - Parameter depth: How many dispatches enclose it.
  /// - Returns: The clock reading after this work, which is the dispatch's start.
  @MainActor func dispatchBegins(_ id: UInt64, _ plan: DispatchPlan, depth: Int) -> UInt64 {
    guard journal.isEnabled else { return journal.clock.now }
    let budget = plan.budget
    running.dispatches.begin(
      id, event: plan.signalSafeName, budget: budget.nanoseconds, charged: budget.includesLaunch ? launchTime : 0,
      depth: depth)
    if depth == 0 { pulse.wake(self) }
    let start = journal.clock.now
    running.dispatches.start(at: start, depth: depth)
    return start
  }

  /// Publishes that a dispatch has called its last handler.
  ///
  /// - Returns: The exceeded budget. `nil` if the dispatch kept to it or a warning has already been recorded.
  @MainActor func dispatchEnded(_ id: UInt64, _ plan: DispatchPlan, depth: Int, total: UInt64) -> Dispatch.Excess? {
    running.dispatches.end(depth: depth)
    let budget = plan.budget
    let charged = budget.includesLaunch ? launchTime : 0
    if budget.isChargedToLaunch { launchTime += total }
    if budget.includesLaunch { launchTime = 0 }
    guard budget.nanoseconds != EventBudget.unlimited, total > budget.nanoseconds - min(charged, budget.nanoseconds),
      journal.isEnabled, running.dispatches.claimReport(of: id, depth: depth)
    else { return nil }
    return Dispatch.Excess(total: total, charged: charged, at: journal.now)
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
    if journal.isEnabled { pulse.wake(self) }
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
  /// Checks once and records what is due.
  package func tick() {
    guard journal.isEnabled else { return }
    defer { for look in lookers.withLock({ $0.values }) { look() } }
    let now = journal.clock.now
    let dispatches = running.dispatches.all
    let handler = handlerRunning(in: dispatches.last)
    let (step, silence) = memory.withLock { memory in
      (memory.step(of: handler, depth: dispatches.count, at: now), look(after: &memory, handler: handler, at: now))
    }
    if let handler, let module = handler.module.text {
      report(handler, module: module, in: dispatches, step: step, at: now)
    }
    switch silence {
    case .nothing: break
    case .ping: sendPing()
    case .warn(let silent): warnOfSilence(silent)
    }
  }

  /// The running handler, if it belongs to that dispatch. Between two stores of the main actor, a handler can seem to
  /// belong to a dispatch that has ended or has not called it yet.
  private func handlerRunning(in dispatch: DispatchUnderWay?) -> CurrentHandler.Sample? {
    guard let dispatch, let sample = running.sample, sample.isPlausible(in: dispatch),
      running.dispatches.all.last?.id == dispatch.id
    else { return nil }
    return sample
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
    _ handler: CurrentHandler.Sample, module: String, in dispatches: [DispatchUnderWay], step: UInt64?,
    at now: UInt64
  ) {
    guard let innermost = dispatches.last, let event = innermost.event.text else { return }
    var warnings: [WarningEntry] = []
    var threshold = step
    for (depth, dispatch) in dispatches.enumerated() where dispatch.isOverBudget(at: now) {
      guard let name = dispatch.event.text, running.dispatches.claimReport(of: dispatch.id, depth: depth) else {
        continue
      }
      if dispatch.id == innermost.id { threshold = max(step ?? 0, dispatch.budget) }
      var warning = WarningEntry(kind: .overBudget, atNanoseconds: now - journal.origin)
      (warning.event, warning.dispatch, warning.isUnderWay) = (name, dispatch.id, true)
      (warning.module, warning.moduleID) = (module, handler.moduleID)
      warning.handlerNanoseconds = now - min(handler.since, now)
      warning.innerEvent = dispatch.id == innermost.id ? nil : event
      (warning.elapsedNanoseconds, warning.limitNanoseconds) = (dispatch.elapsed(at: now), dispatch.budget)
      warning.chargedNanoseconds = dispatch.charged == 0 ? nil : dispatch.charged
      warnings.append(warning)
    }
    if let threshold {
      journal.append(
        .running(
          RunningEntry(
            module: module, moduleID: handler.moduleID, event: event, dispatch: innermost.id,
            atNanoseconds: now - journal.origin,
            runningNanoseconds: now - min(handler.since, now), dispatchNanoseconds: innermost.elapsed(at: now),
            thresholdNanoseconds: threshold,
            budgetNanoseconds: innermost.budget == EventBudget.unlimited ? nil : innermost.budget)))
    }
    for warning in warnings { journal.append(.warning(warning)) }
  }

  /// Calls a closure at each check, on the watchdog's queue, until `forget(looker:)`. Checks take place while a handler
  /// runs. The closure must return at once.
  ///
  /// - Returns: The id to pass to `forget(looker:)`.
  package func addLooker(_ look: @escaping @Sendable () -> Void) -> UInt64 {
    let id = Identifiers.nextReader()
    lookers.withLock { $0[id] = look }
    return id
  }

  /// Stops calling a closure.
  package func forget(looker id: UInt64) { lookers.withLock { _ = $0.removeValue(forKey: id) } }

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
