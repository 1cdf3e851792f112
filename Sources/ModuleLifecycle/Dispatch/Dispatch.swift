/// One delivery of one event, from sending it to recording it in the journal: all but the event, whose type only its
/// handlers need to know.
@MainActor @usableFromInline class Dispatch {
  final let plan: DispatchPlan
  final private(set) var id: DispatchID = 0
  /// What sent the event; `nil` when no handler did.
  final private(set) var sender: Sender?
  final private(set) var origin = Origin.sent
  /// Whether times are measured and the journal gets an entry.
  final private(set) var isRecorded = false
  /// Measures the processor times of the handlers.
  final private(set) var meter: ProcessorMeter?
  /// The number of the application's life.
  final private(set) var life = 0

  /// The dispatch that encloses it, until it ends.
  final var outer: Dispatch?
  /// The position of the running handler, once it has sent another event.
  final var step = 0
  /// The clock reading when the first handler was called.
  final var start: UInt64 = 0
  /// The clock reading when the last handler had returned or answered.
  final var end: UInt64 = 0
  final var calls: [HandlerSpans.Call] = []
  final var stateBefore = ApplicationState.notRunning
  final var isOutOfState = false
  /// The position of the required module whose error aborted a launch.
  final var abortedAt: Int?
  /// Set when the handlers exceeded the budget and no warning has been recorded yet.
  final var excess: Watchdog.Excess?
  /// The processor times of all handlers.
  final var times = ThreadTimes.notMeasured
  /// Whether the event has moved a scene, and perhaps the application with it.
  final var movesApplication = false
  /// The votes and the sender that waits. `nil` on the shortest way, of an event that asks nothing and whose handlers are all
  /// done when they return.
  final var answers: (any DispatchAnswers)?
  /// What few dispatches have. `nil` until the first use of `details`.
  final private(set) var ownDetails: Details?

  /// Why there is a dispatch.
  enum Origin {
    /// A caller sent the event.
    case sent
    /// A user fired the event by name.
    case fired
    /// The event is sent again to a single module that missed it.
    case replay
    /// The event follows from another one, whose handlers have returned.
    case derived(from: DispatchID)
    /// The event was held for a single module, which was starting or came late, since a moment on the clock.
    case held(from: DispatchID, since: UInt64)
  }

  /// The dispatch and the module whose handler sent an event. Between two handlers, the module has no name.
  struct Sender {
    let dispatch: DispatchID
    let module: String
    let moduleID: ModuleID?
  }

  /// What few dispatches have.
  @MainActor final class Details {
    /// What few calls have, by position.
    var notes: [Int: HandlerSpans.Note] = [:]
    /// The errors that handlers threw.
    var errors: [HandlerError] = []
    /// The named parts of the handlers, in the order in which they began.
    var parts: [Part] = []
    /// How many of them have not ended.
    var openParts = 0
    /// When the observed handler was called and had returned, and its processor times.
    var observed: (start: UInt64, end: UInt64, times: ThreadTimes)?
    /// The dispatch in which the event was held for this one's module, until this one is concluded.
    var earlier: Dispatch?
    /// For how many modules the event is held.
    var heldCount = 0
    /// Ends the time for which the sender waits for those modules; `nil` while it doesn't wait.
    var heldTimer: Task<Void, Never>?
    /// Whether one of those modules has claimed the event.
    var isClaimedLater = false
    /// Modules that were removed while one of its handlers was running. They are kept until it has returned.
    var departing: [AnyObject] = []
    /// The life of the application that ends after that.
    var endingLife: Int?
    /// The required module that had ended the launch before its event was sent, so that no handler is called.
    var refusal: (module: String, reason: String)?
    /// The series of events that lead to each other, if one of its handlers has led to its own event.
    var cycle: EventCycle?
  }

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

  @usableFromInline init(_ plan: DispatchPlan) { self.plan = plan }

  /// Notes from where the event is sent, and how.
  final func begin(on stack: DispatchStack, _ origin: Origin, isRecorded: Bool, life: Int) {
    id = Identifiers.nextDispatch()
    sender = stack.sender
    (self.origin, self.isRecorded, self.life, meter) = (origin, isRecorded, life, stack.meter)
  }

  /// Whether the event is sent again to a single module that missed it.
  final var isReplay: Bool { if case .replay = origin { true } else { false } }

