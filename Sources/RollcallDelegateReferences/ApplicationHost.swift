public import ModuleLifecycle

/// An application object: it has one slot for a delegate, and keeps only the very first delegate alive.
///
/// `UIApplication` behaves the same way. The slot is `unowned(unsafe)`. The host retains the first delegate that is
/// ever assigned, and releases it when another one replaces it. A later delegate lives only if other code keeps it. The
/// slot is never checked: after its delegate has died, it still has the old address.
///
/// ```swift
/// let host = ApplicationHost(name: "Storefront", journal: composite.journal)
/// unsafe host.delegate = composite             // retained: it is the first
/// unsafe host.delegate = another               // the composite is released; keep `another` yourself
/// ```
///
/// The retained delegate is an owned object in the host's journal, of kind `delegate` and named after the delegate's
/// type. It is acquired with the first assignment. The next assignment cleans it, with reason `replaced`, or
/// `cancelled` if it assigned `nil`. If the host dies first, the reason is `ownerReleased`.
@MainActor open class ApplicationHost {
  private let owned: OwnedObjects
  /// The application's name, which its journal rows use as their owner.
  public nonisolated let name: String
  /// The journal that records the life of the host's first delegate.
  public nonisolated let journal: Journal

  private let first = FirstDelegate()
  private var firstRow: OwnedObject?
  private var hasHadDelegate = false
  private var slot = UncheckedReference()
  /// The identity of the slot's object; comparing it does not touch the object.
  private var assigned: ObjectIdentifier?

  /// Creates an application without a delegate.
  ///
  /// - Parameters:
  ///   - name: The application's name.
  ///   - journal: The journal that records the life of the first delegate. Pass the composite's journal to see both
  ///     together.
  public init(name: String, journal: Journal) {
    self.name = name
    self.journal = journal
    owned = OwnedObjects(owner: name, journal: journal)
  }

  /// The delegate; any object.
  ///
  /// Setting it fills the slot first. If the host still retains the very first delegate, it then releases that one,
  /// which dies before the assignment returns unless other code holds it. Assigning the delegate that is already in the
  /// slot changes nothing.
  ///
  /// Reading it is safe while the delegate lives, which is certain only for `retainedDelegate`. After the delegate's
  /// death, reading is **undefined**: the slot is neither cleared nor checked.
  @unsafe public final var delegate: AnyObject? {
    get { slot.object }
    set { assign(newValue) }
  }

  /// The delegate that the host itself keeps alive: the very first one, until another is assigned. Always safe to read.
  public final var retainedDelegate: AnyObject? { first.delegate }

  /// Whether the slot has an object, dead or alive. Reading this does not touch the object.
  public final var hasDelegate: Bool { assigned != nil }

  private func assign(_ delegate: AnyObject?) {
    let identity = delegate.map { ObjectIdentifier($0) }
    guard identity != assigned else { return }
    assigned = identity
    slot.object = delegate
    if let row = firstRow {
      firstRow = nil
      if delegate == nil { row.cancel() } else { row.giveWay() }
    } else if let delegate, !hasHadDelegate {
      hasHadDelegate = true
      first.delegate = delegate
      firstRow = owned.own(String(describing: type(of: delegate)), as: .delegate, onMainActor: first.release)
    }
  }
}

/// Holds the delegate that a host retains. Separate from the host, because a cleanup must not touch its owner.
@MainActor private final class FirstDelegate {
  var delegate: AnyObject?

  /// Called by the cleanup, so that the delegate dies within the time measured for the journal. If the dying delegate
  /// calls back, it finds no delegate.
  func release() { _ = delegate.take() }
}
