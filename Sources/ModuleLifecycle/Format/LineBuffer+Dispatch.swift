extension LineBuffer {
  /// An entry, without the end of its line.
  mutating func append(_ entry: JournalEntry) {
    switch entry {
    case .dispatch(let entry): append(entry)
    case .completion(let entry): append(entry)
    case .module(let entry): append(entry)
    case .owned(let entry): append(entry)
    case .releasing(let entry): append(entry)
    case .released(let entry): append(entry)
    case .overdue(let entry): append(entry)
    case .owner(let entry): append(entry)
    case .alive(let entry): append(entry)
    case .running(let entry): append(entry)
    case .state(let entry): append(entry)
    case .output(let entry): append(entry)
    case .warning(let entry): append(entry)
    case .gap(let entry): append(entry)
    }
  }

  mutating func append(_ entry: DispatchEntry) {
    append(raw: #"{"arguments":"#)
    append(entry.arguments)
    append(raw: #","at_ns":"#)
    append(entry.atNanoseconds)
    if let isCut = entry.isCut {
      append(raw: #","cut":"#)
      append(isCut)
    }
    append(raw: #","event":"#)
    append(entry.event)
    append(raw: #","handlers":"#)
    append(entry.handlers) { $0.append($1) }
    append(raw: #","id":"#)
    append(entry.id)
    append(raw: #","out_of_state":"#)
    append(entry.isOutOfState)
    append(#","parent":"#, entry.parent)
    append(#","parent_module":"#, entry.parentModule)
    append(raw: #","replay":"#)
    append(entry.isReplay)
    append(raw: #","response":"#)
    append(entry.response)
    append(raw: #","state":"#)
    append(entry.state.rawValue)
    append(raw: #","total_ns":"#)
    append(entry.totalNanoseconds)
    append(raw: #","type":"dispatch"}"#)
  }

  private mutating func append(_ span: HandlerSpan) {
    append(raw: "{")
    append(#""claimed_by":"#, span.claimedBy)
    if span.claimedBy != nil { append(raw: ",") }
    append(#""error":"#, span.error)
    if span.error != nil { append(raw: ",") }
    append(raw: #""module":"#)
    append(span.module)
    append(raw: #","module_id":"#)
    append(span.moduleID.rawValue)
    append(raw: #","order":"#)
    append(span.order)
    append(raw: #","outcome":"#)
    append(span.outcome.rawValue)
    append(#","parent":"#, span.parent)
    append(#","part":"#, span.part)
    append(raw: #","self_ns":"#)
    append(span.selfNanoseconds)
    append(raw: #","start_ns":"#)
    append(span.startNanoseconds)
    append(#","suspended_ns":"#, span.suspendedNanoseconds)
    append(raw: #","total_ns":"#)
    append(span.totalNanoseconds)
    append(raw: #","value":"#)
    append(span.value)
    append(raw: "}")
  }
}
