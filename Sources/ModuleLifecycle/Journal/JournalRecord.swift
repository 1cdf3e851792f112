/// A journal's entry as it is kept: the values themselves, not yet put into words.
///
/// Whoever writes pays for as little as possible; a reader turns records into entries on its own time.
enum JournalRecord: Sendable {
  case dispatch(DispatchRecord)
  case entry(JournalEntry)

  /// An estimate of the memory that the record keeps alive, in bytes.
  var cost: Int {
    switch self {
    case .dispatch(let record):
      record.cost
    case .entry(.warning(let entry)): 224 + entry.message.utf8.count
    case .entry(.output(let entry)): 160 + entry.line.utf8.count
    case .entry(.module(let entry)): 256 + entry.handles.count * 32 + (entry.reason?.utf8.count ?? 0)
    case .entry(.overdue(let entry)): entry.hints.reduce(256) { $0 + 96 + $1.text.utf8.count }
    case .entry: 256
    }
  }

  var entry: JournalEntry {
    switch self {
    case .dispatch(let record): .dispatch(record.entry)
    case .entry(let entry): entry
    }
  }
}
