import Synchronization

/// Where a composite says which handler it is in, for those who cannot ask: a dashboard while the main actor is busy,
/// a crash handler while the program dies.
///
/// Publishing is four plain stores for each handler. A reader on another thread may catch the moment between two of
/// them, and then sees a handler that was just left.
@safe public final class CurrentHandler: Sendable {
  /// Where it is published.
  let cells = Cells()
  private let origin: UInt64
  /// The dispatches that handlers are called in.
  let dispatches = DispatchesUnderWay()

  /// The handler that is running, as it is kept.
  struct Sample: Sendable, Equatable {
    let module: InternedCString
    let moduleID: ModuleID
    let event: InternedCString
    let since: UInt64

    func isPlausible(in dispatch: DispatchUnderWay) -> Bool { event == dispatch.event && since >= dispatch.start }
  }

  /// - Parameter origin: The clock's reading that times are counted from.
  init(origin: UInt64) {
    self.origin = origin
  }

  deinit { cells.deallocate() }

  /// The handler that is running; `nil` between dispatches. Safe on any thread.
  public var current: RunningHandler? {
    guard let sample, let module = sample.module.text, let event = sample.event.text else { return nil }
    let dispatch = dispatches.all.last.flatMap { sample.isPlausible(in: $0) ? $0 : nil }
    return RunningHandler(
      module: module, moduleID: sample.moduleID, event: event, sinceNanoseconds: sinceStart(sample.since),
      dispatch: dispatch.map { dispatch in
        RunningDispatch(
          id: dispatch.id, sinceNanoseconds: sinceStart(dispatch.start),
          budgetNanoseconds: dispatch.budget == EventBudget.unlimited
            ? nil : dispatch.budget - min(dispatch.charged, dispatch.budget))
      })
  }

  private func sinceStart(_ time: UInt64) -> UInt64 { time - min(origin, time) }

  var sample: Sample? { cells.sample }

  /// The address of a `const char *` with the running module's name, null between dispatches, for a signal handler.
  ///
  /// It is good for as long as this object lives.
  package var signalSafeModule: UnsafeRawPointer { unsafe cells.address(0) }

  /// The address of a `const char *` with the event's name, for a signal handler.
  package var signalSafeEvent: UnsafeRawPointer { unsafe cells.address(1) }
}

extension CurrentHandler {
  /// The memory itself: a module's name and id, an event's name, and a time. Not members of an object, because a signal handler needs
  /// addresses that stay, and because a dispatch then keeps and checks nothing.
  @safe struct Cells: @unchecked Sendable {
    /// What was published before a nested dispatch, to be put back after it.
    struct Saved {
      fileprivate let module, event, since, id: UInt
    }

    private let words: UnsafeMutablePointer<Atomic<UInt>>

    fileprivate init() {
      unsafe words = .allocate(capacity: 4)
      for index in 0..<4 { unsafe (words + index).initialize(to: Atomic(0)) }
    }

    fileprivate func deallocate() {
      unsafe words.deinitialize(count: 4)
      unsafe words.deallocate()
    }

    fileprivate func address(_ index: Int) -> UnsafeRawPointer { unsafe UnsafeRawPointer(words + index) }

    fileprivate var sample: Sample? {
      let module = unsafe words[0].load(ordering: .acquiring)
      let event = unsafe words[1].load(ordering: .acquiring)
      let since = unsafe words[2].load(ordering: .relaxed)
      let id = unsafe words[3].load(ordering: .relaxed)
      guard module != 0, event != 0 else { return nil }
      return Sample(
        module: InternedCString(address: module), moduleID: ModuleID(rawValue: UInt64(id)),
        event: InternedCString(address: event), since: UInt64(since))
    }

    @inline(__always) func enter(_ module: InternedCString, _ id: ModuleID, since time: UInt64) {
      unsafe words[3].store(UInt(truncatingIfNeeded: id.rawValue), ordering: .relaxed)
      unsafe words[2].store(UInt(truncatingIfNeeded: time), ordering: .relaxed)
      unsafe words[0].store(module.address, ordering: .releasing)
    }

    /// Publishes an event whose handlers will be called, and gives what was there before.
    @inline(__always) func begin(_ event: InternedCString) -> Saved {
      let saved = unsafe Saved(
        module: words[0].load(ordering: .relaxed), event: words[1].load(ordering: .relaxed),
        since: words[2].load(ordering: .relaxed), id: words[3].load(ordering: .relaxed))
      unsafe words[1].store(event.address, ordering: .releasing)
      return saved
    }

    @inline(__always) func restore(_ saved: Saved) {
      unsafe words[3].store(saved.id, ordering: .relaxed)
      unsafe words[2].store(saved.since, ordering: .relaxed)
      unsafe words[1].store(saved.event, ordering: .releasing)
      unsafe words[0].store(saved.module, ordering: .releasing)
    }
  }
}

