import Synchronization

/// What is in progress in an application: its dispatches, the events that wait, and the answers that are missing.
@MainActor final class DispatchStack {
  let clock: MonotonicClock
  let running: CurrentHandler
  weak var application: Application?
  /// The dispatch whose handler is running. `nil` when there is none.
  private(set) var innermost: Dispatch?
  /// The dispatches that wait for answers, by number.
  var pending: [DispatchID: any DispatchAnswers] = [:]
  /// The events that wait until nothing is in progress.
  private(set) var queue = Ring<QueuedEvent>()
  /// What led to the events that are sent now, in addition to the running handlers.
  var cause = EventCause()
  /// The nesting level of an event that is sent now.
  var level = 0
  /// The level from which an event is checked before it is delivered.
  var limit = CompositeDelegate.maximumNesting
  /// The events that were refused because of their depth since nothing was in progress. Each causes one warning.
  var refused: Set<ObjectIdentifier> = []
  /// Whether a completion is being called for a refused event.
  var isRefusing = false
  /// How often everything in progress has ended or has begun to wait for answers.
  private(set) var turn = 0
  /// Whether there is work to do when nothing is in progress any more.
  var isUnsettled = false
  /// Whether queued events wait although no handler is running: one of them is being delivered, or other work must finish
  /// first.
  private(set) var holdsQueue = false
  /// How many shutdowns are waiting. Events that are queued meanwhile find no modules that are half torn down.
  private var shutDowns = 0
  /// Measures the processor times of handlers. `nil` when that is not requested.
  var meter: ProcessorMeter?
  /// The number of the dispatch that ended last, ignoring nested ones. 0 before the first.
  private(set) var latestDispatch: DispatchID = 0
  /// The duration of that dispatch in nanoseconds, as in the journal.
  private(set) var latestTotal: UInt64 = 0

  /// How often the modules have changed.
  private let changeCount = Atomic<Int>(0)
  /// The time taken by events and named parts inside the current handler or part.
  private let nested = Atomic<UInt64>(0)

  /// The stack of the innermost dispatch in any application.
  private(set) static var current: DispatchStack?

  init(clock: MonotonicClock, running: CurrentHandler) { (self.clock, self.running) = (clock, running) }

  /// Whether no handler is running.
  var isQuiet: Bool { innermost == nil }

  /// The dispatches in progress, outermost first.
  var dispatches: [Dispatch] { Array(sequence(first: innermost, next: { $0?.outer }).compactMap(\.self).reversed()) }

  var changes: Int { changeCount.load(ordering: .relaxed) }

  /// Records that the modules have changed. Running dispatches then check each module before they call it.
  func noteChange() { changeCount.add(1, ordering: .relaxed) }

  /// The innermost dispatch and the module whose handler is running in it. Between two handlers, the module has no name.
  var sender: Dispatch.Sender? {
    guard let innermost else { return nil }
    let (labels, step) = (innermost.plan.names.labels, max(0, running.index))
    guard step < innermost.plan.steps.count else {
      return Dispatch.Sender(dispatch: innermost.id, module: "", moduleID: nil)
    }
    return Dispatch.Sender(dispatch: innermost.id, module: labels[step].name, moduleID: labels[step].id)
  }
}

// MARK: - Dispatches

extension DispatchStack {
  /// Notes the end of a dispatch that is nested in no other.
  func noteEnd(of dispatch: Dispatch) {
    latestDispatch = max(latestDispatch, dispatch.id)
    latestTotal = dispatch.end - dispatch.start
  }
}

extension DispatchStack {
  /// What is restored when a dispatch ends.
  struct Saved {
    fileprivate let current: DispatchStack?
    fileprivate let nested: UInt64
    fileprivate let level: Int
  }

  /// Begins a dispatch.
  func push(_ dispatch: Dispatch) -> Saved {
    let saved = Saved(current: Self.current.take(), nested: takeNested(), level: level)
    if let outer = innermost.take() {
      outer.step = max(0, running.index)
      dispatch.outer = outer
    }
    (innermost, Self.current) = (dispatch, self)
    level += 1
    return saved
  }

  /// Ends the innermost dispatch.
  func pop(_ saved: consuming Saved, took: UInt64) {
    nested.store(saved.nested, ordering: .relaxed)
    // The time counts as nested in the handler that sent the event, in this application or another one.
    saved.current?.nested.add(took, ordering: .relaxed)
    Self.current = saved.current
    // Modules released here can send events. These events name the module of the handler that has just returned.
    releaseDeparting()
    level = saved.level
    let ended = innermost.take()
    innermost = ended?.outer.take()
  }

  /// The time taken by events and named parts inside the current handler or part, which begins again.
  @inline(__always) func takeNested() -> UInt64 {
    let time = nested.load(ordering: .relaxed)
    if time != 0 { nested.store(0, ordering: .relaxed) }
    return time
  }

  /// Whether the module at that position is still present, after a change.
  @inline(never) func isReachable(_ index: Int, in plan: DispatchPlan) -> Bool {
    releaseDeparting()
    return plan.steps[index].isReachable(since: plan.changes)
  }

