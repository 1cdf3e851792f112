#if CommandLine
import Launches
import ModuleLifecycle

/// A row above those of the modules where a launch is shown: the creation of the modules, those of them that took long,
/// and `willFinishLaunching` above the rows of `didFinishLaunching`.
struct LaunchRow: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// The creation of so many modules.
    case created(Int)
    /// The creation of the row's module.
    case creation(ModuleID)
    /// An event of the launch before the one whose handlers have the other rows.
    case event(String)
  }

  let kind: Kind
  let label: String
  /// The same where there is little room.
  let shortLabel: String
  /// Where it begins on the launch's time axis.
  let startNanoseconds: UInt64
  /// How long it took from its beginning to its end.
  let totalNanoseconds: UInt64
  /// How long it took without what has a row, or may have one, of its own.
  let selfNanoseconds: UInt64
  /// In how many rows this one is.
  let depth: Int

  /// So many creations have rows of their own: more would leave no room for the handlers.
  static let mostCreations = 3

  /// The rows above those of a dispatch's handlers, from the top; none where nothing took any time before it.
  static func rows(of launch: ApplicationLaunch, above dispatch: UInt64) -> [LaunchRow] {
    var rows: [LaunchRow] = []
    if launch.creationNanoseconds > 0 {
      rows.append(
        LaunchRow(
          kind: .created(launch.createdCount), label: "\(Words.count(launch.createdCount, "module")) created",
          shortLabel: "\(Words.number(launch.createdCount)) created", startNanoseconds: 0,
          totalNanoseconds: launch.creationNanoseconds,
          selfNanoseconds: launch.creationNanoseconds, depth: 0))
      // One module took what all took.
      if launch.creations.count > 1 { rows += launch.slowCreations(atMost: mostCreations).map(LaunchRow.init) }
    }
    for step in launch.steps.prefix(while: { $0.dispatch != dispatch }) {
      rows.append(
        LaunchRow(
          kind: .event(step.event), label: step.event, shortLabel: step.event, startNanoseconds: step.startNanoseconds,
          totalNanoseconds: step.totalNanoseconds, selfNanoseconds: step.totalNanoseconds, depth: 0))
    }
    return rows
  }
}

extension LaunchRow {
  private init(_ creation: ModuleCreation) {
    self.init(
      kind: .creation(creation.module), label: creation.name, shortLabel: creation.name,
      startNanoseconds: creation.startNanoseconds,
      totalNanoseconds: creation.totalNanoseconds, selfNanoseconds: creation.selfNanoseconds, depth: 1)
  }
}

/// An event that a handler sent, as a row below it; or the rest of them, where there are many.
struct SentEvent: Sendable, Equatable {
  /// `#118 userDidLogOut`, with its sender where that is not the module above, and the budget that it exceeded.
  let label: String
  /// What came of it in a word: `over` its budget, or the answer, or `sent` where nothing was asked.
  let answer: String
  /// When it was sent, counted from the start of the dispatch that is shown.
  let startNanoseconds: UInt64
  /// From its first call to its last return.
  let totalNanoseconds: UInt64
  /// The same less what was sent within.
  let selfNanoseconds: UInt64
  /// Whether one of its handlers threw, or it took longer than it may, which the label says.
  let isBad: Bool
}

/// The rows below the modules' own: named parts of their handlers, and events that those sent, by the time at which they
/// began.
struct RowsBelow {
  /// The most rows for events below one row; the last of them stands for the rest.
  static let limit = 6
  /// The most events below one handler's row.
  private static let most = 500

  typealias Row = (content: ModuleRows.Line.Content, depth: Int)

  private let dispatch: DispatchEntry
  private let history: History?
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
    self.history = history
    var handlers: [String: [Int]] = [:]
    for (index, span) in dispatch.handlers.enumerated() {
      if span.part == nil { handlers[span.module, default: []].append(index) }
      if span.part != nil, let parent = span.parent { parts[parent, default: []].append(index) }
    }
    for child in history?.children(of: dispatch.id) ?? [] {
      guard let candidates = child.parentModule.flatMap({ handlers[$0] }) else { continue }
      // Modules of different composites may have the same name.
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
    let parts = parts[index] ?? []
    guard !parts.isEmpty else { return events.flatMap(\.rows) }
    var own: [(start: UInt64, rows: [Row])] = []
    for part in parts {
      let span = dispatch.handlers[part]
      own.append((span.startNanoseconds, [(.part(span), depth)] + rows(under: part, depth: depth + 1, &room)))
    }
    return (own + events).sorted { $0.start < $1.start }.flatMap(\.rows)
  }

  private func sentRows(
    _ events: [DispatchEntry], sender: String, depth: Int, _ room: inout Int
  ) -> [(start: UInt64, rows: [Row])] {
    // No event is sent from deeper. What a file says may go round in circles.
    guard depth <= CompositeDelegate.deepestNesting, room > 0 else { return [] }
    let isCut = events.count > Self.limit
    var rows: [(start: UInt64, rows: [Row])] = []
    for event in events.prefix(isCut ? Self.limit - 1 : Self.limit) {
      room -= 1
      let children = history?.children(of: event.id) ?? []
      let row = row(for: event, inside: children, sender: sender)
      let below = sentRows(children, sender: sender, depth: depth + 1, &room)
      rows.append((row.startNanoseconds, [(.sent(row), depth)] + below.flatMap(\.rows)))
    }
    if isCut {
      let rest = summary(of: events.dropFirst(Self.limit - 1))
      rows.append((rest.startNanoseconds, [(.sent(rest), depth)]))
    }
    return rows
  }

  private func row(for event: DispatchEntry, inside children: [DispatchEntry], sender: String) -> SentEvent {
    let within = children.reduce(0) { $0 &+ $1.totalNanoseconds }
    let by = event.parentModule.flatMap { $0 == sender ? nil : " by \($0)" } ?? ""
    let mark = BudgetMark(dispatch: event, budget: budgets.nanoseconds(for: event.event))
    let over = mark.flatMap { $0.isOver ? ", \($0.words)" : nil } ?? ""
    let answer = event.response == .null ? "sent" : event.response.words
    return SentEvent(
      label: "#\(event.id) \(event.title)\(by)\(over)",
      answer: over.isEmpty ? answer : "over",
      startNanoseconds: start(of: event), totalNanoseconds: event.totalNanoseconds,
      selfNanoseconds: event.totalNanoseconds - min(within, event.totalNanoseconds),
      isBad: !over.isEmpty || event.handlers.contains { $0.outcome == .threw })
  }

  /// As many rows as a loop sent events would hide the modules.
  private func summary(of events: ArraySlice<DispatchEntry>) -> SentEvent {
    let time = events.reduce(0) { $0 &+ $1.totalNanoseconds }
    let start = events.first.map { self.start(of: $0) } ?? 0
    let end = events.last.map { self.start(of: $0) &+ $0.totalNanoseconds } ?? 0
    return SentEvent(
      label: "and \(Words.number(events.count)) more", answer: "sent", startNanoseconds: start,
      totalNanoseconds: end - min(start, end), selfNanoseconds: time,
      isBad: events.contains { $0.handlers.contains { $0.outcome == .threw } })
  }

  private func start(of event: DispatchEntry) -> UInt64 {
    event.atNanoseconds - min(dispatch.atNanoseconds, event.atNanoseconds)
  }

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
