extension JournalEntry {
  /// Reads an entry of a type.
  init(of type: LineType, reading parser: inout LineParser) throws(LineProblem) {
    switch type {
    case .dispatch: self = .dispatch(try DispatchEntry(reading: &parser))
    case .completion: self = .completion(try CompletionEntry(reading: &parser))
    case .module: self = .module(try ModuleEntry(reading: &parser))
    case .owned: self = .owned(try OwnedEntry(reading: &parser))
    case .releasing: self = .releasing(try ReleasingEntry(reading: &parser))
    case .released: self = .released(try ReleasedEntry(reading: &parser))
    case .overdue: self = .overdue(try OverdueEntry(reading: &parser))
    case .owner: self = .owner(try OwnerEntry(reading: &parser))
    case .alive: self = .alive(try AliveEntry(reading: &parser))
    case .running: self = .running(try RunningEntry(reading: &parser))
    case .state: self = .state(try StateEntry(reading: &parser))
    case .output: self = .output(try OutputEntry(reading: &parser))
    case .warning: self = .warning(try WarningEntry(reading: &parser))
    case .gap: self = .gap(try GapEntry(reading: &parser))
    }
  }
}
