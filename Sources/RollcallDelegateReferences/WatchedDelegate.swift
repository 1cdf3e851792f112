public import ModuleLifecycle

/// Detects that a reference points to a delegate that has died, for policies under which the reference can't know.
///
/// It reaches the delegate only through a weak reference.
final class WatchedDelegate: Sendable {
  private struct State: Sendable {
    let delegate: WeakReference
    /// The type of the delegate that is or was set; `nil` while there is none, and once its death was reported.
    var type: String?
  }

  private let name: String
  private let policy: DelegatePolicy
  private let state = Locked(State(delegate: WeakReference(nil)))

  init(name: String, policy: DelegatePolicy) {
    self.name = name
    self.policy = policy
  }

  /// Records that the reference now points to another delegate, or to none.
  func set(_ delegate: AnyObject?) {
    let type = delegate.map { String(describing: Swift.type(of: $0)) }
    state.withLock { $0 = State(delegate: WeakReference(delegate), type: type) }
  }

  /// The warning to give, once for each delegate; `nil` while the delegate lives.
  func takeWarning() -> WarningEntry.DanglingReference? {
    // Looking at it can release the delegate's last reference. That happens outside the lock, because a dying object may
    // clear the reference.
    let delegate = state.withLock { $0.delegate }
    guard !delegate.isAlive else { return nil }
    return state.withLock { state in
      guard !state.delegate.isAlive, let type = state.type.take() else { return nil }
      var reference = WarningEntry.DanglingReference()
      (reference.name, reference.policy) = (name, policy.name)
      (reference.type, reference.reading) = (type, policy.readingAfterDeath)
      return reference
    }
  }
}

extension CompositeDelegate {
  /// Writes a warning to the journal when a delegate has died and the reference still points to it.
  ///
  /// The composite checks after each dispatch. References that a module creates in its `init` are watched
  /// automatically. Pass others here before they have a delegate; a reference that already has one ends the program.
  /// Under a policy that notices its delegate's death, or keeps the delegate alive, this does nothing.
  ///
  /// - Parameter reference: The reference. It is not kept alive.
  public func watch<Delegate>(_ reference: DelegateReference<Delegate>) { reference.watch(in: self) }
}
