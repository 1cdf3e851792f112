import Synchronization

/// An owner's number and name, which outlive it in the journal.
struct OwnerLabel: Sendable {
  let id = Identifiers.nextOwner()
  let name: String

  init(_ name: String) { self.name = name }
}

/// Who owns: one instance of a module, or any other object that owns things.
///
/// It outlives what it stands for, so that the journal can still name it; it never keeps it alive.
final class Owner: Sendable {
  struct State: Sendable {
    /// The bags that are open. Nearly all owners have one, which is the first.
    var firstBag: OwnershipLedger?
    var otherBags: [OwnershipLedger] = []
    /// What the owner owns for as long as the application lives.
    var application: OwnershipLedger?
    /// The bags whose holders are dead, and that are emptied a little later.
    var waiting: [OwnershipLedger] = []
    var life = Life.alive
  }

  /// How far an instance of a module has come; other owners are always alive.
  enum Life: Sendable {
    case underConstruction
    /// Its creation has failed.
    case abandoned
    case alive
    /// The composite has let go of it.
    case removed(at: UInt64)
    case freed
  }

  let label: OwnerLabel
  let journal: Journal?
  /// `nil` for an owner that is no module.
  let instance: ModuleInstance?
  /// The owner that this one is a part of: that of the nested composite with this module in it.
  private let enclosing: Owner?
  /// The composite's part in this; not kept alive.
  private nonisolated(unsafe) weak var scope: OwnershipScope?
  private let acquired = Atomic<UInt32>(0)
  private let overdue = Atomic<Bool>(false)
  let state: Locked<State>

  var id: UInt64 { label.id }
  var name: String { label.name }
  /// What all instances of the module have counted.
  var totals: OwnershipTotals? { instance?.totals }

  /// Whether what happens to its objects is written down.
  var isWritten: Bool { journal?.isEnabled ?? false }

  /// Writes that an object was acquired or released; see `Journal.append(_:_:of:_:leaving:)`.
  ///
  /// Not inlined, because only so the journal is used without counting a reference to it.
  @inline(never) func write(
    _ row: borrowing OwnedRow, _ kind: OwnedKind, _ change: ObjectRecord.Change,
    leaving aftermath: inout Journal.Aftermath
  ) {
    journal?.append(row, kind, of: self, change, leaving: &aftermath)
  }

  /// An owner that is no module.
  convenience init(name: String, journal: Journal?, scope: OwnershipScope? = nil, within enclosing: Owner? = nil) {
    self.init(OwnerLabel(name), journal: journal, scope: scope, within: enclosing)
  }

  /// An owner; the journal may know it already.
  ///
  /// - Parameter instance: The instance of a module that it will be.
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

  /// Whether it is this owner, or a part of it.
  func isPart(of other: Owner) -> Bool { self === other || enclosing?.isPart(of: other) == true }

  // MARK: Bags

  /// The number of the next object. After four thousand million it begins anew, and handles may not find their objects.
  func nextNumber() -> UInt32 { acquired.wrappingAdd(1, ordering: .relaxed).newValue }

  /// A bag of this owner.
  func openBag() -> OwnershipLedger {
    let bag = OwnershipLedger(owner: self)
    let scope = unsafe scope
    // Under the lock, so that another bag's end on another thread comes before or after it as a whole.
    state.withLock { state in
      if state.isWithoutBags { scope?.add(self) }
      if state.firstBag == nil { state.firstBag = bag } else { state.otherBags.append(bag) }
    }
    if journal == nil { Self.unwrittenBags.add(1, ordering: .relaxed) }
    return bag
  }

  /// Notes that a bag has been emptied because its holder died. When that was the last one and the module is dead, that
  /// is its end; a bag of some helper may go before.
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
      // A helper's bag may go on another thread while the module is being created.
      if case .underConstruction = state.life { return (true, false) }
      return (true, state.isWithoutBags)
    }
    // It may be emptied by two at once: a shutdown that waits, and what ends it.
    guard let end else { return }
    if end.wasBag, journal == nil { Self.unwrittenBags.subtract(1, ordering: .relaxed) }
    guard let instance else { return }
    instance.totals.add(bag.counts)
    if end.isEnd, instance.isDead { noteFreed() }
  }

  private static let unwrittenBags = Atomic<Int>(0)

  /// Whether any bag in the process belongs to an owner without a journal.
  static var hasUnwrittenBags: Bool { unwrittenBags.load(ordering: .relaxed) > 0 }

  /// The ledger of what lives as long as the application; `nil` where there is no application to end. For an owner whose
  /// creation has failed it is one that takes nothing.
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
    // The creation may have failed meanwhile, on another thread.
    if isAbandoned { scope.abandon(self) }
    return ledger
  }

  /// The ledger of what lives as long as the application, if there has been anything of that kind.
  var openApplicationLedger: OwnershipLedger? { state.withLock(\.application) }

  /// The ledgers with anything that may be live, those of the bags first.
  var ledgers: [OwnershipLedger] { state.withLock { state in state.bags + (state.application.map { [$0] } ?? []) } }

  /// What is open in its bags. That of a dead owner should be nothing, but a bag may be kept by a helper that lives on.
  var openObjects: [OwnedObjectStatus] { state.withLock(\.bags).flatMap(\.liveObjects) }

  /// Notes that a bag, whose holder is dead, is emptied a little later.
  func noteWaiting(_ bag: OwnershipLedger) { state.withLock { $0.waiting.append(bag) } }

  /// Counts, and warns of, an object that came when its bag had been closed.
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

  /// Has an object cleaned once an event is over, if a composite knows when that is.
  func release(_ object: OwnedObject, after event: ObjectIdentifier) { unsafe scope?.release(object, after: event) }

  /// Has a reference to a delegate watched, if there is a composite that can.
  func add(_ watch: DelegateWatch) { unsafe scope?.delegateWatches.add(watch) }

  /// Whether a composite knows when an event, or the application, ends.
  var hasScope: Bool { unsafe scope != nil }

  func add(_ object: ReleasingObject) { unsafe scope?.add(object) }

  func remove(_ object: ReleasingObject) { unsafe scope?.remove(object) }

  /// Has the rest of a bag wait while the application shuts down and another cleanup goes on.
  ///
  /// - Returns: Whether it has to wait.
  func queue(_ bag: OwnershipLedger, _ reason: ReleaseReason) -> Bool {
    guard let scope = unsafe scope else { return false }
    // Before the others see it: they may empty it at once.
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

  /// Whether it should be gone and is not.
  var isOverdue: Bool { overdue.load(ordering: .relaxed) }

  func noteOverdue() { overdue.store(true, ordering: .relaxed) }

  /// Notes that the module was not made: what it acquires from now on comes too late.
  func noteAbandoned() { state.withLock { $0.life = .abandoned } }

  private var isAbandoned: Bool { state.withLock(\.isAbandoned) || enclosing?.isAbandoned == true }
}

extension Owner.State {
  var isWithoutBags: Bool { firstBag == nil && otherBags.isEmpty }

  var bags: [OwnershipLedger] { (firstBag.map { [$0] } ?? []) + otherBags }

  var isAbandoned: Bool { if case .abandoned = life { true } else { false } }

  /// - Returns: Whether it was there.
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
