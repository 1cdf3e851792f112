/// An event that waits until what is under way is over.
struct QueuedEvent: Sendable {
  /// What led to it.
  let cause: EventCause
  let deliver: @MainActor () -> Void
}

/// What is under way in a composite and those nested in it.
@safe @MainActor final class DispatchStack {
  /// A dispatch under way.
  @safe struct Frame {
    let id: UInt64
    /// The one who sends the event keeps it.
    private let unretainedPlan: Unmanaged<DispatchPlan>
    /// Whether the journal gets an entry.
    let isRecorded: Bool
    /// How many named parts the handlers of those further out had begun.
    fileprivate let partsBefore: Int
    /// When the first handler was called.
    var start: UInt64 = 0
    /// The place of the handler that is running, while it has sent another event.
    var step = 0
    /// How many of its own parts have not ended.
    var openParts = 0

    fileprivate init(_ dispatch: borrowing Dispatch, _ plan: DispatchPlan, partsBefore: Int) {
      id = dispatch.id
      unsafe unretainedPlan = .passUnretained(plan)
      isRecorded = dispatch.isRecorded
      self.partsBefore = partsBefore
    }

    var plan: DispatchPlan { unsafe unretainedPlan.takeUnretainedValue() }
  }

  /// What changes with every handler. It stands outside the object so that touching it costs no check.
  @safe struct Progress {
    /// The place of the handler that is running in the innermost dispatch.
    var step = 0
    /// How long the events and the named parts took that are inside the present handler or part.
    var nested: UInt64 = 0
    /// How often the modules have changed.
    var changes = 0
    /// How many dispatches are under way.
    fileprivate(set) var depth = 0
    /// How deep an event is that is sent now.
    var level = 0
    /// The level from which on an event is looked at before it is delivered.
    var limit = CompositeDelegate.deepestNesting
    /// Whether something is to be done when all that is under way is over.
    var isUnsettled = false
    /// Whether queued events wait though no handler runs: one of them is being delivered, or something goes before them.
    fileprivate var holdsQueue = false
    /// Where the application stands.
    var state = ApplicationState.notRunning
    /// The number of the dispatch that ended last, those that a handler sent left out; 0 before the first.
    var latestDispatch: UInt64 = 0
    /// How long that took, in nanoseconds, as the journal says.
    var latestTotal: UInt64 = 0
    /// How many objects are expected to go, and how many without a bag own something, in all composites of the tree.
    var expected = 0
    /// How many modules that removed themselves wait for their handlers to return.
    fileprivate var departing = 0
    /// How many named parts of handlers there are.
    fileprivate var parts = 0
    fileprivate(set) var hasHooks = false
    /// What measures the processor; the stack keeps it.
    fileprivate(set) var meter: Unmanaged<ProcessorMeter>?
  }

  /// The innermost dispatch's stack, whichever application's it is, for parts that a handler names. Every dispatch keeps
  /// its stack.
  static var current: DispatchStack? { unsafe latest.pointee?.takeUnretainedValue() }

  private nonisolated(unsafe) static let latest: UnsafeMutablePointer<Unmanaged<DispatchStack>?> = {
    let place = UnsafeMutablePointer<Unmanaged<DispatchStack>?>.allocate(capacity: 1)
    unsafe place.initialize(to: nil)
    return unsafe place
  }()

  /// What is put back when a dispatch ends.
  @safe struct Saved {
    fileprivate let outer: Unmanaged<DispatchStack>?
    fileprivate let nested: UInt64
    fileprivate let step, level: Int
    /// How many dispatches are around it.
    let depth: Int
  }

  /// Where times are read.
  let clock: MonotonicClock
  /// The calls of the handlers of all dispatches that have not been written down.
  let spans = SpanStack()
  /// The named parts of handlers, in the order in which they began; those of the innermost dispatch are the last.
  var parts: [DispatchRecord.Part] = [] { didSet { unsafe progress.pointee.parts = parts.count } }
  /// Modules that were removed while a handler of theirs was running, and the place of the dispatch that called it.
  private var departing: [(frame: Int, module: AnyObject)] = [] {
    didSet { unsafe progress.pointee.departing = departing.count }
  }
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
  /// What stands around dispatches; plans are made with it.
  var interceptor: (any DispatchInterceptor)?
  /// Measures what handlers use of the processor, where that is asked for.
  var meter: ProcessorMeter? { didSet { unsafe progress.pointee.meter = meter.map { unsafe .passUnretained($0) } } }
  /// Who is told while events are delivered.
  var hooks: DispatchHooks? { didSet { unsafe progress.pointee.hasHooks = hooks != nil } }
  /// Who hears of what is delivered.
  let observers = EventObservers()
  /// What modules that come late have missed.
  var memory = LaunchMemory()
  nonisolated(unsafe) let progress: UnsafeMutablePointer<Progress>
  /// As many as are under way, outermost first.
  private nonisolated(unsafe) let places: UnsafeMutablePointer<Frame>

  init(clock: MonotonicClock) {
    self.clock = clock
    unsafe progress = .allocate(capacity: 1)
    unsafe progress.initialize(to: Progress())
    unsafe places = .allocate(capacity: CompositeDelegate.deepestNesting)
  }

  deinit {
    unsafe progress.deallocate()
    unsafe places.deallocate()
    spans.deallocate()
  }

  /// The dispatches under way, outermost first.
  var frames: [Frame] { unsafe Array(UnsafeBufferPointer(start: places, count: progress.pointee.depth)) }

