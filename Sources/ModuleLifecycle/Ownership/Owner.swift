import Synchronization

/// An owner's number and name, which outlive it in the journal.
final class OwnerLabel: Sendable {
  let id = Identifiers.nextOwner()
  let name: String

  init(_ name: String) { self.name = name }
}

/// What the owners of one name and place have counted before: bags that are closed.
final class OwnershipTotals: Sendable {
  private let counts = Locked(OwnedCounts())

  func add(_ tallies: [KindTally]) {
    counts.withLock { counts in
      for tally in tallies { counts.add(tally) }
    }
  }

  /// The counts together with those of bags that are open.
  func counts(with open: [KindTally]) -> OwnedCounts {
    var counts = counts.withLock { $0 }
    for tally in open { counts.add(tally) }
    return counts
  }
}

/// Who owns: one instance of a module, or any other object that owns things.
///
/// It outlives what it stands for, so that the journal can still name it; it never keeps it alive.
final class Owner: Sendable {
  private struct State: Sendable {
    /// The bags that are open.
    var bags: [OwnershipLedger] = []
    /// What the owner owns for as long as the application lives.
    var application: OwnershipLedger?
    var removedAt: UInt64?
    var isFreed = false
    var isUnderConstruction = false
    /// Whether its creation has failed.
    var isAbandoned = false
    /// The bags that wait for the main actor to be emptied.
    var waiting: [OwnershipLedger] = []
  }

  let label: OwnerLabel
  let journal: Journal?
  let totals: OwnershipTotals
  /// The owner that this one is a part of: that of the nested composite with this module in it.
  private let enclosing: Owner?
  /// The entry that says that the module was freed, save for when; `nil` for an owner that is no module.
  private let entry: ModuleEntry?
  /// The composite's part in this; not kept alive.
  private nonisolated(unsafe) weak var scope: OwnershipScope?
  /// The instance; set once, at the end of its creation, and not to be read before.
  private nonisolated(unsafe) weak var module: AnyObject?
  private let acquired = Atomic<UInt32>(0)
  private let overdue = Atomic<Bool>(false)
  private let state: Locked<State>
  /// What is being cleaned asynchronously, by the objects' numbers.
  private let releasingObjects = Locked<[UInt32: ReleasingObject]>([:])

  var id: UInt64 { label.id }
  var name: String { label.name }

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

  /// An owner that is no module and that the journal knows already.
  init(_ label: OwnerLabel, journal: Journal?, scope: OwnershipScope?, within enclosing: Owner?) {
    self.label = label
    self.journal = journal
    totals = OwnershipTotals()
    self.enclosing = enclosing
    entry = nil
    state = Locked(State())
    unsafe self.scope = scope
  }

  /// The owner that an instance of a module will be.
  init(
    module id: ModuleID, name: String, order: Int, isMain: Bool, totals: OwnershipTotals, scope: OwnershipScope,
    within enclosing: Owner?
  ) {
    label = OwnerLabel(name)
    journal = scope.journal
    self.totals = totals
    self.enclosing = enclosing
    entry = ModuleEntry(
      change: .freed, id: id, name: name, order: order, isMain: isMain, isOn: true, owner: label.id, atNanoseconds: 0,
      tookNanoseconds: nil, handles: [], reason: nil)
    state = Locked(State(isUnderConstruction: true))
    unsafe self.scope = scope
  }

  // MARK: Creation

  /// The owner whose module is being created, if one is.
  @TaskLocal private static var current: Owner?

  /// The owner that bags made now belong to: the module that is being created. Tasks that were started meanwhile
  /// inherit the value, but not for longer than it is true.
  static var underConstruction: Owner? {
    guard let current, current.state.withLock(\.isUnderConstruction) else { return nil }
    return current
  }

  /// Creates the module that this owner stands for; bags made meanwhile are its own.
  func construct<Made>(_ make: () throws -> (module: AnyObject, made: Made)) rethrows -> (AnyObject, Made) {
    defer { state.withLock { $0.isUnderConstruction = false } }
    let (module, made) = try Self.$current.withValue(self, operation: make)
    unsafe self.module = module
    return (module, made)
  }

  /// Notes that the module was not made: what it acquires from now on comes too late.
  func noteAbandoned() { state.withLock { $0.isAbandoned = true } }

  private var isAbandoned: Bool { state.withLock(\.isAbandoned) || enclosing?.isAbandoned == true }

  /// Whether it is this owner, or a part of it.
  func isPart(of other: Owner) -> Bool { self === other || enclosing?.isPart(of: other) == true }

