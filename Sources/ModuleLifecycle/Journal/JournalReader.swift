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
  /// A read is limited, so that a large journal is not put into words all at once: it returns a part, and wakes its
  /// reader at once for the rest. Go on until nothing is returned. A reader that has seen everything is woken by the
  /// next entry. No dispatch waits for a read, except for the moment in which 64 entries are taken.
  ///
  /// - Parameters:
  ///   - limit: The most entries to return at once.
  ///   - bytes: Where to stop, in bytes as the journal estimates them; the default is more than a journal of standard
  ///     capacity keeps. In words entries may take ten times as much.
  public func read(limit: Int = .max, bytes: Int = 8 << 20) -> [JournalEntry] {
    let (records, dropped) = readRecords(limit: limit, bytes: bytes)
    let entries = records.map(\.entry)
    return dropped == 0 ? entries : [.gap(GapEntry(dropped: dropped))] + entries
  }

  /// How many entries there are to read, and how many were dropped that this reader has not seen; reads none of them.
  ///
  /// The reader is woken by the next entry, so that who only counts hears of each. It costs a lock.
  package var backlog: (kept: Int, dropped: UInt64) {
    position.withLock { journal.backlog(from: $0, for: self) }
  }

  /// Whether more than so many entries have come that were not read yet, those included that were dropped. Reads none;
  /// costs two locks.
  package func isBehind(by count: Int) -> Bool { position.withLock { journal.end > $0 + UInt64(max(0, count)) } }

  /// What `read` makes its entries of, and how many were dropped before.
  ///
  /// Empty where nothing is left to read; fewer than `limit` need not mean that.
  func readRecords(limit: Int, bytes: Int = 1 << 20) -> (records: [RecordRing.Record], dropped: UInt64) {
    let part = position.withLock { position in
      journal.records(from: &position, limit: min(max(0, limit), 1 << 30), bytes: max(1, bytes), for: self)
    }
    if part.isPart { wake?() }
    return (part.records, part.dropped)
  }

  /// The number of the entry that is read next; entries are counted from the journal's start.
  package var next: UInt64 { position.withLock { $0 } }

  /// The number that the next entry to be written will have.
  package var end: UInt64 { journal.end }

  /// Passes over the entries before one.
  ///
  /// - Returns: How many those are.
  package func skip(to sequence: UInt64) -> UInt64 {
    position.withLock { position in
      let target = max(position, min(sequence, journal.end))
      defer { position = target }
      return target - position
    }
  }

  /// Whether the journal will soon drop entries that this reader has not seen.
  package var isAboutToMiss: Bool { position.withLock { journal.isAboutToDrop($0) } }
}

extension RecordRing.Record {
  /// What happened, as readers see it.
  var entry: JournalEntry {
    switch self {
    case .dispatch(let record, let spans): .dispatch(record.entry(spans: spans))
    case .object(let record, let owner): record.entry(of: owner)
    case .entry(let entry): entry
    }
  }
}
