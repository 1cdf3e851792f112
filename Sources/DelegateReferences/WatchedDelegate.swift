public import ModuleLifecycle

/// Sees whether a reference points to a delegate that has died, for policies under which it does not know itself.
///
/// It never touches the delegate but through a weak reference.
final class WatchedDelegate: Sendable {
  private struct State: Sendable {
    nonisolated(unsafe) weak var delegate: AnyObject?
    /// The type of the delegate that is or was set; `nil` while there is none.
    var type: String?
    var isReported = false
  }

  private let name: String
  private let policy: DelegatePolicy
  private let state = Locked(State())

  init(name: String, policy: DelegatePolicy) {
    self.name = name
    self.policy = policy
  }

  /// The reference points to another delegate now, or to none.
  func set(_ delegate: AnyObject?) {
    let type = delegate.map { String(describing: Swift.type(of: $0)) }
    state.withLock { state in
      unsafe state.delegate = delegate
      state.type = type
      state.isReported = false
    }
  }

  /// What to warn of, once for each delegate; `nil` while it lives.
  func takeWarning() -> WarningEntry.DanglingReference? {
    // Its last reference may go while this one is held, and not under the lock: what dies may clear the reference.
    let delegate = state.withLock { unsafe $0.delegate }
    defer { withExtendedLifetime(delegate) {} }
    guard delegate == nil else { return nil }
    let type = state.withLock { state -> String? in
      guard let type = state.type, !state.isReported, unsafe state.delegate == nil else { return nil }
      state.isReported = true
      return type
    }
    return type.map { type in
      var reference = WarningEntry.DanglingReference()
      (reference.name, reference.policy) = (name, policy.name)
      (reference.type, reference.reading) = (type, policy.readingAfterDeath)
      return reference
    }
  }
}

extension CompositeDelegate {
  /// Has the journal say when a delegate has died and the reference still points to it.
  ///
  /// It is looked for after each dispatch. References that a module makes in its `init` are watched by themselves; other
  /// ones are handed over here, before they have a delegate. Under a policy that knows of its delegate's death, or keeps
  /// it alive, there is nothing to watch, and nothing happens.
  ///
  /// - Parameter reference: The reference. It is not kept alive.
  public func watch<Delegate>(_ reference: DelegateReference<Delegate>) { reference.watch(in: self) }
}
