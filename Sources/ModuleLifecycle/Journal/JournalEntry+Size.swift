extension JournalEntry {
  /// An estimate of the memory that the entry keeps outside itself, in bytes.
  var bytes: Int {
    switch self {
    case .dispatch(let entry): entry.bytes
    case .completion(let entry): MemoryLayout<CompletionEntry>.stride + MemoryEstimate.of(entry.value)
    case .warning(let entry): entry.bytes
    case .output(let entry): MemoryLayout<OutputEntry>.stride + entry.line.outsideBytes
    case .mark(let entry):
      MemoryLayout<MarkEntry>.stride + entry.name.outsideBytes + (entry.module?.outsideBytes ?? 0)
    case .module(let entry):
      MemoryLayout<ModuleEntry>.stride + entry.handles.count * 32 + (entry.error?.utf8.count ?? 0)
        + entry.name.outsideBytes
    case .owned(let entry): entry.object.name.outsideBytes + (entry.detail?.outsideBytes ?? 0)
    case .releasing(let entry): entry.object.name.outsideBytes
    case .released(let entry): entry.object.name.outsideBytes
    case .alive(let entry): MemoryLayout<AliveEntry>.stride + entry.owner.outsideBytes + entry.name.outsideBytes
    case .owner(let entry): MemoryLayout<OwnerEntry>.stride + entry.name.outsideBytes
    case .overdue(let entry): entry.hints.reduce(MemoryLayout<OverdueEntry>.stride) { $0 + $1.bytes }
    case .request(let entry): entry.bytes
    case .running: MemoryLayout<RunningEntry>.stride
    case .state, .journal, .gap: 0
    }
  }
}

extension DispatchEntry {
  var bytes: Int { MemoryLayout<Self>.stride + recordedArguments.bytes + recordedResponse.bytes + handlers.bytes }
}

extension RequestEntry {
  fileprivate var bytes: Int {
    [event, claimedName, reason].reduce(MemoryLayout<Self>.stride) { $0 + ($1?.utf8.count ?? 0) }
      + (arguments.map { MemoryEstimate.of($0) } ?? 0)
  }
}

extension WarningEntry {
  fileprivate var bytes: Int {
    let texts = [message, module, event, owner, error, innerEvent].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    let lists = (events + objects).reduce(0) { $0 + 16 + $1.utf8.count }
    return MemoryLayout<Self>.stride + texts + lists + handlers.reduce(0) { $0 + 64 + $1.module.utf8.count }
      + (hint?.bytes ?? 0)
      + (reference.map { $0.name.utf8.count + $0.type.utf8.count } ?? 0)
  }
}

extension HolderHint {
  fileprivate var bytes: Int {
    [holder, holderOwner, hold, text].reduce(128) { $0 + ($1?.utf8.count ?? 0) }
  }
}
