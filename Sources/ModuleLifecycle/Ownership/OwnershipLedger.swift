/// The rows of one bag: what is owned, in the order in which it was acquired.
///
/// Every row leaves the ledger under the lock, by exactly one hand, and is cleaned after the lock is free again: a
/// cleanup may cancel its siblings, register others, or be the last to hold something.
final class OwnershipLedger: Sendable {
  /// When an owner without a bag was last seen alive, and when it was found dead: the numbers of the dispatches before.
  final class Sweep: Sendable {
    let aliveAfter: UInt64
    let deadAfter: UInt64

    init(aliveAfter: UInt64, deadAfter: UInt64) {
      self.aliveAfter = aliveAfter
      self.deadAfter = deadAfter
    }
  }

  let owner: Owner
  /// Whether its objects outlive the owner.
  let isForApplication: Bool
  private let state = Locked(OwnedRows())

  init(owner: Owner, isForApplication: Bool = false) {
    self.owner = owner
    self.isForApplication = isForApplication
  }

  var liveCount: Int { state.withLock { $0.count } }

  /// The counts by kind.
  var tallies: [KindTally] { state.withLock { $0.tallies } }

  /// What is owned now, in the order of its acquisition.
  var live: [(item: OwnedItem, kind: OwnedKind)] { state.withLock { $0.live } }

  /// Takes charge of something, here or, for the application's lifetime, where its owner's death does not reach it.
  func own(
    _ kind: OwnedKind, _ name: String, lifetime: OwnedLifetime, detail: String?, holding hold: OwnedHold?,
    cleanup: OwnedItem.Cleanup
  ) -> OwnedObject {
    switch lifetime.scope {
    case .module:
      return own(kind, name, OwnedExtras.of(lifetime: .module, detail: detail, hold: hold), cleanup: cleanup)
    case .application:
      let ledger = owner.applicationLedger
      let extras = OwnedExtras.of(lifetime: ledger == nil ? .module : lifetime, detail: detail, hold: hold)
      return (ledger ?? self).own(kind, name, extras, cleanup: cleanup)
    case .event(let event):
      let extras = OwnedExtras.of(lifetime: owner.hasScope ? lifetime : .module, detail: detail, hold: hold)
      let object = own(kind, name, extras, cleanup: cleanup)
      owner.release(object, after: event)
      return object
    }
  }

  private func own(
    _ kind: OwnedKind, _ name: String, _ extras: OwnedExtras?, cleanup: OwnedItem.Cleanup
  ) -> OwnedObject {
    let item = OwnedItem(
      id: Identifiers.nextObject(), number: owner.nextNumber(), name: name, extras: extras, cleanup: cleanup)
    let hash = OwnedRows.hash(name)
    let journal = owner.activeJournal
    let dispatch = journal?.currentDispatch.flatMap { MainQueue.isCurrent ? $0 : nil } ?? 0
    while true {
      var aftermath = Journal.Aftermath()
      let at = journal?.now ?? 0
      let addition = state.withLock { rows in
        let addition = rows.add(item, kind, nameHash: hash, cleanup: cleanup)
        if case .blocked = addition { return addition }
        // Under the lock, so that its release can't be written down before.
        journal?.append(
          ObjectRecord(
            owner: owner.label, id: item.id, kind: kind, name: name, extras: extras, at: at, dispatchOrTook: dispatch,
            number: item.number, release: nil), leaving: &aftermath)
        return addition
      }
      aftermath.settle()
      switch addition {
      case .added: return OwnedObject(item, in: self)
      case .blocked(let other): clean(other, .replaced)
      case .closed(let taken):
        owner.count(late: kind)
        clean(taken, .late)
        return OwnedObject(item, in: self)
      }
    }
  }

  /// Cleans one object, if it is still there.
  ///
  /// - Returns: Whether it was.
  @discardableResult
  func release(_ item: OwnedItem, _ cause: ReleaseCause) -> Bool {
    guard let taken = state.withLock({ $0.take(item, cause) }) else { return false }
    clean(taken, cause)
    return true
  }

