import Synchronization

/// An owner's number and name, which outlive it in the journal.
struct OwnerLabel: Sendable {
  let id = Identifiers.nextOwner()
  let name: String

  init(_ name: String) { self.name = name }
}

/// An owner: one instance of a module, or any other object that owns things.
///
/// It outlives the object that it represents, so that the journal can still name that object. It never keeps the object
/// alive.
final class Owner: Sendable {
  struct State: Sendable {
    /// The first open bag. Nearly all owners have only this one.
    var firstBag: OwnershipLedger?
    var otherBags: [OwnershipLedger] = []
    /// The ledger of application-lifetime objects.
    var application: OwnershipLedger?
    /// The bags whose holders are dead, and that are emptied a little later.
    var waiting: [OwnershipLedger] = []
    var life = Life.alive
  }

  /// The life of a module instance. Other owners are always `alive`.
  enum Life: Sendable {
    case underConstruction
    /// Its creation has failed.
    case abandoned
    case alive
    /// The composite has released it.
    case removed(at: UInt64)
    case freed
  }

  let label: OwnerLabel
  let journal: Journal?
  /// `nil` for an owner that is not a module.
  let instance: ModuleInstance?
  /// The owner that this one is a part of: the nested composite that contains this module.
  private let enclosing: Owner?
  /// The composite's part in ownership. Not kept alive.
  private nonisolated(unsafe) weak var scope: OwnershipScope?
  private let acquired = Atomic<UInt32>(0)
  private let overdue = Atomic<Bool>(false)
  let state: Locked<State>

  var id: UInt64 { label.id }
  var name: String { label.name }
  /// The counts of all instances of the module.
  var totals: OwnershipTotals? { instance?.totals }

  /// Whether the journal records what happens to its objects.
  var isWritten: Bool { journal?.isEnabled ?? false }

  /// Records that an object was acquired or released; see `Journal.append(_:_:of:_:leaving:)`.
  ///
  /// Not inlined: only then is the journal used without reference counting.
  @inline(never) func write(
    _ row: borrowing OwnedRow, _ kind: OwnedKind, _ change: ObjectRecord.Change,
    leaving aftermath: inout Journal.Aftermath
  ) {
    journal?.append(row, kind, of: self, change, leaving: &aftermath)
  }

  /// Creates an owner that is not a module.
  convenience init(name: String, journal: Journal?, scope: OwnershipScope? = nil, within enclosing: Owner? = nil) {
    self.init(OwnerLabel(name), journal: journal, scope: scope, within: enclosing)
  }

  /// Creates an owner, which the journal may already know.
  ///
  /// - Parameter instance: The module instance that it represents.
  init(
    _ label: OwnerLabel, journal: Journal?, scope: OwnershipScope?, within enclosing: Owner?,
    instance: ModuleInstance? = nil
  ) {
    self.label = label
    self.journal = journal
    self.enclosing = enclosing
    self.instance = instance
    state = Locked(State(life: instance == nil ? .alive : .underConstruction))
    unsafe self.scope = scope
  }

  /// Whether this is the other owner or a part of it.
  func isPart(of other: Owner) -> Bool { self === other || enclosing?.isPart(of: other) == true }

  // MARK: Bags

