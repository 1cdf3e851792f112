/// The calls of a dispatch's handlers as readers see them. Nested composites come before their modules, and named parts
/// after their handler.
struct HandlerRows {
  private typealias Span = PackedSpans.Span

  private let spans: [Span]
  private let labels: DispatchLabels
  private let details: DispatchRecord.Details?
  private let votes: [Int: JSONValue]
  private let errors: [Int: String]
  /// The module whose answer ended the calls.
  private let claimer: (step: Int, name: String)?
  private var rows: [HandlerSpan] = []

  /// The rows of one dispatch.
  static func of(_ record: DispatchRecord, _ spans: [PackedSpans.Span]) -> [HandlerSpan] {
    var rows = HandlerRows(record, spans)
    rows.addAll()
    return rows.rows
  }

  private init(_ record: DispatchRecord, _ spans: [Span]) {
    self.spans = spans
    labels = record.names.labels
    details = record.details
    votes = record.context?.votesInWords ?? [:]
    errors = Dictionary(
      (record.context?.errors ?? []).map { ($0.step, $0.text) }, uniquingKeysWith: { first, _ in first })
    claimer = spans.firstIndex { $0.result == .claimed }.map { [labels] in ($0, labels.modules[$0].name) }
    rows.reserveCapacity(spans.count)
  }

  private mutating func addAll() {
    var open: [(end: Int, row: Int)] = []
    var groups = labels.groups[...]
    for (step, span) in spans.enumerated() {
      while let last = open.last, last.end <= step { open.removeLast() }
      while let group = groups.first, group.steps.lowerBound == step {
        groups.removeFirst()
        add(group, parent: open.last?.row)
        open.append((group.steps.upperBound, rows.count - 1))
      }
      add(span, step: step, parent: open.last?.row)
    }
  }

  private mutating func add(_ group: DispatchLabels.Group, parent: Int?) {
    let spans = spans[group.steps]
    let start = spans.first?.start ?? 0
    let end = spans.reduce(start) { max($0, $1.start + $1.total) }
    let isCalled = spans.contains { $0.result != .skipped }
    rows.append(
      row(
        group.label, outcome: isCalled ? .returned : .skipped, start: start, total: end - start,
        own: end - start - min(end - start, spans.reduce(0) { $0 + $1.total }), parent: parent))
  }

  private mutating func add(_ span: Span, step: Int, parent: Int?) {
    let label = labels.modules[step]
    var row = row(
      label, outcome: outcome(of: span, step: step), start: span.start, total: span.total, own: span.own, parent: parent
    )
    row.value = votes[step] ?? .null
    row.error = errors[step]
    row.suspendedNanoseconds = details?.suspended[step]
    (row.computingNanoseconds, row.waitingNanoseconds) = span.times.fields
    if span.result == .skipped, let claimer, claimer.step < step { row.claimedBy = claimer.name }
    rows.append(row)
    addParts(of: step, label: label)
  }

  /// Named parts come in the order in which they began. A deeper part belongs to the preceding part that is less deep.
  private mutating func addParts(of step: Int, label: ModuleLabel) {
    var open = [rows.count - 1]
    for part in details?.parts ?? [] where part.step == step {
      while open.count > part.depth { open.removeLast() }
      var row = row(
        label, outcome: part.error == nil ? .returned : .threw, start: part.start, total: part.total, own: part.own,
        parent: open.last)
      row.part = part.name
      (row.computingNanoseconds, row.waitingNanoseconds) = part.times.fields
      row.error = part.error
      rows.append(row)
      open.append(rows.count - 1)
    }
  }

  private func outcome(of span: Span, step: Int) -> HandlerSpan.Outcome {
    switch span.result {
    case .returned: .returned
    case .answered, .claimed: .answered
    case .abstained: .abstained
    case .threw: .threw
    case .pending: .unanswered
    case .skipped: .skipped
    }
  }

  private func row(
    _ label: ModuleLabel, outcome: HandlerSpan.Outcome, start: UInt64, total: UInt64, own: UInt64, parent: Int?
  ) -> HandlerSpan {
    HandlerSpan(
      module: label.name, moduleID: label.id, order: label.order, outcome: outcome, value: .null,
      startNanoseconds: start, selfNanoseconds: own, totalNanoseconds: total, error: nil, parent: parent)
  }
}