  private final var isFired: Bool { if case .fired = origin { true } else { false } }

  /// Whether the event is sent to a single module, which missed it or was starting.
  final var isForOneModule: Bool {
    switch origin {
    case .sent, .fired, .derived: false
    case .replay, .held: true
    }
  }

  /// The dispatch that this one follows from; `nil` when a caller or a user sent the event.
  final var followed: DispatchID? {
    switch origin {
    case .sent, .fired, .replay: nil
    case .derived(let dispatch), .held(let dispatch, _): dispatch
    }
  }

  /// The dispatch in which the module's turn came, for an event that was held.
  final var heldFrom: DispatchID? { if case .held(let dispatch, _) = origin { dispatch } else { nil } }

  /// When such an event was sent, on the clock.
  final var heldSince: UInt64? { if case .held(_, let since) = origin { since } else { nil } }

  /// How long the event was held until its first handler was called.
  private final var heldTime: UInt64? {
    heldSince.map { start - min($0, start) }
  }

  final var details: Details {
    if let ownDetails { return ownDetails }
    let details = Details()
    ownDetails = details
    return details
  }

  /// Whether no handler is called.
  final var isRefused: Bool { plan.isLaunch && ownDetails?.refusal != nil }

  final var errors: [HandlerError] { ownDetails?.errors ?? [] }

  @usableFromInline final func note(_ error: any Error, at step: Int) { note(describe(error), at: step) }

  final func note(_ error: String, at step: Int) { details.errors.append(HandlerError(step: step, text: error)) }

  /// Whether more than the clock is read after a call.
  final var isWatched: Bool { isRecorded && (meter != nil || plan.isObserved) }

  /// Whether no further handler is called after this result.
  final func isEnded(by result: HandlerResult, at step: Int) -> Bool {
    guard result == .threw else { return true }
    if plan.abortsLaunch(step) { abortedAt = step }
    return abortedAt != nil
  }

  /// The event.
  var anyEvent: any LifecycleEvent { preconditionFailure("The event is in the subclass.") }

  /// What the journal keeps of the event.
  var recordedEvent: RecordedValue { preconditionFailure("The event is in the subclass.") }

  /// Whether a module has claimed the event or, if it asks nothing, has got it.
  final var isClaimed: Bool {
    answers?.isClaimed ?? calls.contains { $0.result != .skipped && $0.result != .held }
  }
}

/// A dispatch, with its event.
@usableFromInline final class EventDispatch<Event: LifecycleEvent>: Dispatch {
  @usableFromInline let event: Event
  /// The answers, with their type.
  var ownAnswers: Answers<Event>? { didSet { answers = ownAnswers } }

  @inlinable init(_ event: Event, _ plan: DispatchPlan) {
    self.event = event
    super.init(plan)
  }

  override var anyEvent: any LifecycleEvent { event }
  override var recordedEvent: RecordedValue { RecordedValue.of(event, sizes: plan.sizes(of: event)) }
}

/// An error that a handler threw, as text.
struct HandlerError: Sendable {
  let step: Int
  let text: String
}

/// Returns an error's description. A very long one is cut, because the journal keeps it.
package func describe(_ error: any Error) -> String {
  let text = String(describing: error)
  return text.utf8.count <= 4096 ? text : CutValue.text(text, scalars: 4000)
}

// MARK: - In the journal

