#if CommandLine
import EventArguments
import Inspection
import ModuleLifecycle
import OrderedCollections
import Recordings
import TerminalUI
import TextFormatting

/// The form of the chosen event: its arguments, the number of repetitions, and a preview of what will happen.
struct FireForm {
  /// One row: a name, a text, and the expected value if the text is invalid.
  private struct Field {
    var name: String
    var text: EditedText
    /// A valid text.
    var example = ""
    var expectation: String?
    /// The meaning of the text, if it is chosen, not typed.
    var meaning: String?
  }

  let state: DashboardState
  let sheet: FireSheet
  let area: Rect

  func draw(on canvas: inout Canvas) {
    guard let event = sheet.chosen else { return }
    let fields = fields(of: event)
    // As wide as the longest name, but at most a third of the form.
    let labels = max(8, min((fields.map(\.name.columnWidth).max() ?? 0) + 1, area.width / 3))
    var y = firstLine(of: event)
    if y > area.y {
      canvas.write("It has no arguments.", x: area.x + 1, y: area.y, style: Style.label, maxColumns: area.width - 2)
    }
    var unsaid: [String] = []
    for index in shownFields(of: fields.count) {
      let isSaid = draw(fields[index], isFocused: sheet.field == index, labels, on: &canvas, y: y)
      if let expectation = fields[index].expectation, !isSaid {
        unsaid.append("'\(fields[index].name)' expects \(expectation).")
      }
      y += 1
    }
    if area.height > 10, fields.count < area.height - 4 { y += 1 }
    let preview = FirePreview(state: state, sheet: sheet, event: event).lines(unsaid: unsaid)
    DetailView(detail: Detail(title: "", lines: preview), indent: labels + 2)
      .draw(on: &canvas, in: area.inset(top: y - area.y))
  }

  /// The index of the field at a point, including `repeat`.
  func field(at point: Point) -> Int? {
    guard let event = sheet.chosen, area.contains(point) else { return nil }
    let shown = shownFields(of: sheet.fieldCount)
    let index = shown.lowerBound + point.y - firstLine(of: event)
    return shown.contains(index) ? index : nil
  }

  /// The row of the first field, below a note about an event without arguments if there is room for one.
  private func firstLine(of event: EventDescription) -> Int {
    event.arguments.isEmpty && area.height > 6 ? area.y + 1 : area.y
  }

  private func fields(of event: EventDescription) -> [Field] {
    var fields = zip(event.arguments, sheet.texts).map { argument, text in
      Field(
        name: argument.name, text: text, example: argument.sampleTexts.first ?? "",
        expectation: sheet.expectation(of: argument))
    }
    fields += sheet.texts.suffix(1).map {
      Field(name: "repeat", text: $0, example: "100", expectation: sheet.timesExpectation)
    }
    guard sheet.offersRelaunch else { return fields }
    let (word, meaning) =
      sheet.isRelaunching
      ? ("relaunch", "to new modules: cold") : ("resend", "to the existing modules: warm")
    return fields + [Field(name: "each", text: EditedText(word), meaning: meaning)]
  }

  /// The indices of the fields that fit above four rows of the preview, including the one being edited.
  private func shownFields(of count: Int) -> Range<Int> {
    let rows = min(count, max(2, area.height - 4))
    let first = min(max(0, (sheet.field ?? 0) - rows + 1), count - rows)
    return first..<(first + rows)
  }

  /// Draws a field, and the expected value beside it if there is room.
  ///
  /// - Returns: Whether everything fit.
  private func draw(_ field: Field, isFocused: Bool, _ labels: Int, on canvas: inout Canvas, y: Int) -> Bool {
    let isWrong = field.expectation != nil
    let style = isWrong ? Style.bad : isFocused ? Style.key : Style.label
    if isWrong { canvas.write("!", x: area.x, y: y, style: Style.bad) }
    canvas.write(field.name, x: area.x + 1, y: y, style: style, maxColumns: labels)
    let (x, width) = (area.x + labels + 2, area.width - labels - 3)
    if let meaning = field.meaning {
      let style = isFocused ? Style.plain.reversed : .plain
      let used = canvas.write(field.text.text, x: x, y: y, style: style, maxColumns: width)
      canvas.write(meaning, x: x + used + 2, y: y, style: Style.label, maxColumns: max(0, width - used - 2))
      return true
    }
    var hint = field.text.isOffered ? "typing replaces it" : ""
    if field.text.text.isEmpty { hint = "such as \(field.example)" }
    // The expectation of an invalid field has an example too.
    if isWrong { hint = "" }
    let used = InputField(text: field.text, isFocused: isFocused, placeholder: isFocused ? hint : "empty")
      .draw(on: &canvas, x: x, y: y, width: width)
    guard let expectation = field.expectation else { return true }
    let text = "expects \(expectation)"
    guard used + 2 + text.columnWidth <= width else { return false }
    canvas.write(text, x: x + used + 2, y: y, style: Style.bad)
    return true
  }
}

