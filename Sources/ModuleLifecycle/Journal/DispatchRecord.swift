/// One dispatch as the composite leaves it behind.
final class DispatchRecord: JournalRecord {
  /// One handler's call. Its module stands at the same place in the dispatch's labels.
  struct Span: Sendable {
    var start: UInt64
    var total: UInt64
    var own: UInt64
    var result: HandlerResult
  }

  /// A part of a handler that its author has named.
  struct Part: Sendable {
    let name: String
    /// The handler's place.
    let step: Int
    /// How many named parts it is in.
    let depth: Int
    let start: UInt64
    var total: UInt64 = 0
    var own: UInt64 = 0
    var error: String?
  }

  let id: UInt64
  let parent: UInt64?
  let parentModule: String?
  let name: String
  let at: UInt64
  let total: UInt64
  let state: ApplicationState
  /// The state when it began; where it moves none itself, that at its end.
  let stateBefore: ApplicationState
  let isOutOfState: Bool
  /// Whether one module alone was given an event that the others had had before.
  let isReplay: Bool
  let labels: DispatchLabels
  let spans: [Span]
  let parts: [Part]
  /// How long handlers that answered later were not running, by their places.
  let suspended: [Int: UInt64]
  let context: DispatchContext
  let cost: Int

  init(
    id: UInt64, parent: UInt64?, parentModule: String?, plan: DispatchPlan.Names, state: ApplicationState,
    stateBefore: ApplicationState, isOutOfState: Bool, isReplay: Bool, run: DispatchRun, origin: UInt64,
    context: DispatchContext
  ) {
    self.id = id
    self.parent = parent
    self.parentModule = parentModule
    name = plan.event
    labels = plan.labels
    at = run.start - origin
    total = run.end - run.start
    self.state = state
    self.stateBefore = stateBefore
    self.isOutOfState = isOutOfState
    self.isReplay = isReplay
    spans = run.spans
    parts = run.parts
    suspended = run.suspended
    let own = 448 + run.spans.count * MemoryLayout<Span>.stride + Self.cost(of: run.parts)
    let bytes = context.cost
    if bytes <= DispatchContext.mostBytes {
      self.context = context
      cost = own + bytes
    } else {
      self.context = context.cut
      cost = own + self.context.cost
    }
  }

  private static func cost(of parts: [Part]) -> Int {
    parts.isEmpty ? 0 : parts.reduce(0) { $0 + 112 + $1.name.utf8.count + ($1.error?.utf8.count ?? 0) }
  }

  var entry: JournalEntry {
    let arguments = context.arguments
    return .dispatch(
      DispatchEntry(
        id: id, parent: parent, parentModule: parentModule, event: name,
        arguments: arguments.members.isEmpty ? .null : arguments, atNanoseconds: at, totalNanoseconds: total,
        response: context.response, state: state, isOutOfState: isOutOfState, isReplay: isReplay,
        isCut: context.isCut ? true : nil, handlers: handlers))
  }
}
