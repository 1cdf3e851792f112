extension OwnedObjectRegistering where Self: ~Copyable {
  /// Runs an asynchronous operation that is cancelled when the owner dies.
  ///
  /// Its row is `finished` when the operation returns by itself. One that is cancelled is `releasing` until the operation
  /// has returned. One that comes too late does not begin. An operation that loops must take the owner anew in each round,
  /// `self?.step()`; `guard let self` would keep the owner alive for as long as the loop runs.
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
    let object = own(.task, name, lifetime: lifetime, cancelling: { running.cancel() })
    running.start(operation) { object.finish() }
    return object
  }
}

/// A task that can be cancelled before it has begun; it does not begin then.
private final class RunningTask: Sendable {
  private enum State: Sendable {
    case waiting
    /// It begins; there is no task to cancel yet.
    case beginning(isCancelled: Bool)
    case running(Task<Void, Never>)
    case cancelledBefore
  }

  private let state = Locked(State.waiting)
  /// When the operation has returned.
  private let end = CleanupEnd()

  /// - Parameter returned: Called when the operation has returned.
  func start(
    _ operation: @escaping @concurrent @Sendable () async -> Void, returned: @escaping @Sendable () -> Void
  ) {
    let begins = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .beginning(isCancelled: false)
      return true
    }
    guard begins else { return }
    let task = Task {
      await operation()
      end.reach()
      returned()
    }
    let isCancelled = state.withLock { state in
      defer { state = .running(task) }
      if case .beginning(true) = state { return true }
      return false
    }
    if isCancelled { task.cancel() }
  }

  /// - Returns: When the operation has returned; nothing where there is none to wait for.
  func cancel() -> CleanupEnd? {
    let (task, hasBegun) = state.withLock { state -> (Task<Void, Never>?, Bool) in
      switch state {
      case .waiting, .cancelledBefore:
        state = .cancelledBefore
        return (nil, false)
      case .beginning:
        state = .beginning(isCancelled: true)
        return (nil, true)
      case .running(let task): return (task, true)
      }
    }
    task?.cancel()
    return hasBegun && !end.isReached ? end : nil
  }
}
