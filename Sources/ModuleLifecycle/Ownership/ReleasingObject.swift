/// An object whose cleanup can be asynchronous, from the moment it is no longer live. Its row ends when the cleanup
/// does.
final class ReleasingObject: Sendable {
  let record: ObjectRecord
  let ledger: OwnershipLedger
  /// Whether its cleanup cancels work.
  let isCancelling: Bool
  private let release: ObjectRecord.Release
  /// The end of its row, which follows the end of its cleanup.
  let end = CleanupEnd()
  private let waitingTime = Locked<Duration?>(nil)

  init(
    _ record: ObjectRecord, _ release: ObjectRecord.Release, isCancelling: Bool, in ledger: OwnershipLedger
  ) {
    self.record = record
    self.release = release
    self.ledger = ledger
    self.isCancelling = isCancelling
  }

  /// The longest time that a shutdown waits for it; `nil` for as long as the shutdown may take.
  var limit: Duration? { waitingTime.withLock { $0 } }

  var owner: Owner { ledger.owner }
  var reason: ReleaseReason { release.reason }

  /// Records that the cleanup continues, and ends the row when the cleanup ends.
  func goOn(until cleanup: CleanupEnd) {
    if let limit = cleanup.limit { waitingTime.withLock { $0 = limit } }
    owner.journal?.append(.releasing(entry))
    cleanup.whenReached { self.finish() }
  }

  private func finish() {
    if let journal = owner.journal {
      var entry = record.released(release, by: owner.label, sweep: ledger.sweep)
      entry.cleanupNanoseconds = journal.now - min(record.at, journal.now)
      journal.append(.released(entry))
    }
    leave()
  }

  /// Notes that the cleanup has ended and is recorded.
  func leave() {
    ledger.remove(self)
    end.reach()
  }

  /// The journal entry for an object whose cleanup has begun.
  var entry: ReleasingEntry {
    let released = record.released(release, by: owner.label, sweep: nil)
    return ReleasingEntry(
      id: released.id, owner: released.owner, ownerID: released.ownerID, number: released.number, kind: released.kind,
      name: released.name, lifetime: released.lifetime, reason: released.reason, atNanoseconds: released.atNanoseconds)
  }

  /// The object as it was when it was live.
  var object: OwnedRows.Live {
    OwnedRows.Live(
      handle: OwnedRows.Handle(number: record.number, place: 0), id: record.id, kind: record.kind, name: record.name,
      declaration: record.declaration)
  }

  var status: OwnedObjectStatus {
    OwnedObjectStatus(
      id: OwnedObjectID(owner: owner.id, number: Int(record.number)), owner: owner.name, kind: record.kind,
      name: record.name, lifetime: record.declaration?.lifetime ?? .module, state: .releasing,
      detail: record.declaration?.detail)
  }
}
