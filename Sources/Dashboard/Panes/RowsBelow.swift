#if CommandLine
import Launches
import ModuleLifecycle

/// A row of panes 1 and 2 that is no module's: what came before the handlers of a launch, or an event that a handler sent;
/// or the rest of those, where there are many.
struct TimedRow: Sendable, Equatable {
  /// `#118 userDidLogOut`, with its sender where that is not the module above, and the budget that it exceeded.
  let label: String
  /// The same where there is little room.
  var shortLabel: String?
  /// What came of a sent event in a word: `over` its budget, or the answer, or `sent` where nothing was asked.
  var answer = ""
  /// Where it begins on the launch's time axis; of a sent event, counted from the start of the dispatch that is shown.
  let startNanoseconds: UInt64
  /// How long it took from its beginning to its end.
  let totalNanoseconds: UInt64
  /// How long it took without what has a row, or may have one, of its own.
  let selfNanoseconds: UInt64
  /// What that time was; `nil` where that was not measured.
  var kinds: TimeKinds?
  /// Whether it is a moment that has a name: its time is how long after the launch's beginning it was.
  var isMoment = false
  /// Whether a handler of a sent event threw, or it took longer than it may, which the label says.
  var isBad = false
  /// What statistics tell of it; none of a sent event.
  var subject: EventStatistics.Row?

  /// So many creations have rows of their own: more would leave no room for the handlers.
  private static let mostCreations = 3

  /// The rows above those of a dispatch's handlers, from the top, each with the number of rows that it is in; none where
  /// nothing took any time before it.
  static func rows(of launch: ApplicationLaunch, above dispatch: UInt64) -> [(row: TimedRow, depth: Int)] {
    var rows: [(row: TimedRow, depth: Int)] = []
    let time = launch.creationNanoseconds
    if time > 0 {
      let created = TimedRow(
        label: "\(Phrases.count(launch.createdCount, "module")) created",
        shortLabel: "\(Phrases.number(launch.createdCount)) created", startNanoseconds: 0, totalNanoseconds: time,
        selfNanoseconds: time, kinds: launch.creationKinds, subject: .created)
      // One module took what all took.
      let slow = launch.creations.count > 1 ? launch.slowCreations(atMost: mostCreations) : []
      rows = [(created, 0)] + slow.map { (TimedRow($0), 1) }
    }
    return rows + launch.steps(before: dispatch).map { (TimedRow($0), 0) } + launch.marks.map { (TimedRow($0), 0) }
  }
}

extension TimedRow {
  private init(_ creation: ModuleCreation) {
    self.init(
      label: creation.name, startNanoseconds: creation.startNanoseconds, totalNanoseconds: creation.totalNanoseconds,
      selfNanoseconds: creation.selfNanoseconds, kinds: creation.kinds, subject: .creation(creation.module))
  }

  private init(_ step: ApplicationLaunch.Step) {
    self.init(
      label: step.event, startNanoseconds: step.startNanoseconds, totalNanoseconds: step.totalNanoseconds,
      selfNanoseconds: step.totalNanoseconds, kinds: step.kinds, subject: .event(step.event))
  }

  private init(_ mark: ApplicationLaunch.Mark) {
    self.init(
      label: mark.name, answer: "mark", startNanoseconds: mark.startNanoseconds, totalNanoseconds: 0,
      selfNanoseconds: mark.nanoseconds, isMoment: true, subject: .mark(mark.name))
  }
}

extension ApplicationLaunch {
  /// Its events before that of a dispatch.
  func steps(before dispatch: UInt64) -> ArraySlice<Step> { steps.prefix { $0.dispatch != dispatch } }
}

/// The rows below the modules' own: named parts of their handlers, and events that those sent, by the time at which they
/// began.
struct RowsBelow {
  /// The most rows for events below one row; the last of them stands for the rest.
  static let limit = 6
  /// The most events below one handler's row.
  private static let most = 500

  typealias Row = (content: ModuleRows.Line.Content, depth: Int)
  /// A row and those below it, with the time at which it begins.
  private typealias Group = (start: UInt64, rows: [Row])

  private let dispatch: DispatchEntry
  private let children: [UInt64: [DispatchEntry]]
  private let budgets: Budgets
  /// The parts that are directly inside of a row, by its place among the handlers.
  private var parts: [Int: [Int]] = [:]
  /// The events that were sent directly inside of a row.
  private var sent: [Int: [DispatchEntry]] = [:]

