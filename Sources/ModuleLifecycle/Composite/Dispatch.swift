/// One delivery of one event, from sending it to recording it in the journal. Its plan and context are not members but
/// passed as arguments, and it is never copied, because reference counting would cost more than calling a handler.
struct Dispatch: ~Copyable {
  let id: UInt64
  /// Whether the event is sent again to a single module that missed it.
  let isReplay: Bool
  /// Whether times are measured and the journal gets a record.
  let isRecorded: Bool
  /// The dispatch whose handler sent the event. 0 when there is none.
  let parent: UInt64
  /// The clock reading when the first handler was called.
  var start: UInt64 = 0
  /// The clock reading when the last handler had returned or answered.
  var end: UInt64 = 0
  var isOutOfState = false
  var stateBefore = ApplicationState.notRunning
  var hasErrors = false
  /// The position of the required module whose error aborted a launch.
  var abortedAt: Int?
  /// Set when the handlers exceeded the budget and no warning has been recorded yet.
  var overBudget: Excess?
  /// The range of the handlers' calls in the stack's words. `nil` when the details keep them.
  var spans: Range<Int>?
  /// Values that few dispatches have.
  var details: Details?

  /// Records that handlers exceeded the event's budget.
  struct Excess {
    let total: UInt64
    /// The part of the budget that earlier events have used.
    let charged: UInt64
    /// When the last handler had returned, in nanoseconds since the journal's start.
    let at: UInt64
  }

  mutating func needDetails() -> Details {
    let details = details ?? Details()
    self.details = details
    return details
  }

  /// Values that few dispatches have.
  final class Details {
    let parentModule: (name: String, id: ModuleID?)?
    var parts: [DispatchRecord.Part] = []
    /// For handlers that answered later, the time in which they were not running, by position.
    var suspended: [Int: UInt64] = [:]
    /// The handlers' calls in a dispatch that has waited for answers.
    var spans: [PackedSpans.Span] = []
    /// The processor times of the whole dispatch.
    var times = ThreadTimes.notMeasured

    init(parentModule: (name: String, id: ModuleID?)? = nil) { self.parentModule = parentModule }
  }
}
