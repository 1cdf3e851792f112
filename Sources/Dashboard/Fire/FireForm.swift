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
    var text: String
    var placeholder: String
    /// A valid text.
    var example: String
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
    for index in shownFields(of: fields.count, rows: area.maxY - y - 4) {
      let isSaid = draw(fields[index], at: index, labels, on: &canvas, y: y)
      if let expectation = fields[index].expectation, !isSaid {
        unsaid.append("'\(fields[index].name)' expects \(expectation).")
      }
      y += 1
    }
    if area.height > 10, fields.count < area.height - 4 { y += 1 }
    drawPreview(
      FirePreview(state: state, sheet: sheet, event: event).rows(unsaid: unsaid), labels, on: &canvas, y: y)
  }

  /// The index of the field at a point, including `repeat`.
  func field(at point: Point) -> Int? {
    guard let event = sheet.chosen, area.contains(point) else { return nil }
    let first = firstLine(of: event)
    let shown = shownFields(of: sheet.fieldCount, rows: area.maxY - first - 4)
    let index = shown.lowerBound + point.y - first
    return shown.contains(index) ? index : nil
  }

  /// The row of the first field, below a note about an event without arguments if there is room for one.
  private func firstLine(of event: EventDescription) -> Int {
    event.arguments.isEmpty && area.height > 6 ? area.y + 1 : area.y
  }

  private func fields(of event: EventDescription) -> [Field] {
    zip(event.arguments, sheet.texts).map { argument, text in
      Field(
        name: argument.name, text: text, placeholder: placeholder(for: argument),
        example: argument.sampleTexts.first ?? "", expectation: sheet.expectation(of: argument))
    } + [
      Field(
        name: "repeat", text: sheet.timesText, placeholder: "empty", example: "100", expectation: sheet.timesExpectation
      )
    ] + (sheet.offersRelaunch ? [launchField] : [])
  }

  private var launchField: Field {
    Field(
      name: "each", text: sheet.launchWord, placeholder: "", example: "",
      meaning: sheet.isRelaunching
        ? "to new modules: cold" : "to the existing modules: warm")
  }

  private func placeholder(for argument: EventArgument) -> String {
    switch argument.example {
    case .object, .array: "none"
    default: "empty"
    }
  }

  /// The indices of the fields that fit, including the one being edited.
  private func shownFields(of count: Int, rows: Int) -> Range<Int> {
    let rows = min(count, max(2, rows))
    let first = min(max(0, (sheet.field ?? 0) - rows + 1), count - rows)
    return first..<(first + rows)
  }

  /// Draws a field, and the expected value beside it if there is room.
  ///
  /// - Returns: Whether everything fit.
  private func draw(_ field: Field, at index: Int, _ labels: Int, on canvas: inout Canvas, y: Int) -> Bool {
    let (isFocused, isWrong) = (sheet.field == index, field.expectation != nil)
    let style = isWrong ? Style.bad : isFocused ? Style.key : Style.label
    if isWrong { canvas.write("!", x: area.x, y: y, style: Style.bad) }
    canvas.write(field.name, x: area.x + 1, y: y, style: style, maxColumns: labels)
    let (x, width) = (area.x + labels + 2, area.width - labels - 3)
    if let meaning = field.meaning {
      let used = canvas.write(
        field.text, x: x, y: y, style: isFocused ? Style.plain.reversed : .plain, maxColumns: width)
      canvas.write(meaning, x: x + used + 2, y: y, style: Style.label, maxColumns: max(0, width - used - 2))
      return true
    }
    let edited = EditedText(
      field.text, afterCount: isFocused ? sheet.afterCount : 0, isOffered: sheet.isOffered(index))
    // The expectation of an invalid field has an example too.
    let hint =
      isWrong ? "" : field.text.isEmpty ? "such as \(field.example)" : edited.isOffered ? "typing replaces it" : ""
    let used = InputField(text: edited, isFocused: isFocused, placeholder: isFocused ? hint : field.placeholder)
      .draw(on: &canvas, x: x, y: y, width: width)
    guard let expectation = field.expectation else { return true }
    let text = "expects \(expectation)"
    guard used + 2 + text.columnWidth <= width else { return false }
    canvas.write(text, x: x + used + 2, y: y, style: Style.bad)
    return true
  }

  private func drawPreview(_ rows: [FirePreview.Row], _ labels: Int, on canvas: inout Canvas, y: Int) {
    var y = y
    let (x, width) = (area.x + labels + 2, area.width - labels - 3)
    let needs = rows.map { min(4, $0.text.wrapped(toColumns: max(1, width)).count) }
    for (row, height) in zip(rows, Self.heights(of: rows, needs: needs, room: area.maxY - y)) where height > 0 {
      canvas.write(row.label, x: area.x + 1, y: y, style: Style.label, maxColumns: labels)
      for text in lines(row.text, width: max(1, width), room: height, canvas.glyphs) {
        canvas.write(text, x: x, y: y, style: row.style, maxColumns: width)
        y += 1
      }
    }
  }

  /// How many lines each row gets: one each while there is room, then more by weight.
  private static func heights(of rows: [FirePreview.Row], needs: [Int], room: Int) -> [Int] {
    var heights = rows.map { _ in 0 }
    var rest = max(0, room)
    func give(_ lines: Int, to index: Int) {
      heights[index] += min(lines, rest)
      rest -= min(lines, rest)
    }
    let order = rows.indices.sorted { (rows[$0].weight, $0) < (rows[$1].weight, $1) }
    for index in order where rows[index].weight != .history { give(1, to: index) }
    for index in order where heights[index] > 0 { give(needs[index] - 1, to: index) }
    for index in order where rows[index].weight == .history { give(needs[index], to: index) }
    return heights
  }

  /// The text in at most `room` lines. If it is cut, the last line ends in an ellipsis.
  private func lines(_ text: String, width: Int, room: Int, _ glyphs: GlyphSet) -> [String] {
    let lines = text.wrapped(toColumns: width)
    guard lines.count > room else { return lines }
    let rest = lines[(room - 1)...].joined(separator: " ")
    return lines.prefix(room - 1) + [rest.truncated(toColumns: width, ellipsis: glyphs.ellipsis)]
  }
}

