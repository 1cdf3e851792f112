import Synchronization

/// The shutdowns of an application that are under way, and the bags that wait in them for an asynchronous cleanup.
final class ShutDowns: Sendable {
  /// A bag, part of which may have been emptied.
  struct Bag: Sendable {
    let ledger: OwnershipLedger
    let reason: ReleaseReason

    func close() { ledger.close(reason) }
  }

  private struct State: Sendable {
    /// What each shutdown ends with: the limit that its caller gave.
    var limits: [CleanupEnd] = []
    /// The bags that had to wait before the latest one was taken. The last one is the next.
    var earlier: [Bag] = []
    /// Those that had to wait since. The first one is the next, and goes before all that waited earlier: it was let go of
    /// by a bag that waited with them.
    var recent: [Bag] = []
  }

  private let state = Locked(State())
  private static let underWay = Atomic<Int>(0)

  /// Whether any application in the process shuts down: what is asked before each cleanup, at next to no cost.
  static var isAnyUnderWay: Bool { underWay.load(ordering: .relaxed) > 0 }

  /// Whether this application shuts down.
  var isUnderWay: Bool { state.withLock { !$0.limits.isEmpty } }

  /// From now on what follows an asynchronous cleanup waits for its end, until the limit is reached.
  func begin(until limit: CleanupEnd) {
    state.withLock { $0.limits.append(limit) }
    Self.underWay.add(1, ordering: .relaxed)
    limit.whenReached { [unowned limit, self] in
      Self.underWay.subtract(1, ordering: .relaxed)
      state.withLock { state in state.limits.removeAll { $0 === limit } }
    }
  }

  /// Has a bag wait if the application shuts down, and either `hasToWait` says so or others have begun to wait since the
  /// latest one was taken.
  func add(_ bag: Bag, if hasToWait: () -> Bool) -> Bool {
    state.withLock { state in
      guard !state.limits.isEmpty, !state.recent.isEmpty || hasToWait() else { return false }
      state.recent.append(bag)
      return true
    }
  }

  /// The next bag, which waits no longer.
  func next() -> Bag? {
    state.withLock { state in
      state.earlier.append(contentsOf: state.recent.reversed())
      state.recent = []
      return state.earlier.popLast()
    }
  }

  /// Empties the bags that wait, without waiting for anything; nothing while another shutdown goes on, which does it.
  func emptyAll() { while !isUnderWay, let bag = next() { bag.close() } }

  /// Ends all shutdowns: nothing waits any more, and the bags that waited are empty when this returns.
  func endAll() {
    for limit in state.withLock(\.limits) { limit.reach() }
    emptyAll()
  }
}
