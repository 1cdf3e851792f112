import Synchronization

/// Where a composite says which handler it is in, for those who cannot ask: a dashboard while the main actor is busy,
/// a crash handler while the program dies.
///
/// Publishing is three plain stores for each handler. A reader on another thread may catch the moment between two of
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
      module: module, event: event, sinceNanoseconds: sinceStart(sample.since),
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
  /// The memory itself: a module's name, an event's, and a time. Not members of an object, because a signal handler needs
  /// addresses that stay, and because a dispatch then keeps and checks nothing.
  @safe struct Cells: @unchecked Sendable {
    /// What was published before a nested dispatch, to be put back after it.
    struct Saved {
      fileprivate let module, event, since: UInt
    }

    private let words: UnsafeMutablePointer<Atomic<UInt>>

    fileprivate init() {
      unsafe words = .allocate(capacity: 3)
      for index in 0..<3 { unsafe (words + index).initialize(to: Atomic(0)) }
    }

    fileprivate func deallocate() {
      unsafe words.deinitialize(count: 3)
      unsafe words.deallocate()
    }

    fileprivate func address(_ index: Int) -> UnsafeRawPointer { unsafe UnsafeRawPointer(words + index) }

    fileprivate var sample: Sample? {
      let module = unsafe words[0].load(ordering: .acquiring)
      let event = unsafe words[1].load(ordering: .acquiring)
      guard module != 0, event != 0 else { return nil }
      return Sample(
        module: InternedCString(address: module), event: InternedCString(address: event),
        since: UInt64(unsafe words[2].load(ordering: .relaxed)))
    }

    @inline(__always) func enter(_ module: InternedCString, since time: UInt64) {
      unsafe words[2].store(UInt(truncatingIfNeeded: time), ordering: .relaxed)
      unsafe words[0].store(module.address, ordering: .releasing)
    }

    /// Publishes an event whose handlers will be called, and gives what was there before.
    @inline(__always) func begin(_ event: InternedCString) -> Saved {
      let saved = unsafe Saved(
        module: words[0].load(ordering: .relaxed), event: words[1].load(ordering: .relaxed),
        since: words[2].load(ordering: .relaxed))
      unsafe words[1].store(event.address, ordering: .releasing)
      return saved
    }

    @inline(__always) func restore(_ saved: Saved) {
      unsafe words[2].store(saved.since, ordering: .relaxed)
      unsafe words[1].store(saved.event, ordering: .releasing)
      unsafe words[0].store(saved.module, ordering: .releasing)
    }
  }
}
