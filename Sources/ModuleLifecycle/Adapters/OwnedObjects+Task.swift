extension OwnedObjectRegistering where Self: ~Copyable {
  /// Runs an asynchronous operation, and cancels it when the owner dies.
  ///
  /// The task's row becomes `finished` when the operation returns on its own, and `failed`, with a warning, when it
  /// throws on its own. A cancelled operation is `releasing` until it has returned or thrown. If the owner is already
  /// dead, the operation doesn't start.
  ///
  /// On Linux, the operation must not wait in `URLSession.data(for:)` or a similar method: cancelling it there can
  /// deadlock in a Foundation that lacks the fix of swift-corelibs-foundation issue 5412. Use `owned.request` of the
  /// product `RollcallFoundation` instead, which is tested with 1,000 cancellations at random moments.
  ///
  /// An operation that loops must take the owner again in each round, with `self?.step()`. `guard let self` would keep
  /// the owner alive for as long as the loop runs. For a loop over a sequence, `task(_:over:owner:lifetime:_:)`
  /// does that.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - lifetime: How long it can run. With `.application`, it outlives its owner.
  ///   - isEndless: Whether it should run until it is cancelled. If so, returning on its own causes a warning.
  ///   - operation: The operation. It should return or throw soon after it is cancelled.
  /// - Returns: A handle that can cancel the operation sooner, or wait for it.
  @discardableResult
  public borrowing func task(
    _ name: String, lifetime: OwnedLifetime = .module, isEndless: Bool = false,
    _ operation: @escaping @concurrent @Sendable () async throws -> Void
  ) -> OwnedTask {
    let running = RunningTask()
    let object = own(name, as: .task, lifetime: lifetime, cancelling: { running.cancel() })
    running.start(operation) { error in
      guard object.release(error == nil ? .finished : .failed), error != nil || isEndless else { return }
      object.warnOfEnd(named: name, error)
    }
    return OwnedTask(object: object, running: running)
  }

  /// Calls an asynchronous closure with each element of a sequence, and passes the owner, without keeping it alive between
  /// two elements.
  ///
  /// ```swift
  /// owned.task("prices", over: prices, owner: self) { cart, price in await cart.show(price) }
  /// ```
  ///
  /// The task ends with the sequence, with the first error, or with the owner of this bag. When another `owner` has gone, it
  /// ends at the next element.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - sequence: The sequence.
  ///   - owner: What the body needs, as a rule the owner of this bag.
  ///   - lifetime: How long the task can run.
  ///   - body: Called with the owner and an element. The owner is alive until it returns.
  /// - Returns: A handle that can cancel the task sooner, or wait for it.
  @discardableResult
  public borrowing func task<Owner: AnyObject & Sendable, Elements: AsyncSequence & Sendable>(
    _ name: String, over sequence: Elements, owner: Owner, lifetime: OwnedLifetime = .module,
    _ body: @escaping @concurrent @Sendable (Owner, Elements.Element) async throws -> Void
  ) -> OwnedTask where Elements.Element: Sendable {
    task(name, lifetime: lifetime) { [weak owner] in
      for try await element in sequence {
        guard let owner else { return }
        try await body(owner, element)
      }
    }
  }
}

/// A handle to an owned task.
///
/// Releasing the handle does nothing: the task stays with its owner. The handle doesn't keep the owner alive.
public struct OwnedTask: Sendable {
  /// The owned object that represents the task.
  public let object: OwnedObject
  fileprivate let running: RunningTask

  /// Cancels the task now, with the reason `cancelled`. Does nothing if it has been cancelled or is over.
  public func cancel() { object.cancel() }

  /// Waits until the operation is over. Cancelling the caller neither cancels the operation nor ends the wait.
  ///
  /// - Throws: The error that the operation threw, or `CancellationError` if it was cancelled before it started.
  public func wait() async throws { try await running.wait() }
}

extension OwnedObject {
  /// Records a warning about a task that ended on its own.
  fileprivate func warnOfEnd(named name: String, _ error: (any Error)?) {
    owner.journal?.warn(.taskEnded) { warning in
      (warning.owner, warning.ownerID) = (owner.name, owner.id)
      (warning.module, warning.moduleID) = (owner.record?.name, owner.record?.id)
      warning.objects = [OwnedKind.task.title(of: name)]
      warning.error = error.map { String(describing: $0) }
    }
  }
}

/// A task that can be cancelled before it starts. It then never starts.
private final class RunningTask: Sendable {
  private enum State: Sendable {
    case waiting
    /// It is starting. There is no task to cancel yet.
    case beginning(isCancelled: Bool)
    case running(Task<Void, Never>)
    case cancelledBefore
    /// The operation has returned.
    case over
  }

  private let state = Locked(State.waiting)
  /// The error that the operation threw, or `CancellationError` if it never started.
  private let error = Locked<(any Error)?>(nil)
  /// Reached when the operation has returned.
  private let end = CleanupEnd()
  /// Reached after that, when its row has ended, too.
  private let settled = CleanupEnd()

  /// - Parameter returned: Called when the operation has returned, with the error that it threw.
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
      var thrown: (any Error)?
      do { try await operation() } catch { thrown = error }
      error.withLock { [thrown] in $0 = thrown }
      state.withLock { $0 = .over }
      returned(thrown)
      end.reach()
      settled.reach()
    }
    let isCancelled = state.withLock { state in
      switch state {
      case .over: return false
      case .beginning(let isCancelled):
        state = .running(task)
        return isCancelled
      case .waiting, .running, .cancelledBefore: return false
      }
    }
    if isCancelled { task.cancel() }
  }

  private var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

  func wait() async throws {
    await settled.wait()
    if let error = error.withLock({ $0 }) { throw error }
  }

  /// - Returns: The end of the operation. `nil` when there is none to wait for.
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
      case .over: return (nil, true)
      }
    }
    task?.cancel()
    guard hasBegun else {
      error.withLock { $0 = CancellationError() }
      end.reach()
      settled.reach()
      return nil
    }
    return isOver ? nil : end
  }
}
