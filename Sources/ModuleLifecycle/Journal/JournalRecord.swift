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
      400 + record.spans.reduce(0) { $0 + MemoryLayout<DispatchRecord.Span>.stride + $1.outcome.textCost }
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

/// One dispatch as the composite leaves it behind.
struct DispatchRecord: Sendable {
  /// One handler's call. Its module stands at the same place in the dispatch's labels.
  struct Span: Sendable {
    var start: UInt64
    var total: UInt64
    var own: UInt64
    var outcome: HandlerOutcome
  }

  let id: UInt64
  let parent: UInt64?
  let parentModule: String?
  let name: String
  let event: any LifecycleEvent
  let at: UInt64
  let total: UInt64
  let response: any Sendable
  let state: ApplicationState
  let isOutOfState: Bool
  let labels: [ModuleLabel]
  let spans: [Span]

  var entry: DispatchEntry {
    let arguments = (try? JSONValue(encoding: event)) ?? .null
    return DispatchEntry(
      id: id, parent: parent, parentModule: parentModule, event: name,
      arguments: arguments.members.isEmpty ? .null : arguments,
      atNanoseconds: at, totalNanoseconds: total, response: JSONValue(describing: response), state: state,
      isOutOfState: isOutOfState,
      handlers: zip(labels, spans).map { label, span in
        HandlerSpan(
          module: label.name, moduleID: label.id, order: label.order, outcome: span.outcome.word,
          value: span.outcome.value, startNanoseconds: span.start, selfNanoseconds: span.own,
          totalNanoseconds: span.total, error: span.outcome.error)
      })
  }
}

/// What a dispatch remembers of a module: enough to name it, nothing that keeps it alive.
struct ModuleLabel: Sendable {
  let id: ModuleID
  let name: String
  let order: Int
}

/// How one call of a handler ended.
enum HandlerOutcome: Sendable {
  case returned
  case answered(any Sendable)
  case abstained
  case threw(String)
  case skipped

  fileprivate var word: HandlerSpan.Outcome {
    switch self {
    case .returned: .returned
    case .answered: .answered
    case .abstained: .abstained
    case .threw: .threw
    case .skipped: .skipped
    }
  }

  /// The bytes of what an error said, or of a vote that is a text.
  fileprivate var textCost: Int {
    switch self {
    case .threw(let error): error.utf8.count
    case .answered(let vote): (vote as? String)?.utf8.count ?? 0
    default: 0
    }
  }

  fileprivate var value: JSONValue {
    if case .answered(let vote) = self { JSONValue(describing: vote) } else { .null }
  }

  fileprivate var error: String? {
    if case .threw(let error) = self { error } else { nil }
  }
}
