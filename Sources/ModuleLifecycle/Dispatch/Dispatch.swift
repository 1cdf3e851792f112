/// One delivery of one event, from sending it to recording it in the journal.
@MainActor final class Dispatch {
  let id: UInt64
  let plan: DispatchPlan
  /// The dispatch whose handler sent the event; `nil` when there is none.
  let parent: UInt64?
  /// The module whose handler sent the event. Between two handlers, it has no name.
  let sender: (name: String, id: ModuleID?)?
  /// Whether the event is sent again to a single module that missed it.
  let isReplay: Bool
  /// Whether times are measured and the journal gets an entry.
  let isRecorded: Bool
  /// Measures the processor times of the handlers.
  let meter: ProcessorMeter?
  /// How often the application has returned to before its launch.
  let restarts: Int

  /// How many dispatches enclose it.
  var depth = 0
  /// The dispatch that encloses it, until it ends.
  var outer: Dispatch?
  /// The position of the running handler, once it has sent another event.
  var step = 0
  /// The clock reading when the first handler was called.
  var start: UInt64 = 0
  /// The clock reading when the last handler had returned or answered.
  var end: UInt64 = 0
  var calls: [HandlerSpans.Call] = []
  /// What few calls have, by position.
  var notes: [Int: HandlerSpans.Note] = [:]
  /// The named parts of the handlers, in the order in which they began.
  var parts: [Part] = []
  /// How many of them have not ended.
  var openParts = 0
  /// When the observed handler was called and had returned, and its processor times.
  var observed: (start: UInt64, end: UInt64, times: ThreadTimes)?
  /// Modules that were removed while one of its handlers was running. They are kept until it has returned.
  var departing: [AnyObject] = []
  var stateBefore = ApplicationState.notRunning
  var isOutOfState = false
  /// The position of the required module whose error aborted a launch.
  var abortedAt: Int?
  /// Set when the handlers exceeded the budget and no warning has been recorded yet.
  var excess: Watchdog.Excess?
  /// The processor times of all handlers.
  var times = ThreadTimes.notMeasured

  /// A named part of a handler.
  struct Part {
    let name: String
    /// The handler's position.
    let step: Int
    /// The number of named parts that contain it.
    let depth: Int
    let start: UInt64
    var total: UInt64 = 0
    var own: UInt64 = 0
    var times = ThreadTimes.notMeasured
    var error: String?
  }

  init(
    _ id: UInt64, _ plan: DispatchPlan, parent: UInt64?, sender: (name: String, id: ModuleID?)?, isReplay: Bool,
    isRecorded: Bool, meter: ProcessorMeter?, restarts: Int
  ) {
    (self.id, self.plan, self.parent, self.sender) = (id, plan, parent, sender)
    (self.isReplay, self.isRecorded, self.meter, self.restarts) = (isReplay, isRecorded, meter, restarts)
  }

  /// Whether more than the clock is read after a call.
  var isWatched: Bool { isRecorded && (meter != nil || plan.isObserved) }

  /// Whether no further handler is called after this result.
  func isEnded(by result: HandlerResult, at step: Int) -> Bool {
    guard result == .threw else { return true }
    if plan.abortsLaunch(step) { abortedAt = step }
    return abortedAt != nil
  }

  /// The module whose handler is running. The name is empty between two handlers.
  func module(at step: Int) -> (name: String, id: ModuleID?) {
    guard step < plan.steps.count else { return ("", nil) }
    return (plan.names.labels[step].name, plan.names.labels[step].id)
  }
}

// MARK: - In the journal

