#if CommandLine
import RollcallLaunches
import ModuleLifecycle
import RollcallTerminalUI

/// A row with a time: a handler's or a part's, a step of a launch before its handlers, an event that a handler sent, or a
/// summary of further sent events.
struct TimedRow: Sendable, Equatable {
  /// The label: `#118 userDidLogOut`, with the sender if it is not the module above, and the exceeded budget.
  let label: String
  /// A handler's answer, or a sent event's result: `over` its budget, its answer, or `sent` if it has no answer.
  var answer = ""
  var style = Style.label
  /// The start on the launch's time axis; of anything in the shown dispatch, relative to the dispatch's start.
  let startNanoseconds: UInt64
  /// The time from start to end.
  let totalNanoseconds: UInt64
  /// The time without nested items that have, or can have, rows of their own.
  let selfNanoseconds: UInt64
  /// The kinds of that time; `nil` if they were not measured.
  var breakdown: TimeBreakdown?
  /// Whether the row is a launch mark, whose time is its distance from the start of the launch, or no part of the launch.
  var isMoment = false
  /// Whether the row has only an answer: the handler was skipped.
  var isSkipped = false
  /// Whether a handler threw, or the sent event exceeded its budget, as the label says.
  var isBad = false
  /// The subject of the row's statistics; `nil` for a sent event.
  var subject: EventStatistics.Row?

  /// Whether the row is a step of a launch before the shown dispatch.
  var isBefore: Bool {
    switch subject {
    case nil, .handler: false
    default: true
    }
  }
}

extension TimedRow {
  /// Creates the row of a step of a launch.
  init(_ row: LaunchRow, of launch: ApplicationLaunch) {
    self.init(
      label: row.subject == .created
        ? "\(Phrases.number(launch.createdCount)) created"
        : row.subject == .before ? "before, \u{00B1} 10 ms" : row.label,
      answer: row.isMark ? "mark" : "", startNanoseconds: row.startNanoseconds, totalNanoseconds: row.totalNanoseconds,
      selfNanoseconds: row.selfNanoseconds, breakdown: row.breakdown, isMoment: row.isMark || row.isOutside,
      subject: row.subject)
  }

  /// Creates the row of a handler or a part by its place in a dispatch.
  init(_ place: Int, of dispatch: DispatchEntry, taking own: UInt64) {
    let span = dispatch.handlers[place]
    self.init(
      label: span.part ?? span.module, answer: span.answerWord, style: span.style,
      startNanoseconds: span.startNanoseconds, totalNanoseconds: span.totalNanoseconds, selfNanoseconds: own,
      breakdown: dispatch.ownBreakdown(at: place), isSkipped: !span.wasCalled, isBad: span.outcome == .threw,
      subject: .handler(span.moduleID, part: span.part))
  }
}

extension HandlerSpan {
  /// The style of its answer.
  fileprivate var style: Style {
    switch outcome {
    case .threw: Style.bad
    case .answered where value == .bool(true): Style.good
    case .answered where value == .bool(false): Style.caution
    case .answered: .plain
    default: Style.label
    }
  }
}

/// The rows below the modules' own rows: the named parts of their handlers and the events that those sent, by start
/// time.
struct NestedRows {
  /// The most event rows below one row. The last one summarises the rest.
  static let limit = 6
  /// The most events below one handler's row.
  private static let most = 500

  typealias Row = (row: TimedRow, depth: Int)
  /// A row and the rows below it, with the start time.
  private typealias Group = (start: UInt64, rows: [Row])

  private let dispatch: DispatchEntry
  private let times: [UInt64]
  private let children: [DispatchID: [DispatchEntry]]
  private let budgets: EventBudgets
  /// The parts directly inside each span, by the span's index among the handlers.
  private var parts: [Int: [Int]] = [:]
  /// The events sent directly inside each span.
  private var sent: [Int: [DispatchEntry]] = [:]

  /// - Parameters:
  ///   - history: The history with the sent events; `nil` to leave them out.
  ///   - budgets: The events' budgets.
  init(_ dispatch: DispatchEntry, history: History?, budgets: EventBudgets) {
    (self.dispatch, times) = (dispatch, dispatch.ownTimes)
    self.budgets = budgets
    children = history?.childrenByParent ?? [:]
    for (index, span) in dispatch.handlers.enumerated() where span.part != nil {
      if let parent = span.parent { parts[parent, default: []].append(index) }
    }
    guard let sentByIt = children[dispatch.id] else { return }
    var handlers: [DispatchEntry.Sender: [Int]] = [:]
    for (index, span) in dispatch.handlers.enumerated() where span.part == nil {
      handlers[.id(span.moduleID), default: []].append(index)
      handlers[.name(span.module), default: []].append(index)
    }
    for child in sentByIt {
      guard let candidates = child.sender.flatMap({ handlers[$0] }) else { continue }
      // A handler can be called twice, and an entry can have only the name.
      let handler = candidates.first { contains(child, in: $0) } ?? candidates[0]
      sent[innermost(of: child, in: handler), default: []].append(child)
    }
  }

