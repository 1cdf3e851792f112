import Dispatch
import ModuleLifecycle

/// A one-time event that code can wait for.
final class Moment: Sendable {
  private struct State: Sendable {
    var hasCome = false
    var waiters: [Int: @Sendable (_ hasCome: Bool) -> Void] = [:]
    var count = 0
  }

  private let state = Locked(State())

  /// Marks the moment as come, and calls all waiters.
  func come() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      state.hasCome = true
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter(true) }
  }

  /// Waits until the moment comes; returns `false` when it does not come in time.
  func wait(atMost patience: DispatchTimeInterval) async -> Bool {
    await withCheckedContinuation { continuation in
      guard let id = add({ continuation.resume(returning: $0) }) else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [self] in
        state.withLock { $0.waiters.removeValue(forKey: id) }?(false)
      }
    }
  }

  /// Calls a closure when the moment comes, on the thread that calls `come()`; at once when it has come already.
  func whenItComes(_ call: @escaping @Sendable () -> Void) { _ = add { _ in call() } }

  /// Adds a waiter and returns its number. When the moment has come already, calls it and returns `nil`.
  private func add(_ waiter: @escaping @Sendable (_ hasCome: Bool) -> Void) -> Int? {
    let id = state.withLock { state -> Int? in
      guard !state.hasCome else { return nil }
      state.count += 1
      state.waiters[state.count] = waiter
      return state.count
    }
    if id == nil { waiter(true) }
    return id
  }
}
