extension OwnedObjects {
  /// Runs an asynchronous operation that is cancelled when the owner dies.
  ///
  /// Its row is `finished` when the operation returns by itself. One that comes too late does not begin. An operation that loops must take the owner anew in
  /// each round, `self?.step()`; `guard let self` would keep the owner alive for as long as the loop runs.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - lifetime: How long it may run: with `.application` it outlives its owner.
  ///   - operation: What to do. It should return soon after it is cancelled.
  /// - Returns: A handle with which to cancel it sooner.
  @discardableResult
  public borrowing func task(
    _ name: String, lifetime: OwnedLifetime = .module, _ operation: @escaping @concurrent @Sendable () async -> Void
  ) -> OwnedObject {
    let running = RunningTask()
    let object = own(.task, name, lifetime: lifetime) { running.cancel() }
    running.start {
      await operation()
      object.finish()
    }
    return object
  }
}

/// A task that can be cancelled before it has begun; it does not begin then.
private final class RunningTask: Sendable {
  private struct State: Sendable {
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let state = Locked(State())

  func start(_ operation: @escaping @Sendable () async -> Void) {
    guard !state.withLock({ $0.isCancelled }) else { return }
    let task = Task { await operation() }
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