  /// The rows below a handler's row, each with the number of rows that contain it.
  func rows(under index: Int) -> [Row] {
    var room = Self.most
    return rows(under: index, depth: 1, &room)
  }

  /// - Parameter room: The number of further events that fit, at any depth.
  private func rows(under index: Int, depth: Int, _ room: inout Int) -> [Row] {
    let events = sentRows(sent[index] ?? [], sender: dispatch.handlers[index].module, depth: depth, &room)
    guard let parts = parts[index] else { return events.flatMap(\.rows) }
    let own = parts.map { place -> Group in
      let part = dispatch.handlers[place]
      let row = TimedRow(place, of: dispatch, taking: times[place])
      return (part.startNanoseconds, [(row, depth)] + rows(under: place, depth: depth + 1, &room))
    }
    return (own + events).sorted { $0.start < $1.start }.flatMap(\.rows)
  }

  private func sentRows(_ events: [DispatchEntry], sender: String, depth: Int, _ room: inout Int) -> [Group] {
    // No event is sent from deeper, but a file can contain cycles.
    guard depth <= CompositeDelegate.maximumNesting, room > 0 else { return [] }
    let named = events.count > Self.limit ? Self.limit - 1 : events.count
    var groups = events.prefix(named).map { event -> Group in
      room -= 1
      let children = children[event.id] ?? []
      let row = row(for: event, inside: children, sender: sender)
      let below = sentRows(children, sender: sender, depth: depth + 1, &room)
      return (row.startNanoseconds, [(row, depth)] + below.flatMap(\.rows))
    }
    if named < events.count {
      let rest = summary(of: events.dropFirst(named))
      groups.append((rest.startNanoseconds, [(rest, depth)]))
    }
    return groups
  }

  private func row(for event: DispatchEntry, inside children: [DispatchEntry], sender: String) -> TimedRow {
    let within = children.reduce(0 as UInt64) { $0.plus($1.totalNanoseconds) }
    let by = event.parentModule.flatMap { $0 == sender ? nil : " by \($0)" } ?? ""
    let budget = budgets.nanoseconds(for: event.event).flatMap { $0 < event.totalNanoseconds ? $0 : nil }
    let over = budget.map { ", over \(Phrases.limit($0))" }
    let answer = event.response == .null ? "sent" : event.response.words
    return TimedRow(
      label: "#\(event.id) \(event.title)\(by)\(over ?? "")", answer: over == nil ? answer : "over",
      startNanoseconds: start(of: event), totalNanoseconds: event.totalNanoseconds,
      selfNanoseconds: event.totalNanoseconds.minus(within), breakdown: children.isEmpty ? event.breakdown : nil,
      isBad: over != nil || event.hasThrown)
  }

  /// A summary row. With a row for each event that a loop sent, the modules would be out of view.
  private func summary(of events: ArraySlice<DispatchEntry>) -> TimedRow {
    let start = events.first.map(start) ?? 0
    let end = events.last.map { self.start(of: $0).plus($0.totalNanoseconds) } ?? 0
    return TimedRow(
      label: "and \(Phrases.number(events.count)) more", answer: "sent", startNanoseconds: start,
      totalNanoseconds: end.minus(start), selfNanoseconds: events.reduce(0) { $0.plus($1.totalNanoseconds) },
      isBad: events.contains(where: \.hasThrown))
  }

  private func start(of event: DispatchEntry) -> UInt64 { event.atNanoseconds.minus(dispatch.atNanoseconds) }

  private func contains(_ event: DispatchEntry, in index: Int) -> Bool {
    let (span, start) = (dispatch.handlers[index], start(of: event))
    return start >= span.startNanoseconds && start &- span.startNanoseconds <= span.totalNanoseconds
  }

  /// The innermost part of the handler in which the event was sent, or the handler itself.
  private func innermost(of event: DispatchEntry, in index: Int) -> Int {
    guard let part = parts[index]?.last(where: { contains(event, in: $0) }) else { return index }
    return innermost(of: event, in: part)
  }
}
#endif
