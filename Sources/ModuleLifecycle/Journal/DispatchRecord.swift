/// One dispatch as the journal keeps it. The calls of its handlers follow it in memory; see `PackedSpans`.
struct DispatchRecord: Sendable {
  /// A named part of a handler.
  struct Part: Sendable {
    let name: String
    /// The handler's index.
    let step: Int
    /// The number of named parts that contain it.
    let depth: Int
    let start: UInt64
    var total: UInt64 = 0
    var own: UInt64 = 0
    var times = ThreadTimes.notMeasured
    var error: String?
  }

  /// The values that few dispatches have; see `Dispatch.Details`.
  final class Details: Sendable {
    let parentModule: (name: String, id: ModuleID?)?
    let parts: [Part]
    /// How long handlers that answered later were not running, by their indices.
    let suspended: [Int: UInt64]
    /// The processor use of the whole dispatch.
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
  /// The event, the votes and the rest; `nil` when there is nothing to record about them.
  let context: DispatchContext?
  let details: Details?
  let state: ApplicationState
  /// The state before the dispatch. If the dispatch does not change the state itself, the state after it.
  let stateBefore: ApplicationState
  let isOutOfState: Bool
  /// Whether the event was sent to one module only, after the others had received it.
  let isReplay: Bool

  /// The entry of the dispatch with these packed calls.
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
