extension JournalEntry {
  /// An estimate of what it keeps elsewhere, in bytes.
  var cost: Int {
    switch self {
    case .completion(let entry): HeapSize.of(entry.value, limit: .max)
    case .warning(let entry): entry.message.utf8.count
    case .output(let entry): entry.line.utf8.count
    case .module(let entry): entry.handles.count * 32 + (entry.reason?.utf8.count ?? 0) + entry.name.utf8.count
    case .releasing(let entry): entry.owner.utf8.count + entry.name.utf8.count
    case .released(let entry): entry.owner.utf8.count + entry.name.utf8.count
    case .alive(let entry): entry.owner.utf8.count + entry.name.utf8.count
    case .owner(let entry): entry.name.utf8.count
    case .overdue(let entry): entry.hints.reduce(0) { $0 + 96 + $1.text.utf8.count }
    default: 0
    }
  }
}