  /// - Parameters:
  ///   - history: Where the events stand that were sent; `nil` to leave them out.
  ///   - budgets: How long they might take.
  init(_ dispatch: DispatchEntry, history: History?, budgets: Budgets) {
    self.dispatch = dispatch
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
      // A handler may be called twice, and an older recording tells the name alone.
      let handler = candidates.first { contains(child, in: $0) } ?? candidates[0]
      sent[innermost(of: child, in: handler), default: []].append(child)
    }
  }

  /// The rows below a handler's, each with the number of rows that it is in.
  func rows(under index: Int) -> [Row] {
    var room = Self.most
    return rows(under: index, depth: 1, &room)
  }

  /// - Parameter room: How many events there may be still, however they sent each other.
  private func rows(under index: Int, depth: Int, _ room: inout Int) -> [Row] {
    let events = sentRows(sent[index] ?? [], sender: dispatch.handlers[index].module, depth: depth, &room)
    guard let parts = parts[index] else { return events.flatMap(\.rows) }
    let own = parts.map { place -> Group in
      let part = dispatch.handlers[place]
      let row: Row = (.part(part.part ?? "", span: place), depth)
      return (part.startNanoseconds, [row] + rows(under: place, depth: depth + 1, &room))
    }
    return (own + events).sorted { $0.start < $1.start }.flatMap(\.rows)
  }

  private func sentRows(_ events: [DispatchEntry], sender: String, depth: Int, _ room: inout Int) -> [Group] {
    // No event is sent from deeper. What a file says may go round in circles.
    guard depth <= CompositeDelegate.deepestNesting, room > 0 else { return [] }
    let named = events.count > Self.limit ? Self.limit - 1 : events.count
    var groups = events.prefix(named).map { event -> Group in
      room -= 1
      let children = children[event.id] ?? []
      let row = row(for: event, inside: children, sender: sender)
      let below = sentRows(children, sender: sender, depth: depth + 1, &room)
      return (row.startNanoseconds, [(.timed(row), depth)] + below.flatMap(\.rows))
    }
    if named < events.count {
      let rest = summary(of: events.dropFirst(named))
      groups.append((rest.startNanoseconds, [(.timed(rest), depth)]))
    }
    return groups
  }

  private func row(for event: DispatchEntry, inside children: [DispatchEntry], sender: String) -> TimedRow {
    let within = children.reduce(0) { $0 &+ $1.totalNanoseconds }
    let by = event.parentModule.flatMap { $0 == sender ? nil : " by \($0)" } ?? ""
    let mark = BudgetMark(dispatch: event, budget: budgets.nanoseconds(for: event.event))
    let over = mark.flatMap { $0.isOver ? ", \($0.words)" : nil }
    let answer = event.response == .null ? "sent" : event.response.words
    return TimedRow(
      label: "#\(event.id) \(event.title)\(by)\(over ?? "")", answer: over == nil ? answer : "over",
      startNanoseconds: start(of: event), totalNanoseconds: event.totalNanoseconds,
      selfNanoseconds: event.totalNanoseconds.minus(within), kinds: children.isEmpty ? event.kinds : nil,
      isBad: over != nil || event.hasThrown)
  }

  /// As many rows as a loop sent events would hide the modules.
  private func summary(of events: ArraySlice<DispatchEntry>) -> TimedRow {
    let start = events.first.map(start) ?? 0
    let end = events.last.map { self.start(of: $0) &+ $0.totalNanoseconds } ?? 0
    return TimedRow(
      label: "and \(Phrases.number(events.count)) more", answer: "sent", startNanoseconds: start,
      totalNanoseconds: end.minus(start), selfNanoseconds: events.reduce(0) { $0 &+ $1.totalNanoseconds },
      isBad: events.contains(where: \.hasThrown))
  }

  private func start(of event: DispatchEntry) -> UInt64 { event.atNanoseconds.minus(dispatch.atNanoseconds) }

  private func contains(_ event: DispatchEntry, in index: Int) -> Bool {
    let (span, start) = (dispatch.handlers[index], start(of: event))
    return start >= span.startNanoseconds && start &- span.startNanoseconds <= span.totalNanoseconds
  }

  /// The handler itself, or the innermost of its parts in which an event was sent.
  private func innermost(of event: DispatchEntry, in index: Int) -> Int {
    guard let part = parts[index]?.last(where: { contains(event, in: $0) }) else { return index }
    return innermost(of: event, in: part)
  }
}
#endif
