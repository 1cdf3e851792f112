import Synchronization

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
final class DispatchesUnderWay: Sendable {
  /// One depth of nesting.
  private final class Cell: Sendable {
    /// Zero while there is no dispatch at this depth. It is written last, and first cleared, so that what was read
    /// between two equal readings of it belongs together.
    let id = Atomic<UInt64>(0)
    let event = Atomic<UInt>(0)
    let start = Atomic<UInt64>(0)
    let budget = Atomic<UInt64>(0)
    let charged = Atomic<UInt64>(0)
    /// The latest dispatch whose exceeded budget somebody has undertaken to report.
    let reported = Atomic<UInt64>(0)
  }

  private let cells = (0..<CompositeDelegate.deepestNesting).map { _ in Cell() }

  /// Publishes a dispatch whose first handler has not been called yet.
  func begin(_ id: UInt64, event: InternedCString, budget: UInt64, charged: UInt64, depth: Int) {
    let cell = cells[depth]
    cell.start.store(0, ordering: .releasing)
    cell.event.store(event.address, ordering: .releasing)
    cell.budget.store(budget, ordering: .releasing)
    cell.charged.store(charged, ordering: .releasing)
    // Whoever asks afterwards whether the watchdog sleeps must not be answered before this can be seen.
    cell.id.store(id, ordering: .sequentiallyConsistent)
  }

  /// Publishes when the first handler is called.
  func start(at time: UInt64, depth: Int) { cells[depth].start.store(time, ordering: .releasing) }

  /// Takes a dispatch back.
  func end(depth: Int) { cells[depth].id.store(0, ordering: .releasing) }

  /// Whether there is any.
  var isEmpty: Bool { cells[0].id.load(ordering: .sequentiallyConsistent) == 0 }

  /// Those whose first handler has been called, outermost first, each at the place of its depth.
  var all: [DispatchUnderWay] {
    var found: [DispatchUnderWay] = []
    for cell in cells {
      guard let dispatch = read(cell) else { break }
      found.append(dispatch)
    }
    return found
  }

  /// Undertakes to report that a dispatch is over its budget; false if somebody has before.
  func claimReport(of id: UInt64, depth: Int) -> Bool {
    let cell = cells[depth]
    var known = cell.reported.load(ordering: .relaxed)
    // Dispatches of one depth follow each other with growing numbers; a late claim must not undo a newer one.
    while known < id {
      let (isMine, found) = cell.reported.compareExchange(
        expected: known, desired: id, ordering: .acquiringAndReleasing)
      if isMine { return true }
      known = found
    }
    return false
  }

  private func read(_ cell: Cell) -> DispatchUnderWay? {
    let id = cell.id.load(ordering: .acquiring)
    let dispatch = DispatchUnderWay(
      id: id, event: InternedCString(address: cell.event.load(ordering: .acquiring)),
      start: cell.start.load(ordering: .acquiring), budget: cell.budget.load(ordering: .acquiring),
      charged: cell.charged.load(ordering: .acquiring))
    guard id != 0, dispatch.start != 0, cell.id.load(ordering: .acquiring) == id else { return nil }
    return dispatch
  }
}
