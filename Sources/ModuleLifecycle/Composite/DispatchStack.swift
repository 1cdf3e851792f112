/// An event that waits until nothing else is in progress.
struct QueuedEvent: Sendable {
  let cause: EventCause
  let deliver: @MainActor () -> Void
}

/// What is in progress in a composite and its nested composites.
@safe @MainActor final class DispatchStack {
  /// A dispatch in progress.
  @safe struct Frame {
    let id: UInt64
    /// The code that sends the event retains the plan.
    private let unretainedPlan: Unmanaged<DispatchPlan>
    let isRecorded: Bool
    /// How many named parts existed when the dispatch began. They belong to the outer dispatches.
    fileprivate let partsBefore: Int
    /// The clock reading when the first handler was called.
    var start: UInt64 = 0
    /// The position of the running handler, once it has sent another event.
    var step = 0
    /// How many named parts of this dispatch have not ended.
    var openParts = 0

    fileprivate init(_ dispatch: borrowing Dispatch, _ plan: DispatchPlan, partsBefore: Int) {
      id = dispatch.id
      unsafe unretainedPlan = .passUnretained(plan)
      isRecorded = dispatch.isRecorded
      self.partsBefore = partsBefore
    }

    var plan: DispatchPlan { unsafe unretainedPlan.takeUnretainedValue() }
  }

  /// The state that changes with every handler. It is stored outside the object so that access needs no exclusivity
  /// check.
  @safe struct Progress {
    /// The position of the running handler in the innermost dispatch.
    var step = 0
    /// The time taken by events and named parts inside the current handler or part.
    var nested: UInt64 = 0
    /// How often the modules have changed.
    var changes = 0
    /// How many dispatches are in progress.
    fileprivate(set) var depth = 0
    /// The nesting level of an event that is sent now.
    var level = 0
    /// The level from which an event is checked before it is delivered.
    var limit = CompositeDelegate.deepestNesting
    /// Whether there is work to do when nothing is in progress any more.
    var isUnsettled = false
    /// Whether queued events wait although no handler is running: one of them is being delivered, or other work must
    /// finish first.
    fileprivate var holdsQueue = false
    var state = ApplicationState.notRunning
    /// The number of the dispatch that ended last, ignoring nested ones. 0 before the first.
    var latestDispatch: UInt64 = 0
    /// The duration of that dispatch in nanoseconds, as in the journal.
    var latestTotal: UInt64 = 0
    /// The number of objects that should be released, plus the number of owners without a bag, in all composites of the
    /// tree.
    var expected = 0
    /// How many modules that removed themselves are waiting for their handlers to return.
    fileprivate var departing = 0
    /// How many named parts are recorded at present.
    fileprivate var parts = 0
    fileprivate(set) var hasHooks = false
    /// The processor meter. The stack retains it.
    fileprivate(set) var meter: Unmanaged<ProcessorMeter>?
  }

  /// The stack of the innermost dispatch in any application, used by `part(_:_:)`. Every dispatch retains its stack.
  static var current: DispatchStack? { unsafe latest.pointee?.takeUnretainedValue() }

  private nonisolated(unsafe) static let latest: UnsafeMutablePointer<Unmanaged<DispatchStack>?> = {
    let place = UnsafeMutablePointer<Unmanaged<DispatchStack>?>.allocate(capacity: 1)
    unsafe place.initialize(to: nil)
    return unsafe place
  }()

  /// The values that are restored when a dispatch ends.
  @safe struct Saved {
    fileprivate let outer: Unmanaged<DispatchStack>?
    fileprivate let nested: UInt64
    fileprivate let step, level: Int
    /// How many dispatches enclose this one.
    let depth: Int
  }

  let clock: MonotonicClock
  /// The handlers' calls in all dispatches that have not been recorded yet.
  let spans = SpanStack()
  /// The named parts of handlers, in the order in which they began. Those of the innermost dispatch are last.
  var parts: [DispatchRecord.Part] = [] { didSet { unsafe progress.pointee.parts = parts.count } }
  /// Modules that were removed while one of their handlers was running, with the index of the dispatch that called it.
  private var departing: [(frame: Int, module: AnyObject)] = [] {
    didSet { unsafe progress.pointee.departing = departing.count }
  }
  /// The dispatches that wait for answers, by number.
  var pending: [UInt64: PendingDispatch] = [:]
  /// The events that wait until nothing is in progress.
  var queue = RingQueue<QueuedEvent>(capacity: 16)
  /// What led to the events that are sent now, in addition to the running handlers.
  var cause = EventCause()
  /// The events that were refused because of their depth since nothing was in progress. Each causes one warning.
  var refused: Set<ObjectIdentifier> = []
  /// Whether a completion is being called for a refused event.
  var isRefusing = false
  /// How often everything in progress has ended or has begun to wait for answers.
  private(set) var turn = 0
  /// The interceptor that plans are made with.
  var interceptor: (any DispatchInterceptor)?
  /// Measures the processor times of handlers. `nil` when that is not requested.
  var meter: ProcessorMeter? { didSet { unsafe progress.pointee.meter = meter.map { unsafe .passUnretained($0) } } }
  var hooks: DispatchHooks? { didSet { unsafe progress.pointee.hasHooks = hooks != nil } }
  let observers = EventObservers()
  /// The events that modules created later have missed.
  var memory = LaunchMemory()
  nonisolated(unsafe) let progress: UnsafeMutablePointer<Progress>
  /// The frames of the dispatches in progress, outermost first.
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

