/// Reads a journal from a position of its own; made by `Journal.reader(from:wake:)`.
///
/// Any number of readers see all entries; none takes anything away from another. A reader may be used from any thread.
public final class JournalReader: Sendable {
  /// Where a reader begins.
  public enum Start: Sendable {
    /// With the oldest entry that the journal still keeps.
    case oldest
    /// With the first entry to come.
    case next
  }

  let id = Identifiers.nextReader()
  private let journal: Journal
  private let position: Locked<UInt64>
  let wake: (@Sendable () -> Void)?

  init(journal: Journal, position: UInt64, wake: (@Sendable () -> Void)?) {
    self.journal = journal
    self.position = Locked(position)
    self.wake = wake
  }

  deinit { journal.forget(reader: id) }

  /// The entries since the last call, oldest first; empty when there are none.
  ///
  /// When entries were dropped before this reader could see them, the first one is a `gap` that counts them.
  ///
  /// - Parameter limit: The most entries to return at once. A reader that got fewer has seen everything, and is woken
  ///   by the next entry.
  public func read(limit: Int = .max) -> [JournalEntry] {
    let (records, dropped) = position.withLock { position in
      let batch = journal.records(from: position, limit: min(max(0, limit), 1 << 30), for: self)
      position = batch.next
      return (batch.records, batch.dropped)
    }
    let entries = records.map(\.entry)
    return dropped == 0 ? entries : [.gap(GapEntry(dropped: dropped))] + entries
  }

  /// How many entries there are to read, and how many were dropped that this reader has not seen; reads none of them.
  ///
  /// The reader is woken by the next entry, so that who only counts hears of each. It costs a lock.
  package var backlog: (kept: Int, dropped: UInt64) {
    position.withLock { journal.backlog(from: $0, for: self) }
  }
}
