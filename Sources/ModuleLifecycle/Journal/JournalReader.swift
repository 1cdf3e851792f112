/// Reads a journal from its own position.
///
/// Get a reader from `Journal.reader(from:wake:)`. Any number of readers see all entries: reading removes nothing. A
/// reader can be used from any thread.
public final class JournalReader: Sendable {
  /// The position at which a reader begins.
  public enum Start: Sendable {
    /// The oldest entry that the journal still keeps.
    case oldest
    /// The next entry to be written.
    case next
  }

  let id = Identifiers.nextReader()
  private let journal: Journal
  private let position: Locked<UInt64>
  let wake: (@Sendable () -> Void)?

  init(journal: Journal, position: UInt64, wake: (@Sendable () -> Void)?) {
    self.journal = journal
    self.position = Locked(position, .reader)
    self.wake = wake
  }

  deinit { journal.forget(reader: id) }

  /// Returns the entries since the last call, oldest first. Empty when there are none.
  ///
  /// If entries were dropped before this reader could see them, the first entry has the type `gap`.
  ///
  /// Each read is limited, so that a large journal is not copied all at once. A limited read returns a part and wakes the
  /// reader at once for the rest. Call this method again until it returns nothing. A reader that has seen everything is
  /// woken by the next entry. A dispatch never waits for a read, except while up to 64 entries are copied.
  ///
  /// - Parameters:
  ///   - limit: The most entries to return at once.
  ///   - bytes: The size at which to stop, in bytes as the journal estimates them. The default is more than a journal
  ///     of standard capacity keeps.
  public func read(limit: Int = .max, bytes: Int = 8 << 20) -> [JournalEntry] {
    readAny(limit: limit, bytes: bytes).map(JournalEntry.init)
  }

  /// Reads like `read`, for code of this package, which tells the kinds of entries apart.
  package func readAny(limit: Int = .max, bytes: Int = 8 << 20) -> [AnyEntry] {
    let (entries, dropped) = readKept(limit: limit, bytes: bytes)
    return (dropped == 0 ? [] : [.gap(GapEntry(dropped: dropped))]) + entries.map(\.encoded)
  }

  /// Reads like `read`, but encodes each entry on access and returns the gap as a number. For a reader that writes
  /// entries elsewhere one by one.
  package func readLazily(limit: Int) -> (entries: some RandomAccessCollection<AnyEntry>, dropped: UInt64) {
    let (entries, dropped) = readKept(limit: limit, bytes: .max)
    return (entries.lazy.map(\.encoded), dropped)
  }

  /// The entries that `read` encodes, and how many were dropped before them.
  ///
  /// Empty when nothing is left to read. Fewer than `limit` entries need not mean that.
  func readKept(limit: Int, bytes: Int = 1 << 20) -> (entries: [AnyEntry], dropped: UInt64) {
    let part = position.withLock { position in
      journal.entries(from: &position, limit: min(max(0, limit), 1 << 30), bytes: max(1, bytes), for: self)
    }
    if part.isPart { wake?() }
    return (part.entries, part.dropped)
  }

  /// The number of entries to read, and the number that were dropped before this reader saw them. Reads none of them.
  ///
  /// The next entry wakes the reader, so that a reader that only counts is woken for each. Costs one lock.
  package var backlog: (kept: Int, dropped: UInt64) {
    position.withLock { journal.backlog(from: $0, for: self) }
  }

  /// Whether more than `count` entries have come that were not read yet, including dropped ones. Reads none. Costs two
  /// locks.
  package func isBehind(by count: Int) -> Bool { position.withLock { journal.end > $0 + UInt64(max(0, count)) } }

  /// The sequence number of the entry to read next, counted from the journal's start.
  package var next: UInt64 { position.withLock { $0 } }
  /// The sequence number of the next entry to be written.
  package var end: UInt64 { journal.end }

  /// Skips the entries before a sequence number.
  ///
  /// - Returns: The number of skipped entries.
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

extension AnyEntry {
  /// The entry as readers see it, with its values as JSON.
  fileprivate var encoded: AnyEntry {
    if case .dispatch(let dispatch) = self { .dispatch(dispatch.encoded) } else { self }
  }
}
