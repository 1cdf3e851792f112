import ModuleLifecycle

/// A reference to a delegate, with the policy that says what it does about the delegate's life.
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
/// Whoever chooses `unownedUnsafe` has to say `unsafe` there; everything else is checked.
///
/// A reference that a module makes in its `init`, or that was handed to `CompositeDelegate.watch(_:)`, is looked at after
/// each dispatch: once its delegate has died and it still points to it, the journal has a warning, before anybody reads
/// it. That costs a weak reference.
///
/// A delegate is an instance of a class. Use a reference from one thread at a time, as any stored property. It is one
/// small object; reading costs what that kind of reference costs, and a dynamic cast.
@safe public final class DelegateReference<Delegate> {
  /// What it does about the delegate's life.
  public let policy: DelegatePolicy
  /// What a hint calls it, when somebody should be gone whom it holds.
  public let name: String
  /// Whether it was invalidated. An invalid reference takes no delegate any more.
  public private(set) var isInvalidated = false

  private weak var weakly: AnyObject?
  private unowned var unownedly: AnyObject?
  private var unmanaged: Unmanaged<AnyObject>?
  private var strongly: AnyObject?
  private var isAssigned = false
  /// What the strong references that are known call this one.
  private var known: UInt64?
  /// Sees the delegate's death where the reference does not, beside what looks at that.
  private var watch: (delegate: WatchedDelegate, look: DelegateWatch)?

  /// A reference to nobody.
  ///
  /// - Parameters:
  ///   - policy: What it does about the delegate's life.
  ///   - name: What a hint calls it, when somebody should be gone whom it holds: "the player's delegate".
  public init(_ policy: DelegatePolicy, named name: String = "a delegate reference") {
    self.policy = policy
    self.name = name
    guard policy.mayDangle else { return }
    let delegate = WatchedDelegate(name: name, policy: policy)
    watch = DelegateWatch.ofModuleInTheMaking { delegate.takeWarning() }.map { (delegate, $0) }
  }

  /// A reference to a delegate; see `init(_:named:)`.
  public convenience init(_ policy: DelegatePolicy, named name: String = "a delegate reference", to delegate: Delegate)
  {
    self.init(policy, named: name)
    self.delegate = delegate
  }

  deinit { letGo() }

  /// The delegate; `nil` when there is none.
  ///
  /// What reading gives after the delegate has died depends on the policy. `weak`: `nil`, also within the delegate's
  /// own `deinit`. `unowned`: it **ends the program**, also within the delegate's `deinit`. `unownedUnsafe`: it is
  /// **undefined**; you may see the dead delegate, another object, or a crash. A delegate that is held strongly can't
  /// have died.
  ///
  /// Setting it lets go of the delegate before, without a message. Setting it after `invalidate(sending:)` is a
  /// programming error and ends the program, except to `nil`.
  public var delegate: Delegate? {
    get { object.map(Self.cast) }
    set {
      guard let newValue else { return clear() }
      precondition(!isInvalidated, "The reference was invalidated, and takes no delegate any more.")
      precondition(type(of: newValue as Any) is AnyClass, "A delegate is an instance of a class.")
      set(newValue as AnyObject)
    }
  }

  /// Whether a delegate was set and not cleared.
  ///
  /// It never touches the delegate, so it is safe to ask when the delegate may be dead. With `unowned` and
  /// `unownedUnsafe` it stays true after the delegate's death: the reference dangles. With `weak` it becomes false.
  public var isSet: Bool { policy.kind == .weak ? weakly != nil : isAssigned }

  /// Lets go of the delegate, and sends it nothing.
  public func clear() { set(nil) }

  /// Lets go of the delegate for good: becomes invalid, sends the message, and then releases.
  ///
  /// While the message is sent the reference still gives the delegate. With nobody to send it to, nothing is sent; a
  /// second call does nothing. Where the delegate may be dead, the policy says what happens, as with reading.
  ///
  /// - Parameter message: Tells the delegate that this has become invalid.
  public func invalidate(sending message: (Delegate) throws -> Void) rethrows {
    guard !isInvalidated else { return }
    isInvalidated = true
    defer { clear() }
    if let delegate { try message(delegate) }
  }

  /// Has a composite warn when the delegate has died and this still points to it.
  @MainActor func watch(in composite: CompositeDelegate) {
    guard policy.mayDangle, watch == nil else { return }
    precondition(!isAssigned, "A reference is watched before it has a delegate: later that may have died already.")
    let delegate = WatchedDelegate(name: name, policy: policy)
    watch = (delegate, DelegateWatch.of(composite) { delegate.takeWarning() })
  }

  private var object: AnyObject? {
    switch policy.kind {
    case .weak: weakly
    case .unowned: unownedly
    case .unownedUnsafe: unsafe unmanaged?.takeUnretainedValue()
    case .strong, .strongUntilInvalidated: strongly
    }
  }

  private func set(_ object: AnyObject?) {
    isAssigned = object != nil
    watch?.delegate.set(object)
    switch policy.kind {
    case .weak: weakly = object
    case .unowned: unownedly = object
    case .unownedUnsafe: unsafe unmanaged = object.map { unsafe Unmanaged.passUnretained($0) }
    case .strong, .strongUntilInvalidated:
      letGo()
      known = object.map { StrongReferences.add("\(name) (\(policy))", to: $0) }
      // The one before may die of this and look here, so it goes when this has its new value.
      let last = strongly
      strongly = object
      withExtendedLifetime(last) {}
    }
  }

  /// Is known no more as one that holds its delegate.
  private func letGo() {
    if let known, let strongly { StrongReferences.remove(known, from: strongly) }
    known = nil
  }

  private static func cast(_ object: AnyObject) -> Delegate {
    // It was set as a `Delegate`, so it is one.
    guard let delegate = object as? Delegate else { preconditionFailure("The delegate is no \(Delegate.self).") }
    return delegate
  }
}