/// A preview of firing the chosen event: the called modules, the skipped ones and why, how the votes are combined, the
/// events that follow, and the result of the last firing.
struct FirePreview {
  struct Row: Equatable {
    var label: String
    var text: String
    var style = Style.plain
    var weight = Weight.aside
  }

  /// The priority of a row if there is not room for all.
  enum Weight: Comparable {
    case problem, calls, answer, aside
    /// The row is about an earlier firing.
    case history
  }

  let state: DashboardState
  let sheet: FireSheet
  let event: EventDescription

  /// The rows, most important first.
  ///
  /// - Parameter unsaid: The expectations that did not fit beside their fields.
  func rows(unsaid: [String]) -> [Row] {
    let answer = Row(label: "answer", text: event.rule, weight: .answer)
    return [problem(unsaid), expectedState, called, skipped, answer, later, bridged, last].compactMap(\.self)
  }

  private func problem(_ unsaid: [String]) -> Row? {
    let together = sheet.problems.first { $0.argument == nil }.map { "Together the arguments expect \($0.expected)." }
    let expectations = (unsaid + [together].compactMap(\.self)).joined(separator: " ")
    if expectations.isEmpty {
      return sheet.problem.map { Row(label: "problem", text: $0, style: Style.bad, weight: .problem) }
    }
    // The expectation of a field is more specific than the refusal of the whole event.
    let text = sheet.problem == nil ? expectations : "Not fired: \(expectations)"
    return Row(label: "problem", text: text, style: Style.bad, weight: .problem)
  }

  private var expectedState: Row? {
    // A relaunch first resets the application's state.
    if sheet.offersRelaunch, sheet.isRelaunching { return nil }
    guard let expected = event.expectedStates, !expected.contains(state.application.state) else { return nil }
    let states = expected.map(\.words).sorted().joined(separator: " or ")
    let text = "expected when \(states); it is \(state.application.state.words) now"
    return Row(label: "state", text: text, style: Style.caution)
  }

  private var called: Row {
    let called = callers(of: event.name)
    guard !called.isEmpty else {
      return Row(label: "calls", text: "nothing: no module handles it", style: Style.caution, weight: .calls)
    }
    return Row(label: "calls", text: names(called) { _ in "" }, weight: .calls)
  }

  private var skipped: Row? {
    let list = state.application.modules
    let skipped = list.rows.filter { $0.handles.contains(event.name) && list.absence(of: $0) != nil }
    guard !skipped.isEmpty else { return nil }
    return Row(
      label: "skips", text: names(skipped) { " (\(list.absence(of: $0)?.words ?? ""))" }, weight: .calls)
  }

  /// The deadline of an event whose handlers can answer after they have returned.
  private var later: Row? {
    event.deadlineNanoseconds.map { deadline in
      Row(label: "waits", text: "for late answers, at most \(Phrases.limit(deadline))")
    }
  }

  /// The events that are sent right after it, and the modules that they call.
  private var bridged: Row? {
    guard !event.bridged.isEmpty else { return nil }
    let texts = event.bridged.map { name in
      let called = callers(of: name)
      return "\(name), which calls \(called.isEmpty ? "no module" : names(called) { _ in "" })"
    }
    return Row(label: "then", text: "sends \(texts.joined(separator: "; "))")
  }

  private var last: Row? {
    let firing = state.application.history.firings[event.name]
    return firing.map { Row(label: "last", text: $0.words(verb: "fired"), weight: .history) }
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
