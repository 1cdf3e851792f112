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
  var liveRows: [(row: OwnedRow, kind: OwnedKind)] { state.withLock { $0.occupiedRows } }

  /// Takes charge of something, here or, for the application's lifetime, where its owner's death does not reach it.
  func own(
    _ kind: OwnedKind, _ name: String, lifetime: OwnedLifetime, detail: String?, holding hold: OwnedHold?,
    cleanup: OwnedRow.Cleanup
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
    _ kind: OwnedKind, _ name: String, _ extras: OwnedExtras?, cleanup: OwnedRow.Cleanup
  ) -> OwnedObject {
    let journal = owner.activeJournal
    let new = OwnedRows.Candidate(
      id: Identifiers.nextObject(), number: owner.nextNumber(), kind: kind, name: name,
      nameHash: OwnedRows.hash(name), cleanup: cleanup, extras: extras, acquired: journal?.now ?? 0)
    if let journal {
      let dispatch = journal.currentDispatch.flatMap { MainQueue.isCurrent ? $0 : nil }
      journal.append(
        record: .owned(
          OwnedRecord(
            id: new.id, owner: owner.label, number: new.number, kind: kind, name: name, extras: extras,
            dispatch: dispatch ?? 0, at: new.acquired)))
    }
    add(new)
    return OwnedObject(ledger: self, number: new.number)
  }

  /// Adds a row once nothing of its kind and name is owned any more.
  private func add(_ new: OwnedRows.Candidate) {
    while true {
      switch state.withLock({ $0.add(new) }) {
      case .added: return
      case .blocked(let other): clean(other, .replaced)
      case .closed:
        owner.count(late: new.kind)
        let row = TakenRow(
          id: new.id, number: new.number, kind: new.kind, name: new.name, cleanup: new.cleanup, extras: new.extras)
        return clean(row, .late)
      }
    }
  }

  /// Cleans one row, if it is still there.
  ///
  /// - Returns: Whether it was.
  @discardableResult
  func release(_ number: UInt32, _ cause: ReleaseCause) -> Bool {
    guard let row = state.withLock({ $0.take(number, cause) }) else { return false }
    clean(row, cause)
    return true
  }

  func isLive(_ number: UInt32) -> Bool { state.withLock { $0.contains(number) } }

  /// The state of what is live here.
  var liveState: OwnedObjectState { owner.isOverdue && !isForApplication ? .overdue : .live }

  /// What there is to say of everything that is live here, in the order of its acquisition.
  var liveObjects: [OwnedObjectStatus] {
    let state = liveState
    return liveRows.map { row, kind in
      OwnedObjectStatus(
        id: OwnedObjectID(owner: owner.id, number: Int(row.number)), owner: owner.name, kind: kind, name: row.name,
        lifetime: row.extras?.lifetime ?? .module, state: state, detail: row.extras?.detail,
        acquiredNanoseconds: row.acquired)
    }
  }

  func object(_ kind: OwnedKind, _ name: String) -> OwnedObject? {
    let hash = OwnedRows.hash(name)
    return state.withLock { $0.find(kind, name, hash: hash) }.map { OwnedObject(ledger: self, number: $0) }
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
    while let row = state.withLock({ $0.takeLast(cause) }) {
      if row.cleanup.needsMainActor, !isOnMain {
        // The rest follows on the main actor, so that the order stays.
        Task { @MainActor in
          self.clean(row, cause, sweep: sweep)
          self.close(cause, sweep: sweep)
        }
        return
      }
      run(row.cleanup)
      guard let journal else { continue }
      let end = journal.now
      note(row, cause, sweep, from: last, to: end, isOnMain: isOnMain, in: journal)
      last = end
    }
    owner.closeBag(self)
  }

  private func clean(_ row: TakenRow, _ cause: ReleaseCause, sweep: Sweep? = nil) {
    if row.cleanup.needsMainActor, !MainQueue.isCurrent {
      Task { @MainActor in self.clean(row, cause, sweep: sweep) }
      return
    }
    guard let journal = owner.activeJournal else { return run(row.cleanup) }
    let start = journal.now
    run(row.cleanup)
    note(row, cause, sweep, from: start, to: journal.now, isOnMain: MainQueue.isCurrent, in: journal)
  }

  private func run(_ cleanup: OwnedRow.Cleanup) {
    switch cleanup {
    case .anywhere(let body): body()
    case .onMainActor(let body): MainActor.assumeIsolated { body() }
    }
  }

  private func note(
    _ row: TakenRow, _ cause: ReleaseCause, _ sweep: Sweep?, from start: UInt64, to end: UInt64, isOnMain: Bool,
    in journal: Journal
  ) {
    journal.append(
      record: .released(
        ReleasedRecord(
          id: row.id, owner: owner.label, number: row.number, cause: cause, isOnMain: isOnMain,
          isLateRelease: owner.isOverdue && !isForApplication, kind: row.kind, name: row.name, extras: row.extras,
          at: start, took: end - start, sweep: sweep)))
  }
}
