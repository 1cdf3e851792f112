import Dispatch
import ModuleLifecycle

/// Something that happens once, and that one can wait for.
final class Moment: Sendable {
  private struct State: Sendable {
    var hasCome = false
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    var count = 0
  }

  private let state = Locked(State())

  /// Now it has come.
  func come() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      state.hasCome = true
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: true) }
  }

  /// Waits until it comes; gives false when it did not come in time.
  func wait(atMost patience: DispatchTimeInterval) async -> Bool {
    await withCheckedContinuation { continuation in
      let id = state.withLock { state -> Int? in
        guard !state.hasCome else { return nil }
        state.count += 1
        state.waiters[state.count] = continuation
        return state.count
      }
      guard let id else { return continuation.resume(returning: true) }
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [self] in
        state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: false)
      }
    }
  }
}
