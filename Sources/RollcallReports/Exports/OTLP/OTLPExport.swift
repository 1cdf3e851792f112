import ModuleLifecycle
import RollcallLaunches
import RollcallRecordings

/// OpenTelemetry traces. A top-level event, with all events sent within it, is a trace. A launch is a trace too, with
/// the creation of its modules and its events.
///
/// If the recording ends before an outer event does, the events inside belong to the trace of the outermost known
/// dispatch. A launch's trace is that of its last event. The event before it is held until then.
struct OTLPExport: EntryExport {
  let header: JournalHeader
  let includesArguments: Bool
  let identity: SpanIdentity
  private var lines: OTLPLines
  private(set) var trees = DispatchTrees()
  private var finder: LaunchFinder
  /// The first event of a launch whose last event has not arrived, and its spans, the outermost first.
  private var launching: (dispatch: DispatchID, spans: [OTLPSpan])?

  init(header: JournalHeader, includesArguments: Bool) {
    self.header = header
    self.includesArguments = includesArguments
    identity = SpanIdentity(header)
    lines = OTLPLines(header)
    finder = LaunchFinder(header.modules ?? [], process: header.processOfFirstLaunch)
  }

  mutating func add(_ entry: AnyEntry, to out: inout String) {
    let launch = finder.add(entry)
    if case .mark = entry, let launch, let mark = launch.marks.last, let last = launch.steps.last {
      write([span(of: mark, in: launch, endingWith: last.dispatch)], asTraceOf: last.dispatch, to: &out)
    }
    guard case .dispatch(let dispatch) = entry else { return }
    if let parent = dispatch.parent {
      trees.hold(dispatch, until: parent)
      if trees.isFull { flushHeld(&out) }
    } else {
      add(dispatch, of: launch, to: &out)
    }
  }

  mutating func end(_ out: inout String) {
    flushHeld(&out)
    flushLaunching(&out)
    lines.endLine(&out)
  }

  // MARK: Traces

  private mutating func add(_ dispatch: DispatchEntry, of launch: ApplicationLaunch?, to out: inout String) {
    var spans = spans(ofTree: dispatch)
    guard let launch else { return write(spans, asTraceOf: dispatch.id, to: &out) }
    guard launch.isComplete else {
      flushLaunching(&out)
      launching = (dispatch.id, spans)
      return
    }
    if let launching, launch.step(of: launching.dispatch) != nil {
      spans = [spans[0]] + launching.spans + spans.dropFirst()
      self.launching = nil
    }
    let whole = self.spans(of: launch, endingWith: dispatch, notAfter: spans.map(\.start).min() ?? .max)
    for index in spans.indices where spans[index].parent == nil { spans[index].parent = whole.first?.id }
    write(whole + spans, asTraceOf: dispatch.id, to: &out)
  }

  /// The spans of an event and of all events sent within it, its own first.
  private mutating func spans(ofTree root: DispatchEntry) -> [OTLPSpan] {
    var spans: [OTLPSpan] = []
    var next = [(root, root.parent.map { identity.span(.dispatch($0)) })]
    while let (dispatch, parent) = next.popLast() {
      spans += self.spans(of: dispatch, inside: parent)
      let children = trees.takeChildren(of: dispatch.id)
      guard !children.isEmpty else { continue }
      let calls = dispatch.callTimes
      next += children.reversed().map { child in
        let row = dispatch.row(thatSent: child, calls)
        return (child, identity.span(row.map { .row($0, of: dispatch.id) } ?? .dispatch(dispatch.id)))
      }
    }
    return spans
  }

  /// Writes the dispatches whose outermost event never arrived.
  private mutating func flushHeld(_ out: inout String) {
    while let orphans = trees.takeOrphans() {
      for orphan in orphans { write(spans(ofTree: orphan), asTraceOf: orphan.parent ?? orphan.id, to: &out) }
    }
  }

  /// Writes the first event of a launch that was never completed.
  private mutating func flushLaunching(_ out: inout String) {
    guard let launching else { return }
    write(launching.spans, asTraceOf: launching.dispatch, to: &out)
    self.launching = nil
  }

  private mutating func write(_ spans: [OTLPSpan], asTraceOf dispatch: DispatchID, to out: inout String) {
    let trace = identity.trace(of: dispatch)
    for var span in spans {
      span.trace = trace
      lines.write(span, to: &out)
    }
  }
}
