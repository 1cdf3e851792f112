import Synchronization

/// Reports handlers that do not return, while they do not, from a thread of its own; and the main actor, when it is
/// silent although no handler runs and asynchronous ones are waited for.
///
/// The composite publishes what is under way and calls nobody; the watchdog looks every 50 ms while there is something
/// to look at, and sleeps otherwise. It writes a `running` entry when a handler passes a step of `RunningSteps` or its
/// event's budget, and one warning for each dispatch that is over its budget. When the journal is switched off nothing
/// is published.
///
/// It looks by itself only where time passes by itself: with a clock other than the system's, call `tick()`.
///
/// A dispatch costs a sequentially consistent store and some plain ones; only the first after a pause wakes anybody.
/// A handler costs nothing.
package final class Watchdog: Sendable {
  /// An asynchronous handler that was called and has not completed.
  private struct PendingCall: Sendable {
    let id: UInt64
    let handler: WarningEntry.Handler
  }

  /// What was seen at the last look.
  fileprivate struct Memory: Sendable {
    /// The handler that was running at each depth.
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
  /// The latest ping that the main actor has answered.
  private let answered: Answers
  /// Those who want to see what runs, by their numbers.
  private let lookers = Locked<[UInt64: @Sendable () -> Void]>([:])
  private let ping: @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void
  /// What willFinishLaunching took, until the application has launched.
  @MainActor private var launchTime: UInt64 = 0

  /// Where pings are answered. A main actor that never gets to them keeps nothing else alive.
  private final class Answers: Sendable {
    let latest = Atomic<UInt64>(0)
  }

  /// - Parameter ping: Has a closure called by the main actor; tests pass their own.
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

  /// Whether there is anything to watch.
  var isArmed: Bool {
    !running.dispatches.isEmpty || pendingCount.load(ordering: .sequentiallyConsistent) > 0
  }

  /// Ends with its composite: waits for a look that is under way.
  func settle() { pulse.settle() }

  /// Whether it will not look around by itself.
  var isAsleep: Bool { pulse.isSleeping }
}

// MARK: - What the main actor says

extension Watchdog {
  /// A dispatch is about to call its first handler.
  ///
  /// - Parameter depth: How many dispatches it is nested in.
  /// - Returns: The clock's reading after all that this took: the dispatch's start.
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

  /// A dispatch has called its last handler.
  ///
  /// - Returns: What to warn of, where it took longer than its budget and no warning has said so.
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

  /// A launch has ended before it was complete: the next one is not charged for it.
  @MainActor func forgetLaunch() { launchTime = 0 }

  /// An asynchronous handler was called and goes on beyond its dispatch. While any does, the main actor is asked for
  /// signs of life. Safe on any thread.
  ///
  /// - Returns: What `completionCame(_:)` takes.
  package func completionIsPending(_ handler: WarningEntry.Handler) -> UInt64 {
    let id = latestPending.wrappingAdd(1, ordering: .relaxed).newValue
    pendingCalls.withLock { $0.append(PendingCall(id: id, handler: handler)) }
    pendingCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
    if journal.isEnabled { pulse.wake(self) }
    return id
  }

  /// An asynchronous handler has completed, or is not waited for any more. A second call changes nothing. Safe on any
  /// thread.
  package func completionCame(_ id: UInt64) {
    let isKnown = pendingCalls.withLock { pendingCalls in
      guard let index = pendingCalls.firstIndex(where: { $0.id == id }) else { return false }
      pendingCalls.remove(at: index)
      return true
    }
    if isKnown { pendingCount.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
  }
}

// MARK: - What the watchdog sees

extension Watchdog {
  /// Looks around once, and writes down what is due.
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

  /// The running handler, if it is called in that very dispatch: between two stores of the main actor one may seem to be
  /// in a dispatch that is over, or has not called it yet.
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

  /// Has a closure called at each look, on the watchdog's queue, for as long as a handler runs. It must return at once.
  ///
  /// - Returns: What `forget(looker:)` takes.
  package func addLooker(_ look: @escaping @Sendable () -> Void) -> UInt64 {
    let id = Identifiers.nextReader()
    lookers.withLock { $0[id] = look }
    return id
  }

  /// Calls a closure no more.
  package func forget(looker id: UInt64) { lookers.withLock { _ = $0.removeValue(forKey: id) } }

  private func sendPing() {
    let number = memory.withLock(\.pings)
    ping { [answered] in answered.latest.store(number, ordering: .releasing) }
  }

  private func warnOfSilence(_ silent: UInt64) {
    let pendingCalls = pendingCalls.withLock { $0 }
    journal.warn(.mainActorBlocked) { warning in
      warning.elapsedNanoseconds = silent
      // That they are waited for is known; that one of them is at work on the main actor is not.
      warning.handlers = pendingCalls.prefix(4).map(\.handler)
      guard pendingCalls.count == 1 else { return }
      (warning.module, warning.moduleID) = (warning.handlers[0].module, warning.handlers[0].moduleID)
    }
  }
}

extension Watchdog.Memory {
  /// The step that the running handler has reached since the last look.
  ///
  /// It is the same handler's run as before if it began at the same time; a handler that sends an event itself goes on
  /// after it, so those further out are remembered.
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
