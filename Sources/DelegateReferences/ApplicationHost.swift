public import ModuleLifecycle

/// The application object: it has one slot for a delegate, and keeps only the very first one alive.
///
/// So does `UIApplication`. The slot is `unowned(unsafe)`. The first delegate that is ever assigned is retained by the
/// host itself, and released when another one takes its place; a later delegate lives only if whoever made it keeps it.
/// Nobody checks: a slot whose delegate has died still has its address.
///
/// ```swift
/// let host = ApplicationHost(name: "Storefront", journal: composite.journal)
/// unsafe host.delegate = composite             // retained: it is the first
/// unsafe host.delegate = another               // the composite is released; keep `another` yourself
/// ```
///
/// What the host retains is an owned object in its journal, of kind `delegate` and named after the delegate's type:
/// acquired with the first assignment, cleaned for the reason `replaced` with the next one, `cancelled` when that was
/// `nil`, and `ownerReleased` when the host goes first.
@MainActor open class ApplicationHost {
  private let owned: OwnedObjects
  /// The application's name, under which its rows stand in the journal.
  public nonisolated let name: String
  /// Where it writes down what becomes of its first delegate.
  public nonisolated let journal: Journal

  private let first = FirstDelegate()
  private var firstRow: OwnedObject?
  private var hasHadDelegate = false
  private unowned(unsafe) var slot: AnyObject?
  /// The identity of what the slot has; comparing it touches nobody.
  private var assigned: ObjectIdentifier?

  /// An application without a delegate.
  ///
  /// - Parameters:
  ///   - name: The application's name.
  ///   - journal: Where it writes down what becomes of its first delegate; the composite's own, to see both together.
  public init(name: String, journal: Journal) {
    self.name = name
    self.journal = journal
    owned = OwnedObjects(owner: name, journal: journal)
  }

  /// The delegate; any object.
  ///
  /// Setting it fills the slot first; then, when the host still retains the very first delegate, that one is released,
  /// and if nobody else holds it, it dies before the assignment returns. Assigning the delegate that is in the slot
  /// already changes nothing.
  ///
  /// Reading it is safe while the delegate lives, which is certain only for `retainedDelegate`. After its death reading
  /// is **undefined**: the slot is neither cleared nor checked.
  @unsafe public final var delegate: AnyObject? {
    get { unsafe slot }
    set { assign(newValue) }
  }

  /// The delegate that the host itself keeps alive: the very first one, until another is assigned. Always safe to read.
  public final var retainedDelegate: AnyObject? { first.delegate }

  /// Whether there is something in the slot, dead or alive. Asking touches nobody.
  public final var hasDelegate: Bool { assigned != nil }

  private func assign(_ delegate: AnyObject?) {
    let identity = delegate.map { ObjectIdentifier($0) }
    guard identity != assigned else { return }
    assigned = identity
    unsafe slot = delegate
    if let row = firstRow {
      firstRow = nil
      if delegate == nil { row.cancel() } else { row.giveWay() }
    } else if let delegate, !hasHadDelegate {
      hasHadDelegate = true
      first.delegate = delegate
      firstRow = owned.own(.delegate, String(describing: type(of: delegate)), onMainActor: first.release)
    }
  }
}

/// Holds the one delegate that a host retains, apart from the host, because a cleanup must not touch its owner.
@MainActor private final class FirstDelegate {
  var delegate: AnyObject?

  /// Called by the cleanup, so that the delegate dies within the time that the journal gives for it.
  /// Called back while the delegate dies, it finds none.
  func release() { _ = delegate.take() }
}