extension Dispatch {
  /// The journal's entry.
  func entry(_ context: DispatchContext, state: ApplicationState, origin: UInt64) -> DispatchEntry {
    var entry = DispatchEntry(
      id: id, parent: parent, parentModule: sender?.name, parentModuleID: sender?.id, event: plan.names.event,
      atNanoseconds: start - origin, totalNanoseconds: end - start, state: state, isOutOfState: isOutOfState,
      isReplay: isReplay)
    entry.before.state = plan.transition == nil ? state : stateBefore
    if times.isMeasured { (entry.computingNanoseconds, entry.waitingNanoseconds) = times.fields }
    if plan.isConstant {
      entry.recordedArguments = .event(context.anyEvent, bytes: 0)
    } else {
      let recorded = context.recorded
      (entry.recordedArguments, entry.recordedResponse) = (recorded.event, recorded.response)
      for (step, vote) in recorded.votes { notes[step, default: HandlerSpans.Note()].value = vote }
      if recorded.event.isJSON || recorded.response.isJSON || recorded.votes.values.contains(where: \.isJSON) {
        entry.isCut = true
      }
    }
    let room = RecordedValue.mostBytes - entry.recordedArguments.bytes - entry.recordedResponse.bytes
    if !context.errors.isEmpty, note(context.errors, room: room) { entry.isCut = true }
    if plan.canBeClaimed { noteClaim() }
    entry.handlers =
      plan.groups.isEmpty && parts.isEmpty
      ? HandlerSpans(labels: plan.names.labels, calls: calls, notes: notes) : rows
    return entry
  }

  /// - Returns: Whether the errors were cut.
  private func note(_ errors: [HandlerError], room: Int) -> Bool {
    let isTooLong = errors.reduce(0) { $0 + $1.text.utf8.count } > room
    for error in errors.reversed() {
      notes[error.step, default: HandlerSpans.Note()].error = isTooLong ? CutValue.text(error.text) : error.text
    }
    return isTooLong
  }

  /// Notes which module claimed the event before others were called.
  private func noteClaim() {
    guard let claimer = calls.firstIndex(where: { $0.result == .claimed }) else { return }
    for step in calls.indices.suffix(from: claimer + 1) where calls[step].result == .skipped {
      notes[step, default: HandlerSpans.Note()].claimedBy = plan.names.labels[claimer].name
    }
  }

  /// The calls with nested composites before their modules, and named parts after their handlers.
  private var rows: HandlerSpans {
    var rows = HandlerSpans(labels: plan.names.labels, calls: [], notes: [:])
    rows.calls.reserveCapacity(calls.count + plan.groups.count + parts.count)
    rows.parents.reserveCapacity(calls.count + plan.groups.count + parts.count)
    var open: [(end: Int, row: Int32)] = []
    var group = 0
    for (step, call) in calls.enumerated() {
      while let last = open.last, last.end <= step { open.removeLast() }
      while group < plan.groups.count, plan.groups[group].steps.lowerBound == step {
        rows.calls.append(self.call(of: group))
        rows.parents.append(open.last?.row ?? -1)
        open.append((plan.groups[group].steps.upperBound, Int32(rows.calls.count - 1)))
        group += 1
      }
      rows.notes[rows.calls.count] = notes[step]
      rows.calls.append(call)
      rows.parents.append(open.last?.row ?? -1)
      if !parts.isEmpty { addParts(of: step, to: &rows) }
    }
    return rows
  }

  /// The row of a nested composite. Its own time is what passed between its modules' calls.
  private func call(of group: Int) -> HandlerSpans.Call {
    let calls = calls[plan.groups[group].steps]
    let start = calls.first?.start ?? 0
    let total = calls.reduce(start) { max($0, $1.start + $1.total) } - start
    return HandlerSpans.Call(
      label: Int32(plan.steps.count + group),
      result: calls.contains { $0.result != .skipped } ? .returned : .skipped, start: start, total: total,
      own: total - min(total, calls.reduce(0) { $0 + $1.total }))
  }

  /// Named parts come in the order in which they began. A deeper part belongs to the preceding part that is less deep.
  private func addParts(of step: Int, to rows: inout HandlerSpans) {
    var open = [rows.calls.count - 1]
    for part in parts where part.step == step {
      while open.count > part.depth { open.removeLast() }
      var note = HandlerSpans.Note(error: part.error, part: part.name)
      note.times = part.times
      rows.notes[rows.calls.count] = note
      rows.parents.append(Int32(open[open.count - 1]))
      open.append(rows.calls.count)
      rows.calls.append(
        HandlerSpans.Call(
          label: Int32(step), result: part.error == nil ? .returned : .threw, start: part.start, total: part.total,
          own: part.own))
    }
  }
}
