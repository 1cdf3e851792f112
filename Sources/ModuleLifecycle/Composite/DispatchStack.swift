/// An event that waits until what is under way is over.
struct QueuedEvent: Sendable {
  /// What led to it.
  let cause: EventCause
  let deliver: @MainActor () -> Void
}

/// What is under way in a composite and those nested in it.
@safe @MainActor final class DispatchStack {
  /// A dispatch under way.
  struct Frame {
    let id: UInt64
    let plan: DispatchPlan
    /// Whether the journal gets an entry.
    let isRecorded: Bool
    /// When the first handler was called.
    var start: UInt64 = 0
    /// The place of the handler that is running, while it has sent another event.
    var step = 0
    /// How many named parts the handlers of those further out had begun.
    var partsBefore = 0
    /// How many of its own have not ended.
    var openParts = 0
  }

  /// What changes with every handler. It stands outside the object so that touching it costs no check.
  struct Progress {
    /// The place of the handler that is running in the innermost dispatch.
    var step = 0
    /// How long the events and the named parts took that are inside the present handler or part.
    var nested: UInt64 = 0
    /// How often the modules have changed.
    var changes = 0
    /// How deep an event is that is sent now.
    var level = 0
    /// The level from which on an event is looked at before it is delivered.
    var limit = CompositeDelegate.deepestNesting
    /// Whether something is to be done when all that is under way is over.
    var isUnsettled = false
  }

  /// The innermost dispatches' stack, whoever's it is, for parts that a handler names.
  private(set) static var current: DispatchStack?

  /// Where times are read.
  let clock: MonotonicClock
  /// Outermost first.
  var frames: [Frame] = []
  /// The named parts of handlers, in the order in which they began; those of the innermost dispatch are the last.
  var parts: [DispatchRecord.Part] = []
  /// Modules that were removed while a handler of theirs was running, and the place of the dispatch that called it.
  private var departing: [(frame: Int, module: AnyObject)] = []
  /// What waits for answers, by the dispatches' numbers.
  var pending: [UInt64: PendingDispatch] = [:]
  /// The events that wait until all that is over.
  var queue = RingQueue<QueuedEvent>(capacity: 16)
  /// What led to the events that are sent now, beside the handlers that are running.
  var cause = EventCause()
  /// The events that were refused for their depth since nothing was under way: each is warned of once.
  var refused: Set<ObjectIdentifier> = []
  /// Whether a caller is being told that its event was refused.
  var isRefusing = false
  /// How often all that was under way has come to an end, or to something that has to be waited for.
  private(set) var turn = 0
  /// Who is told while events are delivered.
  var hooks: DispatchHooks?
  /// Who hears of what is delivered.
  let observers = EventObservers()
  /// Whether they wait though no handler runs: one of them is being delivered, or something goes before them.
  private(set) var holdsQueue = false
  /// The number of the dispatch that ended last, those that a handler sent left out; 0 before the first.
  var latestDispatch: UInt64 = 0
  /// How long that took, in nanoseconds, as the journal says.
  var latestTotal: UInt64 = 0
  /// What modules that come late have missed.
  var memory = LaunchMemory()
  nonisolated(unsafe) let progress: UnsafeMutablePointer<Progress>

  init(clock: MonotonicClock) {
    self.clock = clock
    unsafe progress = .allocate(capacity: 1)
    unsafe progress.initialize(to: Progress())
  }

  deinit { unsafe progress.deallocate() }

  /// Does something, and delivers what is queued, now or meanwhile, when all of it is done.
  @inline(__always) func deferringQueuedEvents<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = holdsQueue
    holdsQueue = true
    defer {
      holdsQueue = outer
      if unsafe progress.pointee.isUnsettled { drainQueue() }
    }
    return try body()
  }

  /// Delivers what is queued, as long as nothing is under way.
  func drainQueue() {
    guard !holdsQueue else { return }
    holdsQueue = true
    defer { holdsQueue = false }
    while frames.isEmpty, pending.isEmpty, !queue.isEmpty {
      let event = queue.removeFirst()
      cause = event.cause
      event.deliver()
    }
    cause = EventCause()
    refused = []
    turn += 1
    unsafe progress.pointee.isUnsettled = !queue.isEmpty
    // A crowd's room is not kept for the few that come usually.
    if queue.isEmpty, queue.capacity > 1_024 { queue = RingQueue(capacity: 16) }
  }

  /// Puts an event at the end of the queue.
  func enqueue(_ event: QueuedEvent) {
    queue.append(event)
    unsafe progress.pointee.isUnsettled = true
    drainQueue()
  }

  /// How often the modules have changed.
  var changes: Int { unsafe progress.pointee.changes }

  /// The modules have changed: plans under way must look before each call.
  func noteChange() { unsafe progress.pointee.changes += 1 }

  /// Begins a dispatch, and gives what its end must be given.
  func push(_ frame: Frame) -> (outer: DispatchStack?, progress: Progress) {
    let outer = unsafe (Self.current, progress.pointee)
    if let last = frames.indices.last { frames[last].step = outer.1.step }
    frames.append(frame)
    frames[frames.count - 1].partsBefore = parts.count
    Self.current = self
    unsafe progress.pointee.nested = 0
    unsafe progress.pointee.level += 1
    return outer
  }

  /// Ends the innermost dispatch, which took that long.
  ///
  /// - Returns: The named parts of its handlers.
  func pop(_ saved: (outer: DispatchStack?, progress: Progress), took: UInt64) -> [DispatchRecord.Part] {
    Self.current = saved.outer
    unsafe progress.pointee.nested = saved.progress.nested
    unsafe progress.pointee.level = saved.progress.level
    // It counts in the handler that sent the event, be that one of this tree or of another.
    saved.outer?.add(nested: took)
    // What goes with its handler may send events, which name that handler's module.
    releaseDeparting()
    unsafe progress.pointee.step = saved.progress.step
    let first = frames.removeLast().partsBefore
    guard parts.count > first else { return [] }
    defer { parts.removeSubrange(first...) }
    return Array(parts[first...])
  }

  /// Lets go of modules that removed themselves, now that their handler has returned.
  func releaseDeparting() {
    guard !departing.isEmpty else { return }
    let innermost = frames.count - 1
    // They must not die while the stack is being changed.
    let released = departing.filter { $0.frame == innermost }
    departing.removeAll { $0.frame == innermost }
    withExtendedLifetime(released) {}
  }

  func add(nested time: UInt64) { unsafe progress.pointee.nested += time }

  /// Keeps a module until its running handler has returned; where several run, one inside the other, the outermost.
  func keepIfRunning(_ slot: ModuleSlot, _ module: AnyObject) {
    for index in frames.indices {
      let step = index == frames.count - 1 ? unsafe progress.pointee.step : frames[index].step
      let steps = frames[index].plan.steps
      guard step < steps.count, steps[step].path.contains(where: { $0 === slot }) else { continue }
      return departing.append((index, module))
    }
  }
}
