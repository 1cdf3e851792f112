/// One delivery of one event, from its sending to its record in the journal, beside its plan and its context. Those are
/// handed on as arguments, and this is never copied, because counting references would cost more than calling a handler.
struct Dispatch: ~Copyable {
  let id: UInt64
  /// Whether one module alone is given an event that the others had before.
  let isReplay: Bool
  /// Whether times are read and the journal gets a record.
  let isRecorded: Bool
  /// The dispatch whose handler sent the event; 0 for none.
  let parent: UInt64
  /// When the first handler was called, by the clock.
  var start: UInt64 = 0
  /// When the last one had returned, or had answered.
  var end: UInt64 = 0
  var isOutOfState = false
  var stateBefore = ApplicationState.notRunning
  /// Whether any handler threw.
  var hasErrors = false
  /// The place of the required module whose error ended a launch.
  var abortedAt: Int?
  /// Set where its handlers took longer than its budget and no warning has said so.
  var overBudget: Excess?
  /// Where its handlers' calls stand among the stack's words; `nil` where it keeps them itself.
  var spans: Range<Int>?
  /// What few dispatches have.
  var details: Details?

  /// Handlers that took longer than the event's budget.
  struct Excess {
    /// How long they took together.
    let total: UInt64
    /// What events before had used of the budget.
    let charged: UInt64
    /// When the last one had returned, in nanoseconds since the journal's start.
    let at: UInt64
  }

  /// The details, made if there are none.
  mutating func needDetails() -> Details {
    let details = details ?? Details()
    self.details = details
    return details
  }

  /// What few dispatches have.
  final class Details {
    let parentModule: (name: String, id: ModuleID?)?
    var parts: [DispatchRecord.Part] = []
    /// How long handlers that answered later were not running, by their places.
    var suspended: [Int: UInt64] = [:]
    /// The handlers' calls, of a dispatch that has waited for answers.
    var spans: [PackedSpans.Span] = []
    /// What all of it used of the processor.
    var times = ThreadTimes.notMeasured

    init(parentModule: (name: String, id: ModuleID?)? = nil) { self.parentModule = parentModule }
  }
}
