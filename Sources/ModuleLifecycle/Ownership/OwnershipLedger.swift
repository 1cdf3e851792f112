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
    if let replaced = state.withLock({ $0.take(kind: kind, name: name) }) { clean(replaced, reason: .replaced) }
    noteOwned(id: id, number: number, kind: kind, name: name)
    let row = OwnedRow(id: id, number: number, kind: kind, name: name, cleanup: cleanup)
    if !state.withLock({ $0.add(row) }) { clean(row, reason: .late) }
    return OwnedObject(ledger: self, number: number)
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
          lifetime: "module", dispatch: journal.currentDispatch, atNanoseconds: journal.now)))
  }
}