/// A preview of firing the chosen event: the called modules, the skipped ones and why, how the votes are combined, the
/// events that follow, and the result of the last firing.
struct FirePreview {
  let state: DashboardState
  let sheet: FireSheet
  let event: EventDescription

  /// The lines, most important first.
  ///
  /// - Parameter unsaid: The expectations that did not fit beside their fields.
  func lines(unsaid: [String]) -> [Detail.Line] {
    let answer = Detail.Line(label: "answer", text: event.rule)
    return [problem(unsaid), expectedState, called, skipped, answer, later, bridged, last].compactMap(\.self)
  }

  private func problem(_ unsaid: [String]) -> Detail.Line? {
    let together = sheet.problems.first { $0.argument == nil }.map { "Together the arguments expect \($0.expected)." }
    let expectations = (unsaid + [together].compactMap(\.self)).joined(separator: " ")
    if expectations.isEmpty {
      return sheet.problem.map { Detail.Line(label: "problem", text: $0, style: Style.bad) }
    }
    // The expectation of a field is more specific than the refusal of the whole event.
    let text = sheet.problem == nil ? expectations : "Not fired: \(expectations)"
    return Detail.Line(label: "problem", text: text, style: Style.bad)
  }

  private var expectedState: Detail.Line? {
    // A relaunch first resets the application's state.
    if sheet.offersRelaunch, sheet.isRelaunching { return nil }
    guard let expected = event.expectedStates, !expected.contains(state.application.state) else { return nil }
    let states = expected.map(\.words).sorted().joined(separator: " or ")
    let text = "expected when \(states); it is \(state.application.state.words) now"
    return Detail.Line(label: "state", text: text, style: Style.caution)
  }

  private var called: Detail.Line {
    let called = callers(of: event.name)
    guard !called.isEmpty else {
      return Detail.Line(label: "calls", text: "nothing: no module handles it", style: Style.caution)
    }
    return Detail.Line(label: "calls", text: names(called) { _ in "" })
  }

  private var skipped: Detail.Line? {
    let list = state.application.modules
    let skipped = list.rows.filter { $0.handles.contains(event.name) && list.absence(of: $0) != nil }
    guard !skipped.isEmpty else { return nil }
    return Detail.Line(
      label: "skips", text: names(skipped) { " (\(list.absence(of: $0)?.words ?? ""))" })
  }

  /// The deadline of an event whose handlers can answer after they have returned.
  private var later: Detail.Line? {
    event.deadlineNanoseconds.map { deadline in
      Detail.Line(label: "waits", text: "for late answers, at most \(Phrases.limit(deadline))")
    }
  }

  /// The events that are sent right after it, and the modules that they call.
  private var bridged: Detail.Line? {
    guard !event.bridged.isEmpty else { return nil }
    let texts = event.bridged.map { name in
      let called = callers(of: name)
      return "\(name), which calls \(called.isEmpty ? "no module" : names(called) { _ in "" })"
    }
    return Detail.Line(label: "then", text: "sends \(texts.joined(separator: "; "))")
  }

  private var last: Detail.Line? {
    let firing = state.application.history.firings[event.name]
    return firing.map { Detail.Line(label: "last", text: $0.words(verb: "fired")) }
  }

  private func callers(of event: String) -> [ModuleList.Row] {
    state.application.modules.rows.filter { state.application.modules.calls($0, with: event) }
  }

  private func names(_ rows: [ModuleList.Row], _ note: (ModuleList.Row) -> String) -> String {
    let shown = rows.prefix(12).map { "\(state.application.modules.path(of: $0))\(note($0))" }.joined(separator: ", ")
    return rows.count > 12 ? "\(shown) and \(Phrases.number(rows.count - 12)) more" : shown
  }
}
#endif