  /// Cleans the object of that number, if it is still there; looks at all.
  ///
  /// - Returns: Whether it was.
  func release(_ number: UInt32, _ cause: ReleaseCause) -> Bool {
    state.withLock { $0.find(number) }.map { release($0, cause) } ?? false
  }

  func isLive(_ item: OwnedItem) -> Bool { state.withLock { $0.isLive(item) } }

  /// The state of what is live here.
  var liveState: OwnedObjectState { owner.isOverdue && !isForApplication ? .overdue : .live }

  /// What there is to say of everything that is live here, in the order of its acquisition.
  var liveObjects: [OwnedObjectStatus] { live.map { status(of: $0.item, $0.kind) } }

  /// What there is to say of something that is live here.
  func status(of item: OwnedItem, _ kind: OwnedKind) -> OwnedObjectStatus {
    OwnedObjectStatus(
      id: OwnedObjectID(owner: owner.id, number: Int(item.number)), owner: owner.name, kind: kind, name: item.name,
      lifetime: item.extras?.lifetime ?? .module, state: liveState, detail: item.extras?.detail)
  }

  func object(_ kind: OwnedKind, _ name: String) -> OwnedObject? {
    let hash = OwnedRows.hash(name)
    return state.withLock { $0.find(kind, name, hash: hash) }.map { OwnedObject($0, in: self) }
  }

  /// From now on everything that is registered comes too late.
  func stopTaking() { state.withLock { $0.close() } }

  /// Cleans all rows, last acquired first. From now on everything that is registered comes too late.
  ///
  /// The end of one cleanup is the start of the next, so that it costs one reading of the clock for each.
  func close(_ cause: ReleaseCause = .ownerReleased, sweep: Sweep? = nil) {
    stopTaking()
    let journal = owner.activeJournal
    let isOnMain = MainQueue.isCurrent
    var last = journal?.now ?? 0
    while true {
      switch state.withLock({ $0.takeLast(cause, isOnMain: isOnMain) }) {
      case .taken(let taken):
        taken.cleanup.run()
        guard let journal else { continue }
        let end = journal.now
        note(taken, cause, sweep, from: last, to: end, isOnMain: isOnMain, in: journal)
        last = end
      case .waits:
        // The rest follows on the main actor, so that the order stays; until then the owner's end is not complete.
        owner.noteWaiting(self)
        Task { @MainActor in self.close(cause, sweep: sweep) }
        return
      case .none:
        return owner.closeBag(self)
      }
    }
  }

  private func clean(_ taken: OwnedRows.Taken, _ cause: ReleaseCause) {
    let isOnMain = MainQueue.isCurrent
    if taken.cleanup.needsMainActor, !isOnMain {
      Task { @MainActor in self.clean(taken, cause) }
      return
    }
    guard let journal = owner.activeJournal else { return taken.cleanup.run() }
    let start = journal.now
    taken.cleanup.run()
    note(taken, cause, nil, from: start, to: journal.now, isOnMain: isOnMain, in: journal)
  }

  private func note(
    _ taken: OwnedRows.Taken, _ cause: ReleaseCause, _ sweep: Sweep?, from start: UInt64, to end: UInt64,
    isOnMain: Bool, in journal: Journal
  ) {
    let (item, isLate) = (taken.item, owner.isOverdue && !isForApplication)
    let release = ObjectRecord.Release(cause: cause, isOnMain: isOnMain, isLate: isLate)
    let record = ObjectRecord(
      owner: owner.label, id: item.id, kind: taken.kind, name: item.name, extras: item.extras, at: start,
      dispatchOrTook: end - start, number: item.number, release: release)
    if let sweep { journal.append(.released(record.released(release, sweep: sweep))) } else { journal.append(record) }
  }
}
