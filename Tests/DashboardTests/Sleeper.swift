import Synchronization
import Testing

/// Time that passes only when a test says so.
final class Sleeper: Sendable {
  private struct State: Sendable {
    var isOver = false
    var sleeping: [CheckedContinuation<Void, any Error>] = []
  }

  private let state = Mutex(State())

  /// How many are asleep.
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

  /// Wakes all who are asleep now.
  func wake() { for continuation in takeAll() { continuation.resume() } }

  /// Nobody sleeps any more, now or later.
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
  /// Lets the grace of what was removed run out, and waits until the journal says what came of that.
  ///
  /// - Parameter count: How many are waited for.
  func letGraceRunOut(_ sleeper: Sleeper, for count: Int = 1) async {
    await waitUntil("\(count) are waited for") { sleeper.count >= count }
    sleeper.wake()
    // Whoever is overdue is looked at again later.
    await waitUntil("\(count) are overdue") { sleeper.count >= count }
    pull()
  }

  /// Gives way to others until something is so; the main actor has nothing else to do, so that is soon or never.
  private func waitUntil(_ what: String, _ isSo: () -> Bool) async {
    for _ in 0..<1_000_000 {
      if isSo() { return }
      await Task.yield()
    }
    Issue.record("It never came to be that \(what).")
  }
}