/// One dispatch under way, as another thread sees it.
struct DispatchUnderWay: Sendable {
  let id: UInt64
  let event: InternedCString
  /// The clock's reading at the first call.
  let start: UInt64
  /// What it may take; `EventBudget.unlimited` where that does not matter.
  let budget: UInt64
  /// What events before it have used of the budget.
  let charged: UInt64

  func elapsed(at now: UInt64) -> UInt64 { now - min(start, now) }

  func isOverBudget(at now: UInt64) -> Bool {
    budget != EventBudget.unlimited && elapsed(at: now) > budget - min(charged, budget)
  }
}

/// Where the main actor publishes the dispatches under way, outermost first, for the watchdog to look at.
///
/// Publishing one costs a few stores when it begins and one when it ends, and never waits for a reader. A reader that
/// catches it half written sees none.
@safe final class DispatchesUnderWay: Sendable {
  /// One depth of nesting.
  private struct Cell: ~Copyable {
    /// Zero while there is no dispatch at this depth. It is written last, and first cleared, so that what was read
    /// between two equal readings of it belongs together.
    let id = Atomic<UInt64>(0)
    let event = Atomic<UInt>(0)
    let start = Atomic<UInt64>(0)
    let budget = Atomic<UInt64>(0)
    let charged = Atomic<UInt64>(0)
    /// The latest dispatch whose exceeded budget one of the two threads has undertaken to report.
    let reported = Atomic<UInt64>(0)
  }

  private static let depths = CompositeDelegate.deepestNesting
  /// Raw memory, so that the main actor keeps and checks nothing.
  private nonisolated(unsafe) let cells: UnsafeMutablePointer<Cell>

  init() {
    unsafe cells = .allocate(capacity: Self.depths)
    for depth in 0..<Self.depths { unsafe (cells + depth).initialize(to: Cell()) }
  }

  deinit {
    unsafe cells.deinitialize(count: Self.depths)
    unsafe cells.deallocate()
  }

  /// Publishes a dispatch whose first handler has not been called yet.
  func begin(_ id: UInt64, event: InternedCString, budget: UInt64, charged: UInt64, depth: Int) {
    unsafe cells[depth].start.store(0, ordering: .releasing)
    unsafe cells[depth].event.store(event.address, ordering: .releasing)
    unsafe cells[depth].budget.store(budget, ordering: .releasing)
    unsafe cells[depth].charged.store(charged, ordering: .releasing)
    // The caller then asks whether the watchdog sleeps. This must be visible before the answer.
    unsafe cells[depth].id.store(id, ordering: .sequentiallyConsistent)
  }

  /// Publishes when the first handler is called.
  func start(at time: UInt64, depth: Int) { unsafe cells[depth].start.store(time, ordering: .releasing) }

  /// Takes a dispatch back.
  func end(depth: Int) { unsafe cells[depth].id.store(0, ordering: .releasing) }

  /// Whether there is any.
  var isEmpty: Bool { unsafe cells[0].id.load(ordering: .sequentiallyConsistent) == 0 }

  /// Those whose first handler has been called, outermost first, each at the place of its depth.
  var all: [DispatchUnderWay] {
    var found: [DispatchUnderWay] = []
    for depth in 0..<Self.depths {
      guard let dispatch = read(depth) else { break }
      found.append(dispatch)
    }
    return found
  }

  /// Undertakes to report that a dispatch is over its budget; false if the other thread has before.
  func claimReport(of id: UInt64, depth: Int) -> Bool {
    var known = unsafe cells[depth].reported.load(ordering: .relaxed)
    // Dispatches of one depth follow each other with growing numbers; a late claim must not undo a newer one.
    while known < id {
      let (isMine, found) = unsafe cells[depth].reported.compareExchange(
        expected: known, desired: id, ordering: .acquiringAndReleasing)
      if isMine { return true }
      known = found
    }
    return false
  }

  private func read(_ depth: Int) -> DispatchUnderWay? {
    let cell = unsafe cells + depth
    let id = unsafe cell.pointee.id.load(ordering: .acquiring)
    let dispatch = unsafe DispatchUnderWay(
      id: id, event: InternedCString(address: cell.pointee.event.load(ordering: .acquiring)),
      start: cell.pointee.start.load(ordering: .acquiring), budget: cell.pointee.budget.load(ordering: .acquiring),
      charged: cell.pointee.charged.load(ordering: .acquiring))
    guard id != 0, dispatch.start != 0, unsafe cell.pointee.id.load(ordering: .acquiring) == id else { return nil }
    return dispatch
  }
}
