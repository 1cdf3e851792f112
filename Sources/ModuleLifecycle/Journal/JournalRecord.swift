/// A journal's entry as it is kept: the values themselves, not yet put into words.
///
/// Whoever writes pays for as little as possible; a reader turns records into entries on its own time. A record may keep
/// values of the application's own alive: it must not die under the journal's lock.
protocol JournalRecord: AnyObject, Sendable {
  /// An estimate of the memory that the record keeps alive, in bytes; always the same.
  var cost: Int { get }
  var entry: JournalEntry { get }
}

/// An entry that is kept as it is.
final class EntryRecord: JournalRecord {
  let entry: JournalEntry
  let cost: Int

  init(_ entry: JournalEntry) {
    self.entry = entry
    cost =
      switch entry {
      case .completion(let entry): 256 + HeapSize.of(entry.value, limit: .max)
      case .warning(let entry): 224 + entry.message.utf8.count
      case .output(let entry): 160 + entry.line.utf8.count
      case .module(let entry):
        256 + entry.handles.count * 32 + (entry.reason?.utf8.count ?? 0) + entry.name.utf8.count
      case .releasing(let entry): 256 + entry.owner.utf8.count + entry.name.utf8.count
      case .released(let entry): 256 + entry.owner.utf8.count + entry.name.utf8.count
      case .alive(let entry): 256 + entry.owner.utf8.count + entry.name.utf8.count
      case .owner(let entry): 256 + entry.name.utf8.count
      case .overdue(let entry): entry.hints.reduce(256) { $0 + 96 + $1.text.utf8.count }
      default: 256
      }
  }
}

/// Records that a journal has forgotten. They die with this, which must be after the journal's lock.
struct EvictedRecords {
  /// Nearly always there is one at most.
  private var first: (any JournalRecord)?
  private var others: [any JournalRecord] = []

  mutating func take(_ record: any JournalRecord) {
    if first == nil { first = record } else { others.append(record) }
  }
}
