import Synchronization
import Testing

/// Time that passes only when a test wakes the sleepers.
final class Sleeper: Sendable {
  private struct State: Sendable {
    var isOver = false
    var sleeping: [CheckedContinuation<Void, any Error>] = []
  }

  private let state = Mutex(State())

  /// The number of sleepers.
  var count: Int { state.withLock(\.sleeping.count) }

  /// Sleeps until the test wakes it.
  func sleep(_ duration: Duration) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.sleeping.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume(throwing: CancellationError()) }
    }
  }

  /// Wakes all current sleepers.
  func wake() { for continuation in takeAll() { continuation.resume() } }

  /// Wakes all sleepers, and ends each later sleep at once.
  func end() {
    state.withLock { $0.isOver = true }
    for continuation in takeAll() { continuation.resume(throwing: CancellationError()) }
  }

  private func takeAll() -> [CheckedContinuation<Void, any Error>] {
    state.withLock { state in
      defer { state.sleeping = [] }
      return state.sleeping
    }
  }
}

extension Driver {
  /// Lets the grace periods of removed owners end, and waits for the journal's entries about them.
  ///
  /// - Parameter count: The number of owners to wait for.
  func letGraceRunOut(_ sleeper: Sleeper, for count: Int = 1) async {
    await waitUntil("\(count) are waited for") { sleeper.count >= count }
    sleeper.wake()
    // Each overdue owner sleeps again until its next check.
    await waitUntil("\(count) are overdue") { sleeper.count >= count }
    pull()
  }

  /// Yields until a condition holds. The main actor has no other work: the condition holds soon or never.
  private func waitUntil(_ what: String, _ isSo: () -> Bool) async {
    for _ in 0..<1_000_000 {
      if isSo() { return }
      await Task.yield()
    }
    Issue.record("Gave up waiting: \(what).")
  }
}
