#if CommandLine
import EventArguments
import Inspection
import Launches
import ModuleLifecycle
import TerminalUI
import TextFormatting
import Recordings

/// All there is to say about one dispatch: what was sent, when and by whom, the answer, and every handler's span with
/// what it answered, threw and sent itself.
extension Detail {
  init(dispatch: DispatchEntry, state: DashboardState) {
    title = "#\(dispatch.id) \(dispatch.title)"
    addCircumstances(of: dispatch, state: state)
    let sent = Dictionary(grouping: state.application.history.children(of: dispatch.id), by: \.sender)
    for warning in state.application.log.warnings where warning.dispatch == dispatch.id {
      add("warning", warning.sentence, style: Palette.caution)
    }
    add("", "")
    let table = SpanTable(dispatch, of: state.launch(of: dispatch), width: state.size.width - 4)
    let times = dispatch.ownTimes
    addRow(table.head, style: Palette.label)
    for (index, span) in dispatch.handlers.enumerated() {
      addRow(table.row(for: index), style: Self.style(of: span), module: span.part == nil ? span.moduleID : nil)
      addMore(about: span, taking: times[index], dispatch.ownKinds(at: index), answer: table.isAnswerCut(index))
      guard span.part == nil else { continue }
      for child in (sent[.id(span.moduleID)] ?? []) + (sent[.name(span.module)] ?? []) {
        let answer = child.answerInWords.isEmpty ? "" : "\(child.answerInWords), "
        add(
          "  sent", "#\(child.id) \(child.title): \(answer)\(Phrases.time(child.totalNanoseconds))")
      }
    }
    if dispatch.handlers.isEmpty { add("", "No module was called.", style: Palette.label) }
  }

  private mutating func addCircumstances(of dispatch: DispatchEntry, state: DashboardState) {
    add("event", dispatch.event)
    for (name, value) in dispatch.arguments.members.sorted(by: { $0.key < $1.key }) {
      let text = EventArgument.text(of: value)
      add("with", "\(name): \(text.isEmpty ? "empty" : text)")
    }
    if dispatch.isCut == true { add("cut", "what ends in dots: it was too large for the journal") }
    if let parent = dispatch.parent {
      add("sent by", "\(dispatch.parentModule ?? "a handler"), from within #\(parent)")
    }
    if dispatch.isReplay { add("again", "to one module only, which came too late for the others' dispatch") }
    add("at", Clock(state).preciseTime(dispatch.atNanoseconds))
    let marked = dispatch.isOutOfState ? ", and the event was out of state" : ""
    add(
      "state", "\(dispatch.state?.words ?? "not known to this version") when it was over\(marked)",
      style: dispatch.isOutOfState ? Palette.caution : .plain)
    let took = Phrases.time(dispatch.totalNanoseconds)
    add("took", "\(took), \(Phrases.count(dispatch.calledCount, "module")) called")
    if let kinds = dispatch.kinds { add("was", kinds.words) }
    if let launch = state.launch(of: dispatch) { add(launch) }
    guard !dispatch.answerInWords.isEmpty else { return }
    let rule = state.application.source.events.first { $0.name == dispatch.event }?.rule ?? ""
    add("answer", dispatch.answerInWords + (rule.isEmpty ? "" : "; the rule: \(rule)"))
  }

  private mutating func add(_ launch: ApplicationLaunch) {
    add("launch", LaunchWords(launch).summary)
    // One module took what all took.
    guard launch.creations.count > 1 else { return }
    for creation in launch.slowCreations(atMost: Self.mostCreations) {
      let took = Phrases.time(creation.selfNanoseconds)
      let share = ShareText.format(creation.selfNanoseconds, of: launch.totalNanoseconds)
      add("created", "\(creation.name) in \(took), \(share) of the launch")
    }
  }

  /// So many creations are listed, the longest first.
  private static let mostCreations = 20

  private mutating func addRow(_ text: String, style: Style, module: ModuleID? = nil) {
    lines.append(Line(text: text, style: style, isRow: true, module: module))
  }

