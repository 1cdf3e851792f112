/// The end of a cleanup that goes on after it has begun. It comes once; code that asks later hears of it at once.
package final class CleanupEnd: Sendable {
  private enum State: Sendable {
    case waiting([@Sendable () -> Void])
    case reached
  }

  private let state = Locked(State.waiting([]))
  /// How long a shutdown waits for it, at most; `nil` for as long as the shutdown may take.
  let limit: Duration?

  /// An end that has not come.
  package init() { limit = nil }

  /// Nothing can say any more that it comes.
  deinit { reach() }

  /// The end of an asynchronous function, which begins now.
  init(within limit: Duration?, _ body: @escaping @concurrent @Sendable () async -> Void) {
    self.limit = limit
    Task {
      await body()
      reach()
    }
  }

  /// It has come. What waits for it is called before this returns.
  package func reach() {
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      guard case .waiting(let waiting) = state else { return [] }
      state = .reached
      return waiting
    }
    for body in waiting { body() }
  }

  var isReached: Bool {
    state.withLock { state in if case .reached = state { true } else { false } }
  }

  /// Calls a closure once when it comes, on the thread that says so; now, if it has come.
  package func whenReached(_ body: @escaping @Sendable () -> Void) {
    let isReached = state.withLock { state in
      guard case .waiting(var waiting) = state else { return true }
      // The only reference, so that adding does not copy what waits already.
      state = .reached
      waiting.append(body)
      state = .waiting(waiting)
      return false
    }
    if isReached { body() }
  }

  /// Waits until it comes.
  func wait() async {
    await withCheckedContinuation { continuation in whenReached { continuation.resume() } }
  }

  /// What comes when the first of several comes.
  static func first(of ends: [CleanupEnd]) -> CleanupEnd {
    let first = CleanupEnd()
    for end in ends { end.whenReached { first.reach() } }
    return first
  }
}
