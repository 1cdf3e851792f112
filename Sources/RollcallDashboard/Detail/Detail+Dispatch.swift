#if CommandLine
import RollcallEventArguments
import RollcallInspection
import RollcallLaunches
import ModuleLifecycle
import RollcallTerminalUI
import RollcallTextFormatting
import RollcallRecordings

/// The detail of a dispatch: its arguments, time, sender and answer, and each handler's time, answer, errors and sent
/// events.
extension Detail {
  init(dispatch: DispatchEntry, state: DashboardState) {
    title = "#\(dispatch.id) \(dispatch.title)"
    addCircumstances(of: dispatch, state: state)
    for warning in state.application.log.warnings where warning.dispatch == dispatch.id {
      add("warning", warning.sentence, style: Style.caution)
    }
    add("", "")
    addHandlers(of: dispatch, state: state)
  }

  private mutating func addCircumstances(of dispatch: DispatchEntry, state: DashboardState) {
    add("event", dispatch.event)
    for (name, value) in dispatch.arguments.members.sorted(by: { $0.key < $1.key }) {
      let text = EventArgument.text(of: value)
      add("with", "\(name): \(text.isEmpty ? "empty" : text)")
    }
    if dispatch.arguments.members.isEmpty, dispatch.arguments != .null {
      add("with", EventArgument.text(of: dispatch.arguments))
    }
    if dispatch.isCut == true { add("cut", "values that end in dots: they were too large for the journal") }
    if let parent = dispatch.parent {
      add("sent by", "\(dispatch.parentModule ?? "a handler"), from within #\(parent)")
    }
    let history = state.application.history
    if let followed = dispatch.follows {
      let held = dispatch.heldNanoseconds.map { ", held \(Phrases.time($0)) until its module had started" } ?? ""
      add("follows", "\(history.title(of: followed))\(held)")
    }
    for next in history.followers(of: dispatch.id) { add("led to", next.summary) }
    if dispatch.isReplay { add("again", "to one module only, which missed the first dispatch") }
    add("at", Clock(state).preciseTime(dispatch.atNanoseconds))
    let marked = dispatch.isOutOfState ? ", and the event was out of state" : ""
    add(
      "state", "\(dispatch.state?.words ?? "not known to this version") when it was over\(marked)",
      style: dispatch.isOutOfState ? Style.caution : .plain)
    let took = Phrases.time(dispatch.totalNanoseconds)
    add("took", "\(took), \(Phrases.count(dispatch.calledCount, "module")) called")
    if let breakdown = dispatch.breakdown, dispatch.calledCount > 0 { add("was", breakdown.words) }
    if let launch = state.launch(of: dispatch) { add(launch) }
    guard !dispatch.answerInWords.isEmpty else { return }
    let rule = state.application.source.events.first { $0.name == dispatch.event }?.rule ?? ""
    add("answer", dispatch.answerInWords + (rule.isEmpty ? "" : "; the rule: \(rule)"))
  }

  private mutating func add(_ launch: ApplicationLaunch) {
    add("launch", LaunchWords(launch).summary)
    // A single creation has the same time as all creations.
    guard launch.creations.count > 1 else { return }
    for creation in launch.slowCreations(atMost: Self.mostCreations) {
      let took = Phrases.time(creation.selfNanoseconds)
      let share = ShareText.format(creation.selfNanoseconds, of: launch.totalNanoseconds)
      add("created", "\(creation.name) in \(took), \(share) of the launch")
    }
  }

  /// The most creations in the list, longest first.
  private static let mostCreations = 20

