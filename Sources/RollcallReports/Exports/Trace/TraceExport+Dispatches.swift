import ModuleLifecycle
import RollcallLaunches
import RollcallRecordings
import RollcallTextFormatting

extension TraceExport {
  /// Adds a completed launch, and in it the creation of its modules, in a separate lane. Each module's creation time is
  /// in that module's lane.
  mutating func add(_ launch: ApplicationLaunch, endingWith dispatch: DispatchEntry, _ out: inout String) {
    guard launch.isComplete, launch.creationNanoseconds > 0, let first = launch.creations.first else { return }
    lanes.hasLaunches = true
    let start = first.atNanoseconds
    let created = launch.creations.map(\.endNanoseconds).max() ?? start
    var group = SliceGroup()
    group.add(
      TraceEvent(
        phase: .complete, name: "launch", category: "launch", lane: .launches, at: start,
        took: dispatch.endOfCalls - min(start, dispatch.endOfCalls),
        arguments: [
          ("total_ns", .count(launch.totalNanoseconds)), ("creation_ns", .count(launch.creationNanoseconds)),
          ("before_ns", .count(launch.beforeNanoseconds)), ("idle_ns", .count(launch.idleNanoseconds)),
          ("slowest", .text(launch.slowest?.name)), ("slowest_ns", .count(launch.slowest?.nanoseconds)),
        ]))
    group.add(
      TraceEvent(
        phase: .complete, name: "\(CountText.format(launch.createdCount, "module")) created", category: "launch",
        lane: .launches, at: start, took: created - start,
        arguments: [("creation_ns", .count(launch.creationNanoseconds))]))
    for event in group.nested() { write(event, to: &out) }
  }

  /// Adds the slices of an event and its handlers, and for handlers that answer later a span until the answer.
  mutating func addSlices(of dispatch: DispatchEntry, to group: inout SliceGroup, others: inout [TraceEvent]) {
    let calls = dispatch.callTimes
    group.add(
      TraceEvent(
        phase: .complete, name: dispatch.event, category: "event", lane: .events, at: dispatch.atNanoseconds,
        took: dispatch.endOfCalls - dispatch.atNanoseconds, arguments: arguments(of: dispatch)))
    if dispatch.handlers.contains(where: { ($0.suspendedNanoseconds ?? 0) > 0 }) {
      others += span(
        "\(dispatch.event) until all had answered", on: .events, id: "\(dispatch.id)", at: dispatch.atNanoseconds,
        took: dispatch.totalNanoseconds, [("dispatch", .count(dispatch.id.rawValue))])
    }
    for (index, span) in dispatch.handlers.enumerated() where span.wasCalled {
      let lane = lanes.lane(of: span.moduleID, name: span.module, order: span.order)
      let start = dispatch.atNanoseconds.plus(span.startNanoseconds)
      group.add(
        TraceEvent(
          phase: .complete, name: span.part ?? dispatch.event, category: span.part == nil ? "handler" : "part",
          lane: lane, at: start, took: calls[index], arguments: arguments(of: span, in: dispatch)))
      guard let suspended = span.suspendedNanoseconds, suspended > 0 else { continue }
      others += self.span(
        "\(dispatch.event) until \(span.module) had answered", on: lane, id: "\(dispatch.id).\(index + 1)", at: start,
        took: span.totalNanoseconds, [("dispatch", .count(dispatch.id.rawValue)), ("suspended_ns", .count(suspended))])
    }
  }

  /// An arrow from the handler that sent an event to that event; empty if the handler is unknown.
  ///
  /// - Parameter calls: See `callTimes`.
  mutating func arrow(to child: DispatchEntry, from dispatch: DispatchEntry, _ calls: [UInt64]) -> [TraceEvent] {
    let at = child.atNanoseconds
    guard let index = dispatch.row(thatSent: child, calls) else { return [] }
    let span = dispatch.handlers[index]
    let lane = lanes.lane(of: span.moduleID, name: span.module, order: span.order)
    let event = TraceEvent(phase: .flowStart, name: "sent", category: "sent", lane: lane, at: at, id: "\(child.id)")
    var end = event
    (end.phase, end.lane) = (.flowEnd, .events)
    return [event, end]
  }

  private func span(
    _ name: String, on lane: TraceLane, id: String, at: UInt64, took: UInt64, _ arguments: [(String, EventValue)]
  ) -> [TraceEvent] {
    let begin = TraceEvent(
      phase: .asyncBegin, name: name, category: "answer", lane: lane, at: at, id: id, arguments: arguments)
    var end = begin
    (end.phase, end.at, end.arguments) = (.asyncEnd, at.plus(took), [])
    return [begin, end]
  }

  private func arguments(of dispatch: DispatchEntry) -> [(String, EventValue)] {
    [
      ("dispatch", .count(dispatch.id.rawValue)), ("computing_ns", .count(dispatch.computingNanoseconds)),
      ("waiting_ns", .count(dispatch.waitingNanoseconds)), ("arguments", dispatch.arguments),
      ("response", dispatch.response),
      ("state", .text(dispatch.state?.words)), ("called", .integer(Int64(dispatch.calledCount))),
      ("sent by", .text(dispatch.parentModule)), ("out of state", .flag(dispatch.isOutOfState)),
      ("replay", .flag(dispatch.isReplay)), ("follows", .count(dispatch.follows?.rawValue)),
      ("held_ns", .count(dispatch.heldNanoseconds)), ("cut", .flag(dispatch.isCut == true)),
    ]
  }

  private func arguments(of span: HandlerSpan, in dispatch: DispatchEntry) -> [(String, EventValue)] {
    [
      ("dispatch", .count(dispatch.id.rawValue)), ("outcome", .string(span.outcome.rawValue)), ("value", span.value),
      ("error", .text(span.error)), ("self_ns", .count(span.selfNanoseconds)),
      ("total_ns", .count(span.totalNanoseconds)), ("suspended_ns", .count(span.suspendedNanoseconds)),
      ("computing_ns", .count(span.computingNanoseconds)), ("waiting_ns", .count(span.waitingNanoseconds)),
    ]
  }
}

extension DispatchEntry {
  /// How long each row's call took until it returned; for a handler that answers later, until it first waited.
  var callTimes: [UInt64] {
    var times = handlers.map { $0.totalNanoseconds - min($0.suspendedNanoseconds ?? 0, $0.totalNanoseconds) }
    guard handlers.contains(where: { $0.suspendedNanoseconds != nil }) else { return times }
    // A composite's call ends with that of its last module. Rows inside others come after them.
    var ends: [Int: UInt64] = [:]
    for index in handlers.indices.reversed() {
      if let end = ends[index] { times[index] = end - min(handlers[index].startNanoseconds, end) }
      guard handlers[index].part == nil, let parent = handlers[index].parent, parent < index else { continue }
      ends[parent] = max(ends[parent] ?? 0, handlers[index].startNanoseconds.plus(times[index]))
    }
    return times
  }

  /// When the last handler returned, which may be before the last answer.
  var endOfCalls: UInt64 {
    let isWaiting = handlers.contains { ($0.suspendedNanoseconds ?? 0) > 0 }
    let length =
      isWaiting
      ? zip(handlers, callTimes).map { $0.startNanoseconds.plus($1) }.max() ?? 0
      : totalNanoseconds
    return atNanoseconds.plus(min(length, totalNanoseconds))
  }
}