  /// What has no room in a row.
  private mutating func addMore(about span: HandlerSpan, taking own: UInt64, _ kinds: TimeKinds?, answer isCut: Bool) {
    if let kinds, !kinds.clause.isEmpty { add("  was", kinds.words) }
    if isCut { add("  said", span.answerWord) }
    if let error = span.error { add("  error", "\"\(error)\"", style: Palette.bad) }
    if span.outcome == .skipped {
      add("  why", span.claimedBy.map { "\($0) had claimed the event" } ?? "it was removed or switched off meanwhile")
    }
    let waited = span.suspendedNanoseconds ?? 0
    if waited > 0 { add("  waited", "\(Phrases.time(waited)) until it had answered") }
    let (known, overflow) = own.addingReportingOverflow(waited)
    let inside = overflow ? 0 : span.totalNanoseconds.minus(known)
    if inside > 0 { add("  inside", "\(Phrases.time(inside)) in what it sent") }
  }

  private static func style(of span: HandlerSpan) -> Style {
    switch span.outcome {
    case .threw: Palette.bad
    case .unanswered, .skipped: Palette.caution
    default: .plain
    }
  }
}

/// The handlers of a dispatch as rows of one width: place, module, answer, when, own time, share.
private struct SpanTable {
  private let dispatch: DispatchEntry
  private let depths: [Int]
  private let times: [UInt64]
  /// What shares are told of: the launch, where the dispatch belongs to one.
  private let whole: UInt64
  private let numberWidth: Int
  private let nameWidth: Int
  private static let answerWidth = 10
  /// What stands behind the name, spaces included: answer, start, own time, share.
  private static let tailWidth = answerWidth + 1 + 10 + 9 + 6

  init(_ dispatch: DispatchEntry, of launch: ApplicationLaunch?, width: Int) {
    whole = TimeAxis(of: dispatch, in: launch).total
    self.dispatch = dispatch
    depths = dispatch.depths
    times = dispatch.ownTimes
    let numberWidth = max(2, String(dispatch.handlers.map(\.order).max() ?? 0).count)
    self.numberWidth = numberWidth
    let longest = zip(dispatch.handlers, depths).map { ($0.part ?? $0.module).columnWidth + 2 * $1 }.max() ?? 0
    nameWidth = max(6, min(longest, width - numberWidth - 1 - Self.tailWidth))
  }

  var head: String { line("#", "module", "answer", "began", "self", "share") }

  func row(for index: Int) -> String {
    let span = dispatch.handlers[index]
    let name = String(repeating: "  ", count: depths[index]) + (span.part ?? span.module)
    let number = depths[index] > 0 ? "" : "\(span.order)"
    guard span.outcome != .skipped else { return line(number, name, span.answerWord, "", "", "") }
    return line(
      number, name, span.answerWord, "+" + Phrases.time(span.startNanoseconds),
      Phrases.time(times[index]),
      ShareText.format(times[index], of: whole))
  }

  /// Whether a row can't show all of the answer.
  func isAnswerCut(_ index: Int) -> Bool { dispatch.handlers[index].answerWord.columnWidth > Self.answerWidth }

  private func line(
    _ number: String, _ name: String, _ answer: String, _ began: String, _ own: String, _ share: String
  ) -> String {
    let head = number.trailing(numberWidth) + " " + name.fitted(toColumns: nameWidth)
    let tail =
      began.trailing(10) + own.trailing(9)
      + share.trailing(6)
    return "\(head) \(answer.fitted(toColumns: Self.answerWidth))\(tail)"
  }
}

extension DashboardState {
  /// Makes the text of the dispatch that is read anew, where the screen has another width or a warning has come, which
  /// may be about it. That costs some 3 µs a handler, so it is not done for each key.
  mutating func renewDispatchPage() {
    guard case .dispatch(let dispatch, _, let scroll) = overlay else { return }
    overlay = .dispatch(dispatch, Detail(dispatch: dispatch, state: self), scroll: scroll)
  }
}
#endif
