#if CommandLine
import EventArguments
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting

/// What will happen when the chosen event is fired: who is called, who is not and why, how the votes are combined, what
/// follows, and what came of it last time.
struct FirePreview {
  struct Row: Equatable {
    var label: String
    var text: String
    var style = Style.plain
    var weight = Weight.aside
  }

  /// What comes first where there is not room for all.
  enum Weight: Int, Comparable {
    case problem
    case calls
    case answer
    case aside
    /// It is about another time.
    case history

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  let state: DashboardState
  let sheet: FireSheet
  let event: EventDescription

  /// The rows, the most important ones first.
  ///
  /// - Parameter unsaid: What is wrong with fields and has no room beside them.
  func rows(unsaid: [String]) -> [Row] {
    let answer = Row(label: "answer", text: event.rule, weight: .answer)
    return [problem(unsaid), expectedState, called, skipped, answer, later, bridged, last].compactMap(\.self)
  }

  private func problem(_ unsaid: [String]) -> Row? {
    let together = sheet.problems.first { $0.argument == nil }.map { "Together the arguments expect \($0.expected)." }
    let expectations = (unsaid + [together].compactMap(\.self)).joined(separator: " ")
    if expectations.isEmpty {
      return sheet.problem.map { Row(label: "problem", text: $0, style: Palette.bad, weight: .problem) }
    }
    // What is expected of a field says more than why the event can't be made of all of them.
    let text = sheet.problem == nil ? expectations : "Not fired: \(expectations)"
    return Row(label: "problem", text: text, style: Palette.bad, weight: .problem)
  }

  private var expectedState: Row? {
    // Before it is launched anew the application returns to where it was.
    if sheet.offersRelaunch, sheet.isRelaunching { return nil }
    guard let expected = event.expectedStates, !expected.contains(state.applicationState) else { return nil }
    let states = expected.map(\.words).sorted().joined(separator: " or ")
    let text = "expected when \(states); it is \(state.applicationState.words) now"
    return Row(label: "state", text: text, style: Palette.caution)
  }

  private var called: Row {
    let called = callers(of: event.name)
    guard !called.isEmpty else {
      return Row(label: "calls", text: "nobody: no module handles it", style: Palette.caution, weight: .calls)
    }
    return Row(label: "calls", text: names(called) { _ in "" }, weight: .calls)
  }

  private var skipped: Row? {
    let skipped = state.roster.rows.filter { $0.handles.contains(event.name) && state.roster.absence(of: $0) != nil }
    guard !skipped.isEmpty else { return nil }
    return Row(
      label: "skips", text: names(skipped) { " (\(state.roster.absence(of: $0)?.words ?? ""))" }, weight: .calls)
  }

  /// Of an event whose handlers may answer after they have returned.
  private var later: Row? {
    event.deadlineNanoseconds.map { deadline in
      Row(label: "waits", text: "for answers that come later, \(Words.limit(deadline)) at the most")
    }
  }

  /// What is sent right after it, and who is called then.
  private var bridged: Row? {
    guard !event.bridged.isEmpty else { return nil }
    let texts = event.bridged.map { name in
      let called = callers(of: name)
      return "\(name), which calls \(called.isEmpty ? "nobody" : names(called) { _ in "" })"
    }
    return Row(label: "then", text: "sends \(texts.joined(separator: "; "))")
  }

  private var last: Row? {
    state.history.firings[event.name].map { last in
      let answer = last.answer.isEmpty ? "" : "\(last.answer), "
      let took = DurationText.format(nanoseconds: last.lastNanoseconds)
      return Row(label: "last", text: "\(answer)\(took), fired \(Words.times(last.count))", weight: .history)
    }
  }

  private func callers(of event: String) -> [Roster.Row] {
    state.roster.rows.filter { state.roster.calls($0, with: event) }
  }

  private func names(_ rows: [Roster.Row], _ note: (Roster.Row) -> String) -> String {
    let shown = rows.prefix(12).map { "\(state.roster.path(of: $0))\(note($0))" }.joined(separator: ", ")
    return rows.count > 12 ? "\(shown) and \(Words.number(rows.count - 12)) more" : shown
  }
}
#endif
