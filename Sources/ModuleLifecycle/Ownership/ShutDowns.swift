import Synchronization

/// The application's shutdowns in progress, and the bags that wait in them for an asynchronous cleanup.
final class ShutDowns: Sendable {
  /// A bag, which may be partly empty already.
  struct Waiting: Sendable {
    let bag: Bag
    let reason: ReleaseReason

    func close() { bag.close(reason) }
  }

  private struct State: Sendable {
    /// The end of each shutdown: the limit that its caller gave.
    var limits: [CleanupEnd] = []
    /// The bags that had to wait before the latest one was taken. The last one is next.
    var earlier: [Waiting] = []
    /// The bags that had to wait since then. The first one is next, before all earlier ones, because a bag that waited
    /// with them released it.
    var recent: [Waiting] = []
  }

  private let state = Locked(State())
  private static let underWay = Atomic<Int>(0)

  /// Whether any application in the process is shutting down. Checked before each cleanup, at almost no cost.
  static var isAnyUnderWay: Bool { underWay.load(ordering: .relaxed) > 0 }

  /// Whether this application is shutting down.
  var isUnderWay: Bool { state.withLock { !$0.limits.isEmpty } }

  /// Begins a shutdown. Until the limit is reached, everything that follows an asynchronous cleanup waits for its end.
  func begin(until limit: CleanupEnd) {
    state.withLock { $0.limits.append(limit) }
    Self.underWay.add(1, ordering: .relaxed)
    limit.whenReached { [unowned limit, self] in
      Self.underWay.subtract(1, ordering: .relaxed)
      state.withLock { state in state.limits.removeAll { $0 === limit } }
    }
  }

  /// Makes a bag wait if the application is shutting down and either `hasToWait` returns `true` or other bags have
  /// begun to wait since the latest one was taken.
  func add(_ bag: Waiting, if hasToWait: () -> Bool) -> Bool {
    state.withLock { state in
      guard !state.limits.isEmpty, !state.recent.isEmpty || hasToWait() else { return false }
      state.recent.append(bag)
      return true
    }
  }

  /// Removes and returns the next waiting bag.
  func next() -> Waiting? {
    state.withLock { state in
      state.earlier.append(contentsOf: state.recent.reversed())
      state.recent = []
      return state.earlier.popLast()
    }
  }

  /// Empties the waiting bags without waiting for any cleanup. Does nothing during another shutdown, which empties them
  /// itself.
  func emptyAll() { while !isUnderWay, let bag = next() { bag.close() } }

  /// Ends all shutdowns. Nothing waits any more, and the bags that waited are empty when this returns.
  func endAll() {
    let limits = state.withLock { state in
      defer { state.limits = [] }
      return state.limits
    }
    for limit in limits { limit.reach() }
    emptyAll()
  }
}
