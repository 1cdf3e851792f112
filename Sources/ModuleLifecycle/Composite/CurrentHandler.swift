import Synchronization

/// The handler that is running in a composite, published for code that can't ask: a dashboard while the main actor is
/// busy, or a crash handler while the process dies.
///
/// Publishing costs three plain stores per handler. A reader on another thread can hit the moment between two stores,
/// and then sees a handler that has just returned.
@safe public final class CurrentHandler: Sendable {
  let cells = Cells()
  private let origin: UInt64
  let dispatches = DispatchesUnderWay()

  /// The running handler in its stored form.
  struct Sample: Sendable, Equatable {
    let module: InternedCString
    let moduleID: ModuleID
    let event: InternedCString
    let since: UInt64

    func isPlausible(in dispatch: DispatchUnderWay) -> Bool { event == dispatch.event && since >= dispatch.start }
  }

  /// - Parameter origin: The clock reading from which times are counted.
  init(origin: UInt64) {
    self.origin = origin
  }

  deinit { cells.deallocate() }

  /// The handler that is running. `nil` between dispatches. Safe on any thread.
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

  /// The address of a `const char *` with the running module's name, for a signal handler. Null between dispatches.
  ///
  /// Valid as long as this object lives.
  package var signalSafeModule: UnsafeRawPointer { unsafe cells.address(0) }

  /// The address of a `const char *` with the event's name, for a signal handler.
  package var signalSafeEvent: UnsafeRawPointer { unsafe cells.address(1) }
}

extension CurrentHandler {
  /// The memory itself: a module's name and id, an event's name and a time. These are not members of an object, because
  /// a signal handler needs fixed addresses, and because a dispatch then retains and checks nothing.
  @safe struct Cells: @unchecked Sendable {
    /// The published values before a nested dispatch, restored after it.
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

    /// Publishes an event whose handlers are about to be called, and returns the previous values.
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

/// A dispatch in progress, as another thread sees it.
struct DispatchUnderWay: Sendable {
  let id: UInt64
  let event: InternedCString
  /// The clock reading at the first call.
  let start: UInt64
  /// The event's budget. `EventBudget.unlimited` when there is none.
  let budget: UInt64
  /// The part of the budget that earlier events have used.
  let charged: UInt64

  func elapsed(at now: UInt64) -> UInt64 { now - min(start, now) }

  func isOverBudget(at now: UInt64) -> Bool {
    budget != EventBudget.unlimited && elapsed(at: now) > budget - min(charged, budget)
  }
}

/// The place where the main actor publishes the dispatches in progress, outermost first, for the watchdog.
///
/// Publishing a dispatch costs a few stores when it begins and one when it ends, and never waits for a reader. A reader
/// that finds a half-written entry ignores it.
@safe final class DispatchesUnderWay: Sendable {
  /// One depth of nesting.
  private struct Cell: ~Copyable {
    /// Zero while there is no dispatch at this depth. It is written last and cleared first: values read between two
    /// equal readings of it belong together.
    let id = Atomic<UInt64>(0)
    let event = Atomic<UInt>(0)
    let start = Atomic<UInt64>(0)
    let budget = Atomic<UInt64>(0)
    let charged = Atomic<UInt64>(0)
    /// The latest dispatch whose exceeded budget one of the two threads has claimed to report.
    let reported = Atomic<UInt64>(0)
  }

  private static let depths = CompositeDelegate.deepestNesting
  /// Raw memory, so that the main actor retains and checks nothing.
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
    // The caller then checks whether the watchdog is asleep. This store must be visible before that check.
    unsafe cells[depth].id.store(id, ordering: .sequentiallyConsistent)
  }

  /// Publishes the time of the first handler's call.
  func start(at time: UInt64, depth: Int) { unsafe cells[depth].start.store(time, ordering: .releasing) }

  /// Withdraws a dispatch.
  func end(depth: Int) { unsafe cells[depth].id.store(0, ordering: .releasing) }

  var isEmpty: Bool { unsafe cells[0].id.load(ordering: .sequentiallyConsistent) == 0 }

  /// The dispatches whose first handler has been called, outermost first, each at the index of its depth.
  var all: [DispatchUnderWay] {
    var found: [DispatchUnderWay] = []
    for depth in 0..<Self.depths {
      guard let dispatch = read(depth) else { break }
      found.append(dispatch)
    }
    return found
  }

  /// Claims the report that a dispatch is over its budget. Returns `false` if the other thread already has.
  func claimReport(of id: UInt64, depth: Int) -> Bool {
    var known = unsafe cells[depth].reported.load(ordering: .relaxed)
    // Numbers of dispatches at one depth increase. A late claim must not undo a newer one.
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
