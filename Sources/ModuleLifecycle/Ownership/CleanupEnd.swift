/// The end of a cleanup that continues after it has begun. It is reached once. Code that asks later is called at once.
package final class CleanupEnd: Sendable {
  private enum State: Sendable {
    case waiting([@Sendable () -> Void])
    case reached
  }

  private let state = Locked(State.waiting([]))
  /// The longest time that a shutdown waits for it; `nil` for as long as the shutdown may take.
  let limit: Duration?

  /// Creates an end that has not been reached.
  package init() { limit = nil }

  /// Nothing can reach the end any more.
  deinit { reach() }

  /// Calls an asynchronous function now, and reaches the end when it returns.
  init(within limit: Duration?, _ body: @escaping @concurrent @Sendable () async -> Void) {
    self.limit = limit
    Task {
      await body()
      reach()
    }
  }

  /// Marks the end as reached. Calls everything that waits for it before this returns.
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

  /// Calls a closure once when the end is reached, on the thread that reaches it. Calls it now if that has happened.
  package func whenReached(_ body: @escaping @Sendable () -> Void) {
    let isReached = state.withLock { state in
      guard case .waiting(var waiting) = state else { return true }
      // Keeps the array uniquely referenced, so that appending does not copy it.
      state = .reached
      waiting.append(body)
      state = .waiting(waiting)
      return false
    }
    if isReached { body() }
  }

  /// Waits until the end is reached.
  func wait() async {
    await withCheckedContinuation { continuation in whenReached { continuation.resume() } }
  }

  /// Returns an end that is reached with the first of several.
  static func first(of ends: [CleanupEnd]) -> CleanupEnd {
    let first = CleanupEnd()
    for end in ends { end.whenReached { first.reach() } }
    return first
  }
}
