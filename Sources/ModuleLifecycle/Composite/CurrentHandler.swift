import Synchronization

/// Where a composite says which handler it is in, for those who cannot ask: a dashboard while the main actor is busy,
/// a crash handler while the program dies.
///
/// Publishing is three plain stores for each handler. A reader on another thread may catch the moment between two of
/// them, and then sees a handler that was just left.
@safe public final class CurrentHandler: Sendable {
  // Raw memory and not members, because a signal handler needs addresses that stay.
  private nonisolated(unsafe) let cells: UnsafeMutablePointer<Atomic<UInt>>
  private let since = Atomic<UInt64>(0)
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
    unsafe cells = .allocate(capacity: 2)
    unsafe cells.initialize(to: Atomic(0))
    unsafe (cells + 1).initialize(to: Atomic(0))
  }

  deinit {
    unsafe cells.deinitialize(count: 2)
    unsafe cells.deallocate()
  }

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

  var sample: Sample? {
    let module = unsafe cells[0].load(ordering: .acquiring)
    let event = unsafe cells[1].load(ordering: .acquiring)
    guard module != 0, event != 0 else { return nil }
    return Sample(
      module: InternedCString(address: module), event: InternedCString(address: event),
      since: since.load(ordering: .relaxed))
  }

  /// The address of a `const char *` with the running module's name, null between dispatches, for a signal handler.
  ///
  /// It is good for as long as this slot lives.
  package var signalSafeModule: UnsafeRawPointer { unsafe UnsafeRawPointer(cells) }

  /// The address of a `const char *` with the event's name, for a signal handler.
  package var signalSafeEvent: UnsafeRawPointer { unsafe UnsafeRawPointer(cells + 1) }

  func enter(_ module: InternedCString, since time: UInt64) {
    since.store(time, ordering: .relaxed)
    unsafe cells[0].store(module.address, ordering: .releasing)
  }

  func begin(_ event: InternedCString) { unsafe cells[1].store(event.address, ordering: .releasing) }

  /// What was published before a nested dispatch, to be put back after it.
  var saved: (module: UInt, event: UInt, since: UInt64) {
    unsafe (
      cells[0].load(ordering: .relaxed), cells[1].load(ordering: .relaxed), since.load(ordering: .relaxed)
    )
  }

  func restore(_ saved: (module: UInt, event: UInt, since: UInt64)) {
    since.store(saved.since, ordering: .relaxed)
    unsafe cells[1].store(saved.event, ordering: .releasing)
    unsafe cells[0].store(saved.module, ordering: .releasing)
  }
}