  /// The dispatches in progress, outermost first.
  var frames: [Frame] { unsafe Array(UnsafeBufferPointer(start: places, count: progress.pointee.depth)) }

  var latestDispatch: UInt64 { unsafe progress.pointee.latestDispatch }

  /// Whether no handler is running.
  var isQuiet: Bool { @inline(__always) get { unsafe progress.pointee.depth == 0 } }

  /// The dispatch whose handler is running. `nil` when there is none.
  var innermost: UnsafeMutablePointer<Frame>? {
    @inline(__always) get { unsafe progress.pointee.depth == 0 ? nil : places + progress.pointee.depth - 1 }
  }

  func frame(_ depth: Int) -> UnsafeMutablePointer<Frame> {
    precondition(unsafe depth < progress.pointee.depth, "There is no such dispatch.")
    return unsafe places + depth
  }

  /// Runs `body`, then delivers the queued events, including those that `body` queued.
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

  /// Delivers the queued events while nothing is in progress.
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
    // Release the memory of an unusually long queue.
    if queue.isEmpty, queue.capacity > 1_024 { queue = RingQueue(capacity: 16) }
  }

  func enqueue(_ event: QueuedEvent) {
    queue.append(event)
    unsafe progress.pointee.isUnsettled = true
    drainQueue()
  }

  var changes: Int { unsafe progress.pointee.changes }

  /// Records that the modules have changed. Running dispatches then check each module before they call it.
  func noteChange() { unsafe progress.pointee.changes += 1 }

  /// Begins a dispatch, and returns the value that its end needs.
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

  /// Ends the innermost dispatch.
  ///
  /// - Returns: The named parts of its handlers.
  @inline(__always) func pop(_ saved: Saved, took: UInt64) -> [DispatchRecord.Part] {
    unsafe Self.latest.pointee = saved.outer
    unsafe progress.pointee.nested = saved.nested
    // The time counts as nested in the handler that sent the event, in this tree or another one.
    unsafe saved.outer?._withUnsafeGuaranteedRef { $0.add(nested: took) }
    // Modules released here can send events. These events name the module of the handler that has just returned.
    releaseDeparting()
    unsafe progress.pointee.step = saved.step
    unsafe progress.pointee.level = saved.level
    unsafe progress.pointee.depth = saved.depth
    let first = unsafe places[saved.depth].partsBefore
    guard unsafe progress.pointee.parts > first else { return [] }
    defer { parts.removeSubrange(first...) }
    return Array(parts[first...])
  }

  /// The module whose handler is running in the innermost dispatch. The name is empty between two handlers.
  var runningModule: (name: String, id: ModuleID?)? {
    guard let frame = unsafe innermost?.pointee else { return nil }
    let step = unsafe progress.pointee.step
    guard step < frame.plan.steps.count else { return ("", nil) }
    let label = frame.plan.labels.modules[step]
    return (label.name, label.id)
  }

  func spans(of dispatch: borrowing Dispatch) -> [PackedSpans.Span] {
    unsafe PackedSpans.spans(words(of: dispatch))
  }

  /// The calls in the journal's format. Valid until the next dispatch begins.
  @inline(__always) func words(of dispatch: borrowing Dispatch) -> UnsafeBufferPointer<UInt64> {
    unsafe spans.words(dispatch.spans ?? 0..<0)
  }

  /// Moves the calls of a dispatch that waits for answers into its details.
  func keepSpans(of dispatch: inout Dispatch) {
    guard let words = dispatch.spans else { return }
    dispatch.needDetails().spans = spans(of: dispatch)
    dispatch.spans = nil
    spans.shrink(to: words.lowerBound)
  }

  /// Puts the kept calls of a dispatch back onto the stack.
  func restoreSpans(of dispatch: inout Dispatch) {
    if let kept = dispatch.details?.spans { dispatch.spans = spans.push(kept) }
  }

  /// Releases modules that removed themselves, once their handlers have returned.
  func releaseDeparting() {
    guard unsafe progress.pointee.departing > 0 else { return }
    let innermost = unsafe progress.pointee.depth - 1
    // They must not be released while the stack is being changed.
    let released = departing.filter { $0.frame == innermost }
    departing.removeAll { $0.frame == innermost }
    withExtendedLifetime(released) {}
  }

  func add(nested time: UInt64) { unsafe progress.pointee.nested += time }

  /// Keeps a module until its running handler has returned. If several are running, one inside another, it keeps the
  /// module until the outermost has returned.
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
