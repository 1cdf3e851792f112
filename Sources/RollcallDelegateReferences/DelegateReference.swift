import ModuleLifecycle

/// A reference to a delegate, with a policy that says how it treats the delegate's life.
///
/// ```swift
/// @MainActor protocol PlayerDelegate: AnyObject { func playerDidBecomeInvalid() }
///
/// @MainActor final class Player {
///   let delegate = DelegateReference<any PlayerDelegate>(.strongUntilInvalidated)
///
///   func invalidate() { delegate.invalidate { $0.playerDidBecomeInvalid() } }
/// }
/// ```
///
/// Choosing `unownedUnsafe` requires `unsafe` in the source. All other policies are checked.
///
/// A reference that a module creates in its `init`, or that was passed to `CompositeDelegate.watch(_:)`, is checked
/// after each dispatch. If its delegate has died and the reference still points to it, the journal gets a warning
/// before any code reads it. This costs a weak reference.
///
/// A delegate is an instance of a class. As with any stored property, use a reference from one thread at a time. A
/// reference is one small object. Reading it costs as much as reading that kind of reference, plus a dynamic cast.
@safe public final class DelegateReference<Delegate> {
  /// How the reference treats the delegate's life.
  public let policy: DelegatePolicy
  /// What a hint calls the reference when it holds an object that should be gone.
  public let name: String
  /// Whether the reference was invalidated. An invalidated reference accepts no new delegate.
  public private(set) var isInvalidated = false

  private weak var weakly: AnyObject?
  private unowned var unownedly: AnyObject?
  private var unchecked = UncheckedReference()
  private var strongly: AnyObject?
  private var isAssigned = false
  /// The reference's key among the known strong references.
  private var known: UInt64?
  /// Detects the delegate's death where the reference can't, with the composite's watch that checks for it.
  private var watch: (delegate: WatchedDelegate, look: DelegateWatch)?

  /// Creates a reference without a delegate.
  ///
  /// - Parameters:
  ///   - policy: How the reference treats the delegate's life.
  ///   - name: What a hint calls the reference when it holds an object that should be gone: "the player's delegate".
  public init(_ policy: DelegatePolicy, named name: String = "a delegate reference") {
    self.policy = policy
    self.name = name
    guard policy.mayDangle else { return }
    let delegate = WatchedDelegate(name: name, policy: policy)
    watch = DelegateWatch.ofModuleInTheMaking { delegate.takeWarning() }.map { (delegate, $0) }
  }

  /// Creates a reference to a delegate; see `init(_:named:)`.
  public convenience init(_ policy: DelegatePolicy, named name: String = "a delegate reference", to delegate: Delegate)
  {
    self.init(policy, named: name)
    self.delegate = delegate
  }

  deinit { letGo() }

  /// The delegate; `nil` when there is none.
  ///
  /// The result of reading it after the delegate has died depends on the policy. With `weak` it is `nil`, also within
  /// the delegate's own `deinit`. With `unowned`, reading **ends the program**, also within the delegate's `deinit`.
  /// With `unownedUnsafe` it is **undefined**: you may see the dead delegate, another object, or a crash. A delegate
  /// that is held strongly can't have died.
  ///
  /// Setting it releases the previous delegate without a message. Setting it after `invalidate(sending:)` is a
  /// programming error and ends the program, unless the new value is `nil`.
  public var delegate: Delegate? {
    get { object.map(Self.cast) }
    set {
      guard let newValue else { return clear() }
      precondition(!isInvalidated, "The reference was invalidated and accepts no new delegate.")
      precondition(type(of: newValue as Any) is AnyClass, "A delegate is an instance of a class.")
      set(newValue as AnyObject)
    }
  }

  /// Whether a delegate was set and not cleared.
  ///
  /// Reading this never touches the delegate, so it is safe even if the delegate may be dead. With `unowned` and
  /// `unownedUnsafe` it stays `true` after the delegate's death, when the reference dangles. With `weak` it becomes
  /// `false`.
  public var isSet: Bool { policy.kind == .weak ? weakly != nil : isAssigned }

  /// Releases the delegate without sending it a message.
  public func clear() { set(nil) }

  /// Releases the delegate for good: marks the reference invalid, sends the message, then releases.
  ///
  /// While the message is sent, the reference still gives the delegate. Without a delegate nothing is sent. A second
  /// call does nothing. If the delegate may be dead, the policy decides what happens, as with reading.
  ///
  /// - Parameter message: Tells the delegate that its sender has become invalid.
  /// - Throws: The error that `message` throws. The delegate is released all the same.
  public func invalidate(sending message: (Delegate) throws -> Void) rethrows {
    guard !isInvalidated else { return }
    isInvalidated = true
    defer { clear() }
    if let delegate { try message(delegate) }
  }

  /// Makes a composite warn when the delegate has died and the reference still points to it.
  @MainActor func watch(in composite: CompositeDelegate) {
    guard policy.mayDangle, watch == nil else { return }
    precondition(!isAssigned, "Watch a reference before it has a delegate: a delegate set earlier may have died.")
    let delegate = WatchedDelegate(name: name, policy: policy)
    watch = (delegate, DelegateWatch.of(composite) { delegate.takeWarning() })
  }

  private var object: AnyObject? {
    switch policy.kind {
    case .weak: weakly
    case .unowned: unownedly
    case .unownedUnsafe: unchecked.object
    case .strong, .strongUntilInvalidated: strongly
    }
  }

  private func set(_ object: AnyObject?) {
    isAssigned = object != nil
    watch?.delegate.set(object)
    switch policy.kind {
    case .weak: weakly = object
    case .unowned: unownedly = object
    case .unownedUnsafe: unchecked.object = object
    case .strong, .strongUntilInvalidated:
      letGo()
      known = object.map { StrongReferences.add("\(name) (\(policy))", to: $0) }
      // The previous delegate may die now and read this reference, so it is released after the new value is set.
      let last = strongly
      strongly = object
      withExtendedLifetime(last) {}
    }
  }

  /// Removes this reference from the known strong references to its delegate.
  private func letGo() {
    if let known, let strongly { StrongReferences.remove(known, from: strongly) }
    known = nil
  }

  private static func cast(_ object: AnyObject) -> Delegate {
    // It was set as a `Delegate`, so the cast succeeds.
    guard let delegate = object as? Delegate else { preconditionFailure("The delegate is not a \(Delegate.self).") }
    return delegate
  }
}
