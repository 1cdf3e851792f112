extension OwnedObjectRegistering where Self: ~Copyable {
  /// Runs an asynchronous operation that is cancelled when the owner dies.
  ///
  /// Its row is `finished` when the operation returns by itself, and `failed`, with a warning, when it throws by itself. One
  /// that is cancelled is `releasing` until the operation has returned or thrown. One that comes too late does not begin. An
  /// operation that loops must take the owner anew in each round, `self?.step()`; `guard let self` would keep the owner
  /// alive for as long as the loop runs.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - lifetime: How long it may run: with `.application` it outlives its owner.
  ///   - isEndless: Whether it should run until it is cancelled: then a warning says so when it returns by itself.
  ///   - operation: What to do. It should return or throw soon after it is cancelled.
  /// - Returns: A handle with which to cancel it sooner, or to wait for it.
  @discardableResult
  public borrowing func task(
    _ name: String, lifetime: OwnedLifetime = .module, isEndless: Bool = false,
    _ operation: @escaping @concurrent @Sendable () async throws -> Void
  ) -> OwnedTask {
    let running = RunningTask()
    let object = own(.task, name, lifetime: lifetime, cancelling: { running.cancel() })
    running.start(operation) { error in
      guard object.release(error == nil ? .finished : .failed), error != nil || isEndless else { return }
      object.warnOfEnd(named: name, error)
    }
    return OwnedTask(object: object, running: running)
  }
}

/// A handle on an owned task.
///
/// Dropping the handle does nothing; the task stays with its owner. A handle does not keep the owner alive.
public struct OwnedTask: Sendable {
  /// The task among what its owner owns.
  public let object: OwnedObject
  fileprivate let running: RunningTask

  /// Cancels it now, for the reason `cancelled`; nothing when it has been cancelled or is over.
  public func cancel() { object.cancel() }

  /// Waits until the operation is over. Cancelling the caller does not cancel the operation, and does not end the waiting.
  ///
  /// - Throws: What the operation has thrown; `CancellationError` when it was cancelled before it began.
  public func wait() async throws { try await running.wait() }
}

extension OwnedObject {
  /// Warns of a task that has ended by itself.
  fileprivate func warnOfEnd(named name: String, _ error: (any Error)?) {
    owner.journal?.warn(.taskEnded) { warning in
      (warning.owner, warning.ownerID) = (owner.name, owner.id)
      (warning.module, warning.moduleID) = (owner.instance == nil ? nil : owner.name, owner.instance?.id)
      warning.objects = [OwnedKind.task.title(of: name)]
      warning.error = error.map { String(describing: $0) }
    }
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
  /// What the operation has thrown, or that it did not begin.
  private let error = Locked<(any Error)?>(nil)
  /// When the operation has returned.
  private let end = CleanupEnd()

  /// - Parameter returned: Called when the operation has returned, with what it has thrown.
  func start(
    _ operation: @escaping @concurrent @Sendable () async throws -> Void,
    returned: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let begins = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .beginning(isCancelled: false)
      return true
    }
    guard begins else { return }
    let task = Task {
      do {
        try await operation()
        end.reach()
        returned(nil)
      } catch {
        self.error.withLock { $0 = error }
        end.reach()
        returned(error)
      }
    }
    let isCancelled = state.withLock { state in
      defer { state = .running(task) }
      if case .beginning(true) = state { return true }
      return false
    }
    if isCancelled { task.cancel() }
  }

  func wait() async throws {
    await end.wait()
    if let error = error.withLock({ $0 }) { throw error }
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
    guard hasBegun else {
      error.withLock { $0 = CancellationError() }
      end.reach()
      return nil
    }
    return end.isReached ? nil : end
  }
}
