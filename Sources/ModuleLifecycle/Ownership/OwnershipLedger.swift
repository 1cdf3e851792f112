/// The rows of one bag: what is owned, in the order in which it was acquired.
///
/// Every row leaves the ledger under the lock, by exactly one hand, and is cleaned after the lock is free again: a
/// cleanup may cancel its siblings, register others, or be the last to hold something.
final class OwnershipLedger: Sendable {
  private let owner: Owner
  private let state = Locked(OwnedRows())

  init(owner: Owner) {
    self.owner = owner
    owner.openBag()
  }

  var liveCount: Int { state.withLock { $0.count } }

  func own(_ kind: OwnedKind, _ name: String, cleanup: OwnedRow.Cleanup) -> OwnedObject {
    let id = Identifiers.nextObject()
    let number = owner.nextNumber()
    noteOwned(id: id, number: number, kind: kind, name: name)
    add(OwnedRow(id: id, number: number, kind: kind, name: name, cleanup: cleanup))
    return OwnedObject(ledger: self, number: number)
  }

  /// Adds a row once nothing of its kind and name is owned any more.
  private func add(_ row: OwnedRow) {
    while true {
      switch state.withLock({ $0.add(row) }) {
      case .added: return
      case .blocked(let other): clean(other, reason: .replaced)
      case .closed: return clean(row, reason: .late)
      }
    }
  }

  /// Cleans one row, if it is still there.
  func release(_ number: Int, reason: ReleaseReason) {
    if let row = state.withLock({ $0.take(number: number) }) { clean(row, reason: reason) }
  }

  func isLive(_ number: Int) -> Bool { state.withLock { $0.contains(number: number) } }

  /// Cleans all rows, last acquired first. From now on everything that is registered comes too late.
  func close() {
    state.withLock { $0.close() }
    while let row = state.withLock({ $0.takeLast() }) {
      if case .onMainActor = row.cleanup, !MainQueue.isCurrent {
        // The rest follows on the main actor, so that the order stays.
        Task { @MainActor in
          self.clean(row, reason: .ownerReleased)
          self.close()
        }
        return
      }
      clean(row, reason: .ownerReleased)
    }
    owner.closeBag()
  }

  private func clean(_ row: OwnedRow, reason: ReleaseReason) {
    if case .onMainActor = row.cleanup, !MainQueue.isCurrent {
      Task { @MainActor in self.clean(row, reason: reason) }
      return
    }
    guard let journal = owner.journal, journal.isEnabled else { return run(row.cleanup) }
    let start = journal.now
    run(row.cleanup)
    journal.append(
      .released(
        ReleasedEntry(
          id: row.id, owner: owner.name, ownerID: owner.id, number: row.number, kind: row.kind.rawValue,
          name: row.name, lifetime: "module", reason: reason, atNanoseconds: start,
          cleanupNanoseconds: journal.now - start, thread: MainQueue.isCurrent ? "main" : "background")))
  }

  private func run(_ cleanup: OwnedRow.Cleanup) {
    switch cleanup {
    case .anywhere(let body): body()
    case .onMainActor(let body): MainActor.assumeIsolated { body() }
    }
  }

  private func noteOwned(id: UInt64, number: Int, kind: OwnedKind, name: String) {
    guard let journal = owner.journal, journal.isEnabled else { return }
    journal.append(
      .owned(
        OwnedEntry(
          id: id, owner: owner.name, ownerID: owner.id, number: number, kind: kind.rawValue, name: name,
          lifetime: "module", dispatch: MainQueue.isCurrent ? journal.currentDispatch : nil, atNanoseconds: journal.now)
      ))
  }
}