extension Dispatch {
  /// What the journal keeps. It is put together in one step, because it is large to copy.
  final func record(state: ApplicationState, origin: UInt64) -> Journal.Kept {
    let event = plan.isConstant ? plan.constant(anyEvent) : recordedEvent
    let eventBytes = plan.isConstant ? 0 : event.bytes
    // Together, they have as much room as the journal gives a dispatch.
    let response = answers?.record(in: self, room: RecordedValue.mostBytes - eventBytes) ?? .none
    var isCut = event.isJSON || response.isJSON
    if let ownDetails {
      isCut = isCut || ownDetails.notes.values.contains(where: \.value.isJSON)
      isCut = note(ownDetails.errors, room: RecordedValue.mostBytes - eventBytes - response.bytes) || isCut
    }
    if plan.canBeClaimed { noteClaim() }
    let handlers =
      plan.groups.isEmpty && ownDetails?.parts.isEmpty ?? true
      ? HandlerSpans(labels: plan.names.labels, calls: calls, notes: ownDetails?.notes) : rows
    var box = DispatchEntry.Box.empty
    if sender != nil || times.isMeasured || followed != nil || isCut || !response.isNone {
      box = .details(
        DispatchEntry.Details(
          parent: sender?.dispatch, parentModule: sender?.module, parentModuleID: sender?.moduleID,
          computingNanoseconds: times.fields.computing, waitingNanoseconds: times.fields.waiting,
          recordedResponse: response, follows: followed, heldNanoseconds: heldTime, isCut: isCut ? true : nil))
    }
    let bytes = DispatchEntry.bytes(eventBytes, handlers, box) + plan.takeLabelBytes()
    return Journal.Kept(
      .dispatch(
        DispatchEntry(
          id: id, event: plan.names.event, recordedArguments: event, atNanoseconds: start - origin,
          totalNanoseconds: end - start, state: state,
          before: DispatchEntry.StateBefore(state: plan.transition == nil ? state : stateBefore),
          isOutOfState: isOutOfState, isReplay: isReplay, isFired: isFired, handlers: handlers, box: box)),
      bytes: bytes)
  }

  /// - Returns: Whether the errors were cut.
  private final func note(_ errors: [HandlerError], room: Int) -> Bool {
    let isTooLong = errors.reduce(0) { $0 + $1.text.utf8.count } > room
    for error in errors.reversed() {
      details.notes[error.step, default: HandlerSpans.Note()].error = isTooLong ? CutValue.text(error.text) : error.text
    }
    return isTooLong
  }

  /// Notes which module claimed the event before others were called.
  private final func noteClaim() {
    guard let claimer = calls.firstIndex(where: { $0.result == .claimed }) else { return }
    for step in calls.indices.suffix(from: claimer + 1) where calls[step].result == .skipped {
      details.notes[step, default: HandlerSpans.Note()].claimedBy = plan.names.labels[claimer].name
    }
  }

  /// The calls with nested composites before their modules, and named parts after their handlers.
  private final var rows: HandlerSpans {
    let parts = ownDetails?.parts ?? []
    let size = self.calls.count + plan.groups.count + parts.count
    var (calls, parents, notes) = ([HandlerSpans.Call](), [Int32](), [Int: HandlerSpans.Note]())
    calls.reserveCapacity(size)
    parents.reserveCapacity(size)
    var open: [(end: Int, row: Int32)] = []
    var (group, part) = (0, 0)
    for (step, call) in self.calls.enumerated() {
      while let last = open.last, last.end <= step { open.removeLast() }
      while group < plan.groups.count, plan.groups[group].steps.lowerBound == step {
        calls.append(self.call(of: group))
        parents.append(open.last?.row ?? -1)
        open.append((plan.groups[group].steps.upperBound, Int32(calls.count - 1)))
        group += 1
      }
      notes[calls.count] = ownDetails?.notes[step]
      calls.append(call)
      parents.append(open.last?.row ?? -1)
      // Named parts come in the order in which they began. A deeper part belongs to the preceding one that is less deep.
      var around = [calls.count - 1]
      while part < parts.count, parts[part].step == step {
        let open = parts[part]
        part += 1
        while around.count > open.depth { around.removeLast() }
        notes[calls.count] = HandlerSpans.Note(error: open.error, part: open.name, times: open.times)
        parents.append(Int32(around[around.count - 1]))
        around.append(calls.count)
        calls.append(
          HandlerSpans.Call(
            label: Int32(step), result: open.error == nil ? .returned : .threw, start: open.start, total: open.total,
            own: open.own))
      }
    }
    var rows = HandlerSpans(labels: plan.names.labels, calls: calls, notes: notes.isEmpty ? nil : notes)
    rows.parents = parents
    return rows
  }

  /// The row of a nested composite. Its own time is what passed between its modules' calls.
  private final func call(of group: Int) -> HandlerSpans.Call {
    let calls = calls[plan.groups[group].steps]
    let start = calls.first?.start ?? 0
    let total = calls.reduce(start) { max($0, $1.start + $1.total) } - start
    return HandlerSpans.Call(
      label: Int32(plan.steps.count + group),
      result: calls.contains { $0.result != .skipped } ? .returned : .skipped, start: start, total: total,
      own: total - min(total, calls.reduce(0) { $0 + $1.total }))
  }
}
