extension JournalEntry {
  /// Reads an entry of a type.
  init(of type: LineType, reading cursor: inout LineCursor) throws(LineProblem) {
    switch type {
    case .dispatch: self = .dispatch(try DispatchEntry(reading: &cursor))
    case .completion: self = .completion(try CompletionEntry(reading: &cursor))
    case .module: self = .module(try ModuleEntry(reading: &cursor))
    case .owned: self = .owned(try OwnedEntry(reading: &cursor))
    case .releasing: self = .releasing(try ReleasingEntry(reading: &cursor))
    case .released: self = .released(try ReleasedEntry(reading: &cursor))
    case .overdue: self = .overdue(try OverdueEntry(reading: &cursor))
    case .owner: self = .owner(try OwnerEntry(reading: &cursor))
    case .alive: self = .alive(try AliveEntry(reading: &cursor))
    case .running: self = .running(try RunningEntry(reading: &cursor))
    case .state: self = .state(try StateEntry(reading: &cursor))
    case .output: self = .output(try OutputEntry(reading: &cursor))
    case .warning: self = .warning(try WarningEntry(reading: &cursor))
    case .gap: self = .gap(try GapEntry(reading: &cursor))
    }
  }
}
