/// One dispatch as the journal keeps it; the calls of its handlers stand behind it, see `PackedSpans`.
struct DispatchRecord: Sendable {
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
    var times = ThreadTimes.notMeasured
    var error: String?
  }

  /// What few dispatches have; see `Dispatch.Details`.
  final class Details: Sendable {
    let parentModule: (name: String, id: ModuleID?)?
    let parts: [Part]
    /// How long handlers that answered later were not running, by their places.
    let suspended: [Int: UInt64]
    /// What all of it used of the processor.
    let times: ThreadTimes

    init(_ details: Dispatch.Details) {
      parentModule = details.parentModule
      parts = details.parts
      suspended = details.suspended
      times = details.times
    }

    /// An estimate of its memory, in bytes.
    var cost: Int {
      parts.reduce(64) { $0 + 112 + $1.name.utf8.count + ($1.error?.utf8.count ?? 0) } + 32 * suspended.count
    }
  }

  let id: UInt64
  /// The dispatch whose handler sent the event; 0 for none.
  let parent: UInt64
  let at: UInt64
  let total: UInt64
  let names: DispatchPlan.Names
  /// The event, the votes and the rest; `nil` where there is nothing to tell of them.
  let context: DispatchContext?
  let details: Details?
  let state: ApplicationState
  /// The state when it began; where it moves none itself, that at its end.
  let stateBefore: ApplicationState
  let isOutOfState: Bool
  /// Whether one module alone was given an event that the others had had before.
  let isReplay: Bool

  /// The entry of the dispatch whose handlers were called like that.
  func entry(spans: [UInt64]) -> DispatchEntry {
    let arguments = context?.arguments ?? names.constantArguments()
    var entry = DispatchEntry(
      id: id, parent: parent == 0 ? nil : parent, parentModule: details?.parentModule?.name,
      parentModuleID: details?.parentModule?.id, event: names.event,
      arguments: arguments.members.isEmpty ? .null : arguments, atNanoseconds: at, totalNanoseconds: total,
      response: context?.response ?? .null, state: state, isOutOfState: isOutOfState, isReplay: isReplay,
      isCut: context?.isCut == true ? true : nil, handlers: HandlerRows.of(self, PackedSpans.spans(spans)))
    if let times = details?.times { (entry.computingNanoseconds, entry.waitingNanoseconds) = times.fields }
    return entry
  }
}
