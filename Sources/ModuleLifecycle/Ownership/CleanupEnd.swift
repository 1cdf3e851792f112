/// The end of a cleanup that continues after it has begun. It is reached once. Code that asks later is called at once.
package final class CleanupEnd: Sendable {
  private enum State: Sendable {
    /// What to call, by number.
    case waiting([Int: @Sendable () -> Void], next: Int)
    case reached
  }

  private let state = Locked(State.waiting([:], next: 0))
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
      guard case .waiting(let waiting, _) = state else { return [] }
      state = .reached
      return waiting.sorted { $0.key < $1.key }.map(\.value)
    }
    for body in waiting { body() }
  }

  var isReached: Bool {
    state.withLock { state in if case .reached = state { true } else { false } }
  }

  /// Calls a closure once when the end is reached, on the thread that reaches it. Calls it now if that has happened.
  ///
  /// - Returns: The number to pass to `forget(_:)`. `nil` if the closure has been called.
  @discardableResult
  package func whenReached(_ body: @escaping @Sendable () -> Void) -> Int? {
    let number = state.withLock { state -> Int? in
      guard case .waiting(var waiting, let next) = state else { return nil }
      // Keeps the dictionary uniquely referenced, so that adding to it does not copy it.
      state = .reached
      waiting[next] = body
      state = .waiting(waiting, next: next + 1)
      return next
    }
    if number == nil { body() }
    return number
  }

  /// Forgets a closure that need not be called any more.
  func forget(_ number: Int?) {
    // Its last reference must not go under the lock.
    let forgotten = state.withLock { state -> (@Sendable () -> Void)? in
      guard let number, case .waiting(var waiting, let next) = state else { return nil }
      state = .reached
      defer { state = .waiting(waiting, next: next) }
      return waiting.removeValue(forKey: number)
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Waits until the end is reached.
  func wait() async {
    await withCheckedContinuation { continuation in whenReached { continuation.resume() } }
  }

  /// Waits until the end is reached or the task is cancelled.
  func waitUnlessCancelled() async {
    let end = CleanupEnd()
    let waiting = whenReached { end.reach() }
    await withTaskCancellationHandler {
      await end.wait()
    } onCancel: {
      end.reach()
    }
    forget(waiting)
  }

  /// Returns an end that is reached with the first of several.
  static func first(of ends: [CleanupEnd]) -> CleanupEnd {
    let first = CleanupEnd()
    for end in ends { end.whenReached { first.reach() } }
    return first
  }
}