  /// Releases modules that removed themselves, once their handlers have returned.
  private func releaseDeparting() {
    // A composite that is released releases its modules, which are then departing too.
    while let details = innermost?.ownDetails, !details.departing.isEmpty {
      // They must not be released while the list is being changed.
      var departing = Array(details.departing.reversed())
      details.departing = []
      while let module = departing.popLast() { withExtendedLifetime(module) {} }
      // A teardown in a handler ends when the modules have gone.
      if details.departing.isEmpty, let life = details.endingLife.take() { application?.end(life) }
    }
  }

  /// The dispatch that is running a handler of one of these modules. The outermost, if several are, one inside another.
  func dispatch(running slots: [ModuleSlot]) -> Dispatch? {
    dispatches.first { dispatch in
      let step = dispatch === innermost ? max(0, running.index) : dispatch.step
      let steps = dispatch.plan.steps
      return step < steps.count && steps[step].path.contains { running in slots.contains { $0 === running } }
    }
  }

  // MARK: Watched handlers

  /// Notes that an observed handler is about to be called.
  func noteCall() {
    innermost?.meter?.skip()
    innermost?.details.observed = (clock.now, 0, .notMeasured)
  }

  /// Notes that an observed handler has returned.
  func noteReturn() {
    innermost?.details.observed?.end = clock.now
    if let meter = innermost?.meter { innermost?.details.observed?.times = meter.lap() }
  }

  /// Completes the row of a handler that has returned with what is measured besides the clock.
  ///
  /// - Returns: When the next handler is called.
  @inline(never) func noteReturn(of step: Int, in dispatch: Dispatch, _ row: inout HandlerSpans.Call) -> UInt64 {
    var times = ThreadTimes.notMeasured
    if let (start, end, measured) = dispatch.ownDetails?.observed {
      let nested = row.total - row.own
      row.start = start - dispatch.start
      row.total = end - start
      row.own = row.total - min(nested, row.total)
      times = measured
      dispatch.details.observed = nil
      dispatch.meter?.skip()
    } else if let meter = dispatch.meter {
      times = meter.lap()
    }
    if times.isMeasured { dispatch.details.notes[step, default: HandlerSpans.Note()].times = times }
    return clock.now
  }

  // MARK: Named parts

  /// A part of the running handler that has not ended.
  struct OpenPart {
    fileprivate let dispatch: Dispatch
    fileprivate let part: Int
    fileprivate let nestedBefore: UInt64
    fileprivate let measured: ProcessorMeter.Span?
  }

  func beginPart(_ name: String) -> OpenPart? {
    guard let dispatch = innermost, dispatch.isRecorded else { return nil }
    let (measured, details) = (meter?.begin(), dispatch.details)
    details.openParts += 1
    details.parts.append(
      Dispatch.Part(
        name: name, step: max(0, running.index), depth: details.openParts, start: clock.now - dispatch.start))
    return OpenPart(dispatch: dispatch, part: details.parts.count - 1, nestedBefore: takeNested(), measured: measured)
  }

  func endPart(_ open: OpenPart, error: String?) {
    let (details, nested) = (open.dispatch.details, takeNested())
    let total = clock.now - open.dispatch.start - details.parts[open.part].start
    details.parts[open.part].total = total
    details.parts[open.part].own = total - min(nested, total)
    details.parts[open.part].error = error
    if let measured = open.measured { details.parts[open.part].times = measured.endNow() }
    details.openParts -= 1
    self.nested.store(open.nestedBefore + total, ordering: .relaxed)
  }
}

// MARK: - Events that wait

/// An event that waits until nothing else is in progress.
struct QueuedEvent: Sendable {
  let cause: EventCause
  let deliver: @MainActor () -> Void
}

extension DispatchStack {
  /// Whether nothing is in progress: no handler is running, no answer is missing, and no event is queued.
  var isIdle: Bool { isQuiet && pending.isEmpty && queue.isEmpty }

  /// Runs `body`, then delivers the queued events, including those that `body` queued.
  @inline(__always) func deferringQueuedEvents<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = beginDeferring()
    defer { endDeferring(outer) }
    return try body()
  }

  /// Lets queued events wait until `endDeferring(_:)`, which needs the result.
  @inline(__always) func beginDeferring() -> Bool {
    defer { holdsQueue = true }
    return holdsQueue
  }

  @inline(__always) func endDeferring(_ outer: Bool) {
    holdsQueue = outer
    if isUnsettled { drainQueue() }
  }

  /// Delivers the queued events while nothing is in progress.
  func drainQueue() {
    guard !holdsQueue, shutDowns == 0 else { return }
    holdsQueue = true
    defer { holdsQueue = false }
    while isQuiet, pending.isEmpty, !queue.isEmpty {
      let event = queue.removeFirst()
      cause = event.cause
      event.deliver()
    }
    cause = EventCause()
    refused = []
    turn += 1
    isUnsettled = !queue.isEmpty
    // Release the memory of an unusually long queue.
    if queue.isEmpty, queue.capacity > 1_024 { queue = Ring() }
  }

  /// Lets queued events wait for the end of a shutdown.
  func beginShutDown() { shutDowns += 1 }

  func endShutDown() {
    shutDowns -= 1
    if isUnsettled { drainQueue() }
  }

  func enqueue(_ event: QueuedEvent) {
    queue.append(event)
    isUnsettled = true
    drainQueue()
  }
}