  /// Adds a table: position, module, answer, start, own time, share. Further facts are below each row.
  private mutating func addHandlers(of dispatch: DispatchEntry, state: DashboardState) {
    let (times, depths) = (dispatch.ownTimes, dispatch.depths)
    let whole = TimeAxis(of: dispatch, in: state.launch(of: dispatch)).total
    let table = Table(
      columns: [
        Table.Column(title: "#", width: 2...10, alignment: .trailing, gap: 0),
        Table.Column(title: "module", width: 6...Int.max),
        Table.Column(title: "answer", width: 10...10, spoken: ""),
        Table.Column(title: "began", width: 9...9, alignment: .trailing, spoken: "began"),
        Table.Column(title: "self", width: 8...8, alignment: .trailing, spoken: ""),
        Table.Column(title: "share", width: 5...5, alignment: .trailing, spoken: ""),
      ], count: dispatch.handlers.count
    ) { place in
      let span = dispatch.handlers[place]
      let head = [
        Table.Cell(depths[place] > 0 ? "" : "\(span.order)"),
        Table.Cell(indentation(depths[place]) + span.name),
        Table.Cell(span.answerWord, spoken: span.outcome == .abstained ? "abstained" : nil),
      ]
      if !span.wasCalled { return .cells(head) }
      return .cells(
        head + [
          Table.Cell("+\(Phrases.time(span.startNanoseconds))"), Table.Cell(Phrases.time(times[place])),
          Table.Cell(ShareText.format(times[place], of: whole)),
        ])
    }
    let names = dispatch.handlers.indices.map { 2 * depths[$0] + dispatch.handlers[$0].name.columnWidth }
    // Everything but the name takes 37 columns beside the number.
    let numbers = max(2, String(dispatch.handlers.map(\.order).max() ?? 0).count)
    let aligned = table.aligned(in: min(state.size.width - 4, numbers + max(6, names.max() ?? 0) + 37))
    lines.append(Line(text: aligned[0], style: Style.label, isRow: true))
    let sent = Dictionary(grouping: state.application.history.children(of: dispatch.id), by: \.sender)
    for (index, span) in dispatch.handlers.enumerated() {
      lines.append(
        Line(
          text: aligned[index + 1], style: Self.style(of: span), isRow: true,
          module: span.part == nil ? span.moduleID : nil, spoken: table.line(of: table.row(index))))
      if span.answerWord.columnWidth > 10 { add("  said", span.answerWord) }
      if !span.wasCalled { add("  why", span.whySkipped) }
      let children = span.part == nil ? (sent[.id(span.moduleID)] ?? []) + (sent[.name(span.module)] ?? []) : []
      addMore(about: index, of: dispatch, taking: times[index], sent: children[...], indent: "  ")
    }
    if dispatch.handlers.isEmpty { add("", "No module was called.", style: Style.label) }
  }

  /// Adds how a handler's time was spent, its error, and the events that it sent.
  mutating func addMore(
    about place: Int, of dispatch: DispatchEntry, taking own: UInt64, sent: ArraySlice<DispatchEntry>,
    indent: String = ""
  ) {
    let (span, breakdown) = (dispatch.handlers[place], dispatch.ownBreakdown(at: place))
    if let breakdown, !breakdown.clause.isEmpty { add("\(indent)was", breakdown.words) }
    // On the page of the whole dispatch, the rows of the others show it.
    let others = indent.isEmpty ? ". The other modules continued." : ""
    if let error = span.error { add("\(indent)error", "\"\(error)\"\(others)", style: Style.bad) }
    let waited = span.suspendedNanoseconds ?? 0
    if waited > 0 { add("\(indent)waited", "\(Phrases.time(waited)) until it answered") }
    let (known, overflow) = own.addingReportingOverflow(waited)
    let inside = overflow ? 0 : span.totalNanoseconds.minus(known)
    if inside > 0 { add("\(indent)inside", "\(Phrases.time(inside)) in events that it sent") }
    for child in sent {
      let answer = child.answerInWords.isEmpty ? "" : "\(child.answerInWords), "
      add("\(indent)sent", "#\(child.id) \(child.title): \(answer)\(Phrases.time(child.totalNanoseconds))")
    }
  }

  private static func style(of span: HandlerSpan) -> Style {
    switch span.outcome {
    case .threw: Style.bad
    case .unanswered, .skipped: Style.caution
    default: .plain
    }
  }
}

extension HandlerSpan {
  fileprivate var name: String { part ?? module }
}

extension DashboardState {
  /// Rebuilds the text of the open dispatch, for a new screen width or a new warning. It costs about 3 µs per handler,
  /// so it is not done for each key.
  mutating func renewDispatchPage() {
    guard let dispatch = self[DetailPage.self]?.dispatch else { return }
    let detail = Detail(dispatch: dispatch, state: self)
    self[DetailPage.self]?.kept = detail
  }
}
#endif