  /// Runs something that is no part of the creation under way, though it happens within it.
  static func outsideOfConstruction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $current.withValue(nil, operation: body)
  }

  // MARK: Bags

  /// The number of the next object. After four thousand million it begins anew, and handles may not find their objects.
  func nextNumber() -> UInt32 { acquired.wrappingAdd(1, ordering: .relaxed).newValue }

  /// A bag of this owner.
  func openBag() -> OwnershipLedger {
    let bag = OwnershipLedger(owner: self)
    let scope = unsafe scope
    // Under the lock, so that another bag's end on another thread comes before or after it as a whole.
    state.withLock { state in
      state.bags.append(bag)
      if state.bags.count == 1 { scope?.add(self) }
    }
    return bag
  }

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

  /// Has an object cleaned once an event is over, if anybody knows when that is.
  func release(_ object: OwnedObject, after event: ObjectIdentifier) {
    unsafe scope?.release(object, after: event)
  }

  /// Has a reference to a delegate watched, if anybody can.
  func add(_ watch: DelegateWatch) { unsafe scope?.delegateWatches.add(watch) }

  /// Whether a composite knows when an event, or the application, ends.
  var hasScope: Bool { unsafe scope != nil }

  /// Notes that a bag has been emptied because its holder died. When that was the last one and the module is dead, that
  /// is its end; a bag of some helper may go before.
  func closeBag(_ bag: OwnershipLedger) {
    let tallies = bag.tallies
    let scope = unsafe scope
    let end = state.withLock { state -> (isLast: Bool, isCreated: Bool)? in
      state.waiting.removeAll { $0 === bag }
      if state.application === bag {
        state.application = nil
        return (false, true)
      }
      guard let index = state.bags.firstIndex(where: { $0 === bag }) else { return nil }
      state.bags.remove(at: index)
      if state.bags.isEmpty { scope?.remove(self) }
      return (state.bags.isEmpty, !state.isUnderConstruction)
    }
    // It may be emptied by two at once: a shutdown that waits, and what ends it.
    guard let end else { return }
    totals.add(tallies)
    // A helper's bag may go on another thread while the module is being created.
    if end.isLast, end.isCreated, unsafe module == nil { noteFreed() }
  }

  /// Notes that a bag, whose holder is dead, is emptied a little later.
  func noteWaiting(_ bag: OwnershipLedger) { state.withLock { $0.waiting.append(bag) } }

  // MARK: Asynchronous cleanups

  func add(_ object: ReleasingObject) {
    releasingObjects.withLock { $0[object.record.number] = object }
    unsafe scope?.add(object)
  }

  func remove(_ object: ReleasingObject) {
    releasingObjects.withLock { $0[object.record.number] = nil }
    unsafe scope?.remove(object)
  }

  /// What is being cleaned asynchronously, in any order.
  var releasing: [ReleasingObject] { releasingObjects.withLock { Array($0.values) } }

  /// The object of that number, while it is being cleaned asynchronously.
  func releasing(_ number: UInt32) -> ReleasingObject? { releasingObjects.withLock { $0[number] } }

  /// Has the rest of a bag wait while the application shuts down and another cleanup goes on.
  ///
  /// - Returns: Whether it has to wait.
  func queue(_ bag: OwnershipLedger, _ cause: ReleaseCause, _ sweep: OwnershipLedger.Sweep?) -> Bool {
    guard let scope = unsafe scope else { return false }
    // Before the others see it: they may empty it at once.
    let isNew = state.withLock { state in
      if state.waiting.contains(where: { $0 === bag }) { return false }
      state.waiting.append(bag)
      return true
    }
    if scope.queue(bag, cause, sweep) { return true }
    if isNew { state.withLock { state in state.waiting.removeAll { $0 === bag } } }
    return false
  }

  /// Counts an object that came after its bag had been closed and counted.
  func count(late kind: OwnedKind) {
    var tally = KindTally(kind: kind)
    tally.released[Int(ReleaseCause.late.rawValue)] = 1
    totals.add([tally])
  }

  /// The ledgers with anything that may be live, those of the bags first.
  var ledgers: [OwnershipLedger] {
    state.withLock { $0.bags + ($0.application.map { [$0] } ?? []) }
  }

  /// What is open in its bags. That of a dead owner should be nothing, but a bag may be kept by a helper who lives on.
  var openObjects: [OwnedObjectStatus] {
    ledgers.filter { !$0.isForApplication }.flatMap(\.liveObjects)
  }

  /// Warns of an object that came when its bag had been emptied.
  func warn(ofLate kind: OwnedKind, _ name: String) {
    guard let journal, journal.isEnabled else { return }
    let object = name.isEmpty ? kind.rawValue : "\(kind.rawValue) \(name)"
    let subject = self.name.isEmpty ? "An owner without a name" : self.name
    let moment = journal.moment
    journal.append(
      .warning(
        WarningEntry(
          kind: .registeredLate, message: "\(subject) acquired \(object) when it had gone. It was cleaned at once.",
          module: entry?.name, dispatch: moment.dispatch == 0 ? nil : moment.dispatch, atNanoseconds: moment.at)))
  }

  // MARK: Its end

  /// Whether it should be gone and is not.
  var isOverdue: Bool { overdue.load(ordering: .relaxed) }

  func noteOverdue() { overdue.store(true, ordering: .relaxed) }

  /// Notes that the composite has let go of the module.
  func noteRemoved(at time: UInt64) { state.withLock { $0.removedAt = time } }

  /// When the composite let go of the module.
  var removedAt: UInt64? { state.withLock(\.removedAt) }

  /// Writes down, once, that the module is dead; before its removal that means nothing, and while its bag is being
  /// emptied it is too soon.
  func noteFreed() {
    guard let journal, var entry else { return }
    let removedAt = state.withLock { state -> UInt64? in
      guard !state.isFreed, state.waiting.isEmpty, let removedAt = state.removedAt else { return nil }
      state.isFreed = true
      return removedAt
    }
    guard let removedAt else { return }
    entry.atNanoseconds = journal.now
    entry.tookNanoseconds = entry.atNanoseconds - min(removedAt, entry.atNanoseconds)
    entry.isLateRelease = isOverdue
    journal.append(.module(entry))
  }
}
