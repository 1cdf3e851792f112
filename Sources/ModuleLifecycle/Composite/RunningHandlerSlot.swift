import Synchronization

/// Where a composite says which handler it is in, for those who cannot ask: a dashboard while the main actor is busy,
/// a crash handler while the program dies.
///
/// Publishing is three plain stores for each handler. A reader on another thread may catch the moment between two of
/// them, and then sees a handler that was just left.
@safe public final class RunningHandlerSlot: Sendable {
  // Raw memory and not members, because a signal handler needs addresses that stay.
  private nonisolated(unsafe) let cells: UnsafeMutablePointer<Atomic<UInt>>
  private let since = Atomic<UInt64>(0)
  private let origin: UInt64

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
    guard let module = ImmortalName.text(at: unsafe cells[0].load(ordering: .acquiring)),
      let event = ImmortalName.text(at: unsafe cells[1].load(ordering: .acquiring))
    else { return nil }
    let time = since.load(ordering: .relaxed)
    return RunningHandler(module: module, event: event, sinceNanoseconds: time - min(origin, time))
  }

  /// The address of a `const char *` with the running module's name, null between dispatches, for a signal handler.
  ///
  /// It is good for as long as this slot lives.
  package var signalSafeModule: UnsafeRawPointer { unsafe UnsafeRawPointer(cells) }

  /// The address of a `const char *` with the event's name, for a signal handler.
  package var signalSafeEvent: UnsafeRawPointer { unsafe UnsafeRawPointer(cells + 1) }

  func enter(_ module: ImmortalName, since time: UInt64) {
    since.store(time, ordering: .relaxed)
    unsafe cells[0].store(module.address, ordering: .releasing)
  }

  func begin(_ event: ImmortalName) { unsafe cells[1].store(event.address, ordering: .releasing) }

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
