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
  /// Whether its cleanup has begun, so that its limit is known.
  private enum Beginning: Sendable {
    /// With what is reached when it has.
    case awaited(CleanupEnd?)
    case known(limit: Duration?)
  }

  private let beginning = Locked(Beginning.awaited(nil))

  init(_ row: OwnedRow, _ reason: ReleaseReason, at start: UInt64, isLate: Bool, in bag: Bag) {
    (self.row, self.reason, self.start, self.isLate, self.bag) = (row, reason, start, isLate, bag)
  }

  /// The longest time that a shutdown waits for it; `nil` for as long as the shutdown may take.
  var limit: Duration? { beginning.withLock { if case .known(let limit) = $0 { limit } else { nil } } }

  /// What is reached when the cleanup has begun. `nil` if it has.
  var begin: CleanupEnd? {
    beginning.withLock { beginning in
      guard case .awaited(let known) = beginning else { return nil }
      let begin = known ?? CleanupEnd()
      beginning = .awaited(begin)
      return begin
    }
  }

  private func noteBegun(_ limit: Duration?) {
    let awaited = beginning.withLock { beginning in
      defer { beginning = .known(limit: limit) }
      return beginning
    }
    if case .awaited(let begin?) = awaited { begin.reach() }
  }

  var owner: Owner { row.owner }
  var status: OwnedObjectStatus { row.status(.releasing) }
  /// The journal entry for an object whose cleanup has begun.
  var entry: ReleasingEntry { ReleasingEntry(object: row.facts, reason: reason, atNanoseconds: start) }

  /// Records that the cleanup goes on, and ends the row when the cleanup ends.
  func goOn(until cleanup: CleanupEnd) {
    noteBegun(cleanup.limit)
    owner.journal?.append(.releasing(entry))
    cleanup.whenReached { [self] in
      if let journal = owner.journal {
        journal.append(
          .released(
            ReleasedEntry(
              row.facts, reason: reason, atNanoseconds: start, cleanupNanoseconds: journal.now.minus(start),
              thread: (row.needsMainActor ? CleaningThread.main : .background).rawValue, isLateRelease: isLate)))
      }
      leave()
    }
  }

  /// Notes that the cleanup has ended and is recorded.
  func leave() {
    bag.remove(self)
    noteBegun(limit)
    end.reach()
  }
}
