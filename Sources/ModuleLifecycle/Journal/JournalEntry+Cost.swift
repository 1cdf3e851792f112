extension JournalEntry {
  /// An estimate of the memory that the entry keeps elsewhere, in bytes.
  var cost: Int {
    switch self {
    case .completion(let entry): HeapSize.of(entry.value, limit: .max)
    case .warning(let entry): entry.cost
    case .output(let entry): entry.line.utf8.count
    case .mark(let entry): entry.name.utf8.count + (entry.module?.utf8.count ?? 0)
    case .module(let entry): entry.handles.count * 32 + (entry.error?.utf8.count ?? 0) + entry.name.utf8.count
    case .releasing(let entry): entry.owner.utf8.count + entry.name.utf8.count
    case .released(let entry): entry.owner.utf8.count + entry.name.utf8.count
    case .alive(let entry): entry.owner.utf8.count + entry.name.utf8.count
    case .owner(let entry): entry.name.utf8.count
    case .overdue(let entry): entry.hints.reduce(0) { $0 + $1.cost }
    case .request(let entry): entry.cost
    default: 0
    }
  }
}

extension RequestEntry {
  fileprivate var cost: Int {
    [event, claimedName, reason].reduce(MemoryLayout<Self>.stride) { $0 + ($1?.utf8.count ?? 0) }
      + (arguments.map { HeapSize.of($0, limit: .max) } ?? 0)
  }
}

extension WarningEntry {
  fileprivate var cost: Int {
    let texts = [message, module, event, owner, error, innerEvent].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    let lists = (events + objects).reduce(0) { $0 + 16 + $1.utf8.count }
    return MemoryLayout<Self>.stride + texts + lists + handlers.reduce(0) { $0 + 64 + $1.module.utf8.count }
      + (hint?.cost ?? 0)
      + (reference.map { $0.name.utf8.count + $0.type.utf8.count } ?? 0)
  }
}

extension HolderHint {
  fileprivate var cost: Int {
    [holder, holderOwner, hold, text].reduce(128) { $0 + ($1?.utf8.count ?? 0) }
  }
}
