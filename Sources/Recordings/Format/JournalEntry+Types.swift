import ModuleLifecycle

extension JournalEntry {
  /// Reads an entry of a type; `nil` if the type is unknown.
  init?(type: String, reading parser: inout LineParser) throws(LineProblem) {
    switch type {
    case "dispatch": self = .dispatch(try DispatchEntry(reading: &parser))
    case "completion": self = .completion(try CompletionEntry(reading: &parser))
    case "module": self = .module(try ModuleEntry(reading: &parser))
    case "owned": self = .owned(try OwnedEntry(reading: &parser))
    case "releasing": self = .releasing(try ReleasingEntry(reading: &parser))
    case "released": self = .released(try ReleasedEntry(reading: &parser))
    case "overdue": self = .overdue(try OverdueEntry(reading: &parser))
    case "owner": self = .owner(try OwnerEntry(reading: &parser))
    case "alive": self = .alive(try AliveEntry(reading: &parser))
    case "running": self = .running(try RunningEntry(reading: &parser))
    case "state": self = .state(try StateEntry(reading: &parser))
    case "output": self = .output(try OutputEntry(reading: &parser))
    case "mark": self = .mark(try MarkEntry(reading: &parser))
    case "warning": self = .warning(try WarningEntry(reading: &parser))
    case "request": self = .request(try RequestEntry(reading: &parser))
    case "journal": self = .journal(try JournalSwitchEntry(reading: &parser))
    case "gap": self = .gap(try GapEntry(reading: &parser))
    default: return nil
    }
  }

  /// Writes the entry without a line feed.
  func write(to line: inout LineBuffer) {
    switch self {
    case .dispatch(let entry): entry.write(to: &line)
    case .completion(let entry): entry.write(to: &line)
    case .module(let entry): entry.write(to: &line)
    case .owned(let entry): entry.write(to: &line)
    case .releasing(let entry): entry.write(to: &line)
    case .released(let entry): entry.write(to: &line)
    case .overdue(let entry): entry.write(to: &line)
    case .owner(let entry): entry.write(to: &line)
    case .alive(let entry): entry.write(to: &line)
    case .running(let entry): entry.write(to: &line)
    case .state(let entry): entry.write(to: &line)
    case .output(let entry): entry.write(to: &line)
    case .mark(let entry): entry.write(to: &line)
    case .warning(let entry): entry.write(to: &line)
    case .request(let entry): entry.write(to: &line)
    case .journal(let entry): entry.write(to: &line)
    case .gap(let entry): entry.write(to: &line)
    }
  }
}