  /// The number of the dispatch that ended last, those that a handler sent left out; 0 before the first.
  var latestDispatch: UInt64 { unsafe progress.pointee.latestDispatch }

  /// Whether no handler is running.
  var isQuiet: Bool { @inline(__always) get { unsafe progress.pointee.depth == 0 } }

  /// The dispatch whose handler is running; `nil` where none is.
  var innermost: UnsafeMutablePointer<Frame>? {
    @inline(__always) get { unsafe progress.pointee.depth == 0 ? nil : places + progress.pointee.depth - 1 }
  }

  /// One of the dispatches under way.
  func frame(_ depth: Int) -> UnsafeMutablePointer<Frame> {
    precondition(unsafe depth < progress.pointee.depth, "There is no such dispatch.")
    return unsafe places + depth
  }

  /// Does something, and delivers what is queued, now or meanwhile, when all of it is done.
  @inline(__always) func deferringQueuedEvents<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = unsafe progress.pointee.holdsQueue
    unsafe progress.pointee.holdsQueue = true
    defer {
      unsafe progress.pointee.holdsQueue = outer
      if unsafe progress.pointee.isUnsettled { drainQueue() }
    }
    return try body()
  }

  /// Delivers what is queued, as long as nothing is under way.
  func drainQueue() {
    guard unsafe !progress.pointee.holdsQueue else { return }
    unsafe progress.pointee.holdsQueue = true
    defer { unsafe progress.pointee.holdsQueue = false }
    while isQuiet, pending.isEmpty, !queue.isEmpty {
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
  @inline(__always) func push(_ dispatch: borrowing Dispatch, _ plan: DispatchPlan) -> Saved {
    let saved = unsafe Saved(
      outer: Self.latest.pointee, nested: progress.pointee.nested, step: progress.pointee.step,
      level: progress.pointee.level, depth: progress.pointee.depth)
    if let innermost = unsafe innermost { unsafe innermost.pointee.step = saved.step }
    unsafe (places + saved.depth).initialize(to: Frame(dispatch, plan, partsBefore: unsafe progress.pointee.parts))
    unsafe Self.latest.pointee = .passUnretained(self)
    unsafe progress.pointee.depth = saved.depth + 1
    unsafe progress.pointee.nested = 0
    unsafe progress.pointee.level = saved.level + 1
    return saved
  }

  /// Ends the innermost dispatch, which took that long.
  ///
  /// - Returns: The named parts of its handlers.
  @inline(__always) func pop(_ saved: Saved, took: UInt64) -> [DispatchRecord.Part] {
    unsafe Self.latest.pointee = saved.outer
    unsafe progress.pointee.nested = saved.nested
    // It counts in the handler that sent the event, be that one of this tree or of another.
    unsafe saved.outer?._withUnsafeGuaranteedRef { $0.add(nested: took) }
    // What goes with its handler may send events, which name that handler's module.
    releaseDeparting()
    unsafe progress.pointee.step = saved.step
    unsafe progress.pointee.level = saved.level
    unsafe progress.pointee.depth = saved.depth
    let first = unsafe places[saved.depth].partsBefore
    guard unsafe progress.pointee.parts > first else { return [] }
    defer { parts.removeSubrange(first...) }
    return Array(parts[first...])
  }

  /// The module whose handler is running in the innermost dispatch; without a name between two handlers.
  var runningModule: (name: String, id: ModuleID?)? {
    guard let frame = unsafe innermost?.pointee else { return nil }
    let step = unsafe progress.pointee.step
    guard step < frame.plan.steps.count else { return ("", nil) }
    let label = frame.plan.labels.modules[step]
    return (label.name, label.id)
  }

  /// The calls of a dispatch's handlers.
  func spans(of dispatch: borrowing Dispatch) -> [PackedSpans.Span] {
    unsafe PackedSpans.spans(words(of: dispatch))
  }

  /// The same as the journal keeps them. They are good until the next dispatch begins.
  @inline(__always) func words(of dispatch: borrowing Dispatch) -> UnsafeBufferPointer<UInt64> {
    unsafe spans.words(dispatch.spans ?? 0..<0)
  }

  /// Keeps the calls of a dispatch that goes on when others are over.
  func keepSpans(of dispatch: inout Dispatch) {
    guard let words = dispatch.spans else { return }
    dispatch.needDetails().spans = spans(of: dispatch)
    dispatch.spans = nil
    spans.shrink(to: words.lowerBound)
  }

  /// Puts back what was kept of a dispatch.
  func restoreSpans(of dispatch: inout Dispatch) {
    if let kept = dispatch.details?.spans { dispatch.spans = spans.push(kept) }
  }

  /// Lets go of modules that removed themselves, now that their handler has returned.
  func releaseDeparting() {
    guard unsafe progress.pointee.departing > 0 else { return }
    let innermost = unsafe progress.pointee.depth - 1
    // They must not die while the stack is being changed.
    let released = departing.filter { $0.frame == innermost }
    departing.removeAll { $0.frame == innermost }
    withExtendedLifetime(released) {}
  }

  func add(nested time: UInt64) { unsafe progress.pointee.nested += time }

  /// Keeps a module until its running handler has returned; where several run, one inside the other, the outermost.
  func keepIfRunning(_ slot: ModuleSlot, _ module: AnyObject) {
    let frames = frames
    for (index, frame) in frames.enumerated() {
      let step = index == frames.count - 1 ? unsafe progress.pointee.step : frame.step
      let steps = frame.plan.steps
      guard step < steps.count, steps[step].path.contains(where: { $0 === slot }) else { continue }
      return departing.append((index, module))
    }
  }
}