  /// The number of the next object. Numbers wrap around at 2³², and handles may then not find their objects.
  func nextNumber() -> UInt32 { acquired.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Opens a bag for this owner.
  func openBag() -> OwnershipLedger {
    let bag = OwnershipLedger(owner: self)
    let scope = unsafe scope
    // Under the lock, so that this and the closing of another bag on another thread do not interleave.
    state.withLock { state in
      if state.isWithoutBags { scope?.add(self) }
      if state.firstBag == nil { state.firstBag = bag } else { state.otherBags.append(bag) }
    }
    if journal == nil { Self.unwrittenBags.add(1, ordering: .relaxed) }
    return bag
  }

  /// Notes that a bag has been emptied because its holder died. If it was the last one and the module is dead, the
  /// module has ended. A helper's bag can close earlier.
  func closeBag(_ bag: OwnershipLedger) {
    let scope = unsafe scope
    let end = state.withLock { state -> (wasBag: Bool, isEnd: Bool)? in
      if !state.waiting.isEmpty { state.waiting.removeAll { $0 === bag } }
      if state.application === bag {
        state.application = nil
        return (false, false)
      }
      guard state.remove(bag) else { return nil }
      if state.isWithoutBags { scope?.remove(self) }
      // A helper's bag can close on another thread while the module is being created.
      if case .underConstruction = state.life { return (true, false) }
      return (true, state.isWithoutBags)
    }
    // Two callers can empty it at once: a shutdown that waits, and the code that ends the shutdown.
    guard let end else { return }
    if end.wasBag, journal == nil { Self.unwrittenBags.subtract(1, ordering: .relaxed) }
    guard let instance else { return }
    instance.totals.add(bag.counts)
    if end.isEnd, instance.isDead { noteFreed() }
  }

  private static let unwrittenBags = Atomic<Int>(0)

  /// Whether any bag in the process belongs to an owner without a journal.
  static var hasUnwrittenBags: Bool { unwrittenBags.load(ordering: .relaxed) > 0 }

  /// The ledger of application-lifetime objects; `nil` when no application can end. After a failed creation, it accepts
  /// nothing.
  var applicationLedger: OwnershipLedger? {
    guard let scope = unsafe scope else { return nil }
    let isEnclosingAbandoned = enclosing?.isAbandoned == true
    let (ledger, isNew) = state.withLock { state -> (OwnershipLedger, Bool) in
      if let ledger = state.application { return (ledger, false) }
      let ledger = OwnershipLedger(owner: self, isForApplication: true)
      if isEnclosingAbandoned || state.isAbandoned {
        ledger.stopTaking()
        return (ledger, false)
      }
      state.application = ledger
      return (ledger, true)
    }
    guard isNew else { return ledger }
    scope.add(self, ledger)
    // The creation may have failed in the meantime, on another thread.
    if isAbandoned { scope.abandon(self) }
    return ledger
  }

  /// The ledger of application-lifetime objects, if there has been one.
  var openApplicationLedger: OwnershipLedger? { state.withLock(\.application) }

  /// The ledgers that may have live objects, those of the bags first.
  var ledgers: [OwnershipLedger] { state.withLock { state in state.bags + (state.application.map { [$0] } ?? []) } }

  /// The live objects in its bags. A dead owner should have none, but a helper that is still alive can keep a bag.
  var openObjects: [OwnedObjectStatus] { state.withLock(\.bags).flatMap(\.liveObjects) }

  /// Notes that a bag whose holder is dead will be emptied a little later.
  func noteWaiting(_ bag: OwnershipLedger) { state.withLock { $0.waiting.append(bag) } }

  /// Counts an object that was registered after its bag was closed, and warns about it.
  func noteLate(_ kind: OwnedKind, _ name: String) {
    totals?.add(OwnedCounts(kinds: [OwnedCounts.Kind(kind: kind, released: [.late: 1])]))
    guard let journal, journal.isEnabled else { return }
    let moment = journal.moment
    journal.warn(.registeredLate) { warning in
      (warning.owner, warning.ownerID) = (self.name, id)
      (warning.module, warning.moduleID) = (instance == nil ? nil : self.name, instance?.id)
      warning.objects = [kind.title(of: name)]
      warning.fate = .cleaned
      (warning.dispatch, warning.atNanoseconds) = (moment.dispatch == 0 ? nil : moment.dispatch, moment.at)
    }
  }

  // MARK: The composite's part

  /// Cleans an object when an event is over, if a composite knows when that is.
  func release(_ object: OwnedObject, after event: ObjectIdentifier) { unsafe scope?.release(object, after: event) }

  /// Watches a reference to a delegate, if a composite can.
  func add(_ watch: DelegateWatch) { unsafe scope?.delegateWatches.add(watch) }

  /// Whether a composite knows when an event, or the application, ends.
  var hasScope: Bool { unsafe scope != nil }

  func add(_ object: ReleasingObject) { unsafe scope?.add(object) }

  func remove(_ object: ReleasingObject) { unsafe scope?.remove(object) }

  /// Makes the rest of a bag wait while the application is shutting down and another cleanup is in progress.
  ///
  /// - Returns: Whether it has to wait.
  func queue(_ bag: OwnershipLedger, _ reason: ReleaseReason) -> Bool {
    guard let scope = unsafe scope else { return false }
    // Before other threads see the bag, because they can empty it at once.
    let isNew = state.withLock { state in
      if state.waiting.contains(where: { $0 === bag }) { return false }
      state.waiting.append(bag)
      return true
    }
    if scope.queue(bag, reason) { return true }
    if isNew { state.withLock { state in state.waiting.removeAll { $0 === bag } } }
    return false
  }

  // MARK: Its end

  /// Whether the owner should be gone but is not.
  var isOverdue: Bool { overdue.load(ordering: .relaxed) }

  func noteOverdue() { overdue.store(true, ordering: .relaxed) }

  /// Notes that the module's creation failed. An object that it acquires from now on is too late.
  func noteAbandoned() { state.withLock { $0.life = .abandoned } }

  private var isAbandoned: Bool { state.withLock(\.isAbandoned) || enclosing?.isAbandoned == true }
}

extension Owner.State {
  var isWithoutBags: Bool { firstBag == nil && otherBags.isEmpty }

  var bags: [OwnershipLedger] { (firstBag.map { [$0] } ?? []) + otherBags }

  var isAbandoned: Bool { if case .abandoned = life { true } else { false } }

  /// - Returns: Whether the bag was there.
  mutating func remove(_ bag: OwnershipLedger) -> Bool {
    if firstBag === bag {
      firstBag = nil
      return true
    }
    guard let place = otherBags.firstIndex(where: { $0 === bag }) else { return false }
    otherBags.remove(at: place)
    return true
  }
}
