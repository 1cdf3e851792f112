/// An object whose cleanup can be asynchronous, from the moment it is no longer live. Its row ends when the cleanup does.
final class ReleasingObject: Sendable {
  let row: OwnedRow
  let reason: ReleaseReason
  private let bag: Bag
  private let isLate: Bool
  /// When its cleanup began, in nanoseconds since the journal's start.
  private let start: UInt64
  /// The end of its row, which follows the end of its cleanup.
  let end = CleanupEnd()
  private let waitingTime = Locked<Duration?>(nil)

  init(_ row: OwnedRow, _ reason: ReleaseReason, isLate: Bool, in bag: Bag) {
    (self.row, self.reason, self.isLate, self.bag) = (row, reason, isLate, bag)
    start = row.owner.journal?.now ?? 0
  }

  /// The longest time that a shutdown waits for it; `nil` for as long as the shutdown may take.
  var limit: Duration? { waitingTime.withLock { $0 } }
  var owner: Owner { row.owner }
  var status: OwnedObjectStatus { row.status(.releasing) }
  /// The journal entry for an object whose cleanup has begun.
  var entry: ReleasingEntry { row.releasing(reason, at: start) }

  /// Records that the cleanup goes on, and ends the row when the cleanup ends.
  func goOn(until cleanup: CleanupEnd) {
    if let limit = cleanup.limit { waitingTime.withLock { $0 = limit } }
    owner.journal?.append(.releasing(entry))
    cleanup.whenReached { [self] in
      if let journal = owner.journal {
        journal.append(
          .released(row.released(reason, at: start, took: journal.now - start, onMain: false, isLate: isLate)))
      }
      leave()
    }
  }

  /// Notes that the cleanup has ended and is recorded.
  func leave() {
    bag.remove(self)
    end.reach()
  }
}
