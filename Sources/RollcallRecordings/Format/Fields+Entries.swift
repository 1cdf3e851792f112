package import ModuleLifecycle

/// Every type of entry. Its fields are those of its value; its type and its number in the journal are not among them.
extension AnyEntry: LineCoded {
  package init() { self = .gap(GapEntry()) }

  /// An entry of each type, to be filled by reading.
  private static let blanks: [String: AnyEntry] = {
    let blanks: [AnyEntry] = [
      .dispatch(DispatchEntry()), .completion(CompletionEntry()), .module(ModuleEntry()), .owned(OwnedEntry()),
      .releasing(ReleasingEntry()), .released(ReleasedEntry()), .overdue(OverdueEntry()), .owner(OwnerEntry()),
      .alive(AliveEntry()), .running(RunningEntry()), .state(StateEntry()), .output(OutputEntry()),
      .mark(MarkEntry()), .lookUp(LookUpEntry()), .stopped(StoppedEntry()), .warning(WarningEntry()),
      .request(RequestEntry()), .journal(JournalSwitchEntry()),
      .gap(GapEntry()),
    ]
    return Dictionary(uniqueKeysWithValues: blanks.map { ($0.type, $0) })
  }()

  package init(reading parser: inout LineParser) throws(LineProblem) {
    self.init()
    try parser.object { line throws(LineProblem) in
      guard let type: String = try line.first("type") else {
        throw try line.first("rollcall") as UInt64? == nil ? LineProblem(.missing).under("type") : LineProblem(.header)
      }
      guard let blank = Self.blanks[type] else { throw LineProblem(.unknownType(type)) }
      line.entryNumber = try line.first("seq") ?? nil
      self = blank
      try visit(&line)
    }
  }

  package func write(to line: inout LineBuffer) { write(to: &line, seq: nil) }

  /// Writes the entry with its number in the journal.
  func write(to line: inout LineBuffer, seq: UInt64?) {
    line.object(type: type, number: seq) { _ = visited(by: &$0) }
  }

  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    self =
      switch self {
      case .dispatch(let entry): .dispatch(try entry.visited(by: &fields))
      case .completion(let entry): .completion(try entry.visited(by: &fields))
      case .module(let entry): .module(try entry.visited(by: &fields))
      case .owned(let entry): .owned(try entry.visited(by: &fields))
      case .releasing(let entry): .releasing(try entry.visited(by: &fields))
      case .released(let entry): .released(try entry.visited(by: &fields))
      case .overdue(let entry): .overdue(try entry.visited(by: &fields))
      case .owner(let entry): .owner(try entry.visited(by: &fields))
      case .alive(let entry): .alive(try entry.visited(by: &fields))
      case .running(let entry): .running(try entry.visited(by: &fields))
      case .state(let entry): .state(try entry.visited(by: &fields))
      case .output(let entry): .output(try entry.visited(by: &fields))
      case .mark(let entry): .mark(try entry.visited(by: &fields))
      case .lookUp(let entry): .lookUp(try entry.visited(by: &fields))
      case .stopped(let entry): .stopped(try entry.visited(by: &fields))
      case .warning(let entry): .warning(try entry.visited(by: &fields))
      case .request(let entry): .request(try entry.visited(by: &fields))
      case .journal(let entry): .journal(try entry.visited(by: &fields))
      case .gap(let entry): .gap(try entry.visited(by: &fields))
      }
  }
}
