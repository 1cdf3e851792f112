import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// The sheet in which an event is chosen and given its arguments: the list on the left, the form on the right.
struct FireSheetView {
  let state: DashboardState
  let sheet: FireSheet

  func drawList(on canvas: inout Canvas, in area: Rect) {
    let isFocused = sheet.field == nil
    canvas.write(">", x: area.x + 1, y: area.y, style: isFocused ? Palette.key : Palette.label)
    drawInput(sheet.query, isFocused: isFocused, on: &canvas, x: area.x + 3, y: area.y, width: area.width - 4)
    let rows = max(0, area.height - 2)
    let first = firstEvent(rows: rows)
    for line in 0..<rows where first + line < sheet.matches.count {
      let index = first + line
      let isSelected = index == sheet.selection
      let y = area.y + 1 + line
      if isSelected { canvas.write(canvas.glyphs.selection, x: area.x + 1, y: y, style: Palette.accent.bold) }
      // The names of kindred events differ at their ends.
      let name = sheet.matches[index].name
        .truncatedBeforeTheEnd(toColumns: area.width - 4, ellipsis: canvas.glyphs.ellipsis)
      canvas.write(name, x: area.x + 3, y: y, style: isSelected ? .bold : .plain)
    }
    if sheet.matches.isEmpty {
      canvas.write("no event fits", x: area.x + 3, y: area.y + 1, style: Palette.caution, maxColumns: area.width - 4)
    }
    let count = "\(sheet.matches.count) of \(Words.count(state.source.events.count, "event"))"
    canvas.write(count, x: area.x + 3, y: area.maxY - 1, style: Palette.label, maxColumns: area.width - 4)
  }

  func drawForm(on canvas: inout Canvas, in area: Rect) {
    guard let event = sheet.chosen else { return }
    let labelWidth = labelWidth(for: event, in: area)
    let (x, width) = (area.x + labelWidth + 2, area.width - labelWidth - 3)
    var y = area.y
    for (index, argument) in event.arguments.enumerated() where y < area.maxY - 1 {
      let isFocused = sheet.field == index
      canvas.write(
        argument.name, x: area.x + 1, y: y, style: isFocused ? Palette.key : Palette.label, maxColumns: labelWidth)
      drawInput(
        sheet.text(of: argument), isFocused: isFocused, on: &canvas, x: x, y: y, width: width,
        placeholder: placeholder(for: argument))
      y += 1
    }
    if event.arguments.isEmpty {
      canvas.write("It has no arguments.", x: area.x + 1, y: y, style: Palette.label, maxColumns: area.width - 2)
      y += 1
    }
    y += 1
    for (label, text, style) in preview(of: event) where y < area.maxY {
      let lines = text.wrapped(toColumns: max(1, width)).prefix(max(1, (area.maxY - y) / 2))
      canvas.write(label, x: area.x + 1, y: y, style: Palette.label, maxColumns: labelWidth)
      for text in lines where y < area.maxY {
        canvas.write(text, x: x, y: y, style: style, maxColumns: width)
        y += 1
      }
    }
  }

  /// As wide as the longest name of an argument, but no more than a third of the form.
  private func labelWidth(for event: EventDescription, in area: Rect) -> Int {
    max(8, min((event.arguments.map(\.name.columnWidth).max() ?? 0) + 1, area.width / 3))
  }

  /// The end of the text is what is being typed, so that stays in sight.
  private func drawInput(
    _ text: String, isFocused: Bool, on canvas: inout Canvas, x: Int, y: Int, width: Int, placeholder: String = ""
  ) {
    guard isFocused else {
      let shown = text.isEmpty ? placeholder : text
      canvas.write(shown, x: x, y: y, style: text.isEmpty ? Palette.label : .plain, maxColumns: width)
      return
    }
    var visible = Substring(text)
    while visible.columnWidth > max(0, width - 1), !visible.isEmpty { visible.removeFirst() }
    let used = canvas.write(String(visible), x: x, y: y, style: .underlined)
    canvas.write("_", x: x + used, y: y, style: Palette.key)
  }

  private func placeholder(for argument: EventArgument) -> String {
    switch argument.example {
    case .object, .array: "none"
    default: "empty"
    }
  }

  /// What will happen: who is called, who is not and why, how the votes are combined, and what came of it last time.
  private func preview(of event: EventDescription) -> [(label: String, text: String, style: Style)] {
    let called = state.roster.rows.filter { $0.handles(event.name) }
    let skipped = state.roster.rows.filter { !$0.handles(event.name) && $0.handles.contains(event.name) }
    var rows: [(label: String, text: String, style: Style)] = []
    if let problem = sheet.problem { rows.append(("problem", problem, Palette.bad)) }
    if let expected = event.expectedStates, !expected.contains(state.applicationState) {
      let states = expected.map(\.words).sorted().joined(separator: " or ")
      let now = state.applicationState.words
      rows.append(("state", "expected when \(states); it is \(now) now", Palette.caution))
    }
    rows.append(
      (
        "calls", called.isEmpty ? "nobody: no module handles it" : Self.names(called),
        called.isEmpty ? Palette.caution : .plain
      ))
    if !skipped.isEmpty {
      rows.append(("skips", Self.names(skipped) { $0.isPresent ? " (off)" : " (removed)" }, .plain))
    }
    rows.append(("answer", event.rule, .plain))
    if let last = state.history.firings[event.name] {
      let answer = last.answer.isEmpty ? "" : "\(last.answer), "
      let times = last.count == 1 ? "once" : "\(last.count) times"
      rows.append(
        ("last", "\(answer)\(DurationText.format(nanoseconds: last.lastNanoseconds)), fired \(times)", .plain))
    }
    return rows
  }

  private static func names(_ rows: [Roster.Row], _ note: (Roster.Row) -> String = { _ in "" }) -> String {
    let shown = rows.prefix(12).map { "\($0.order) \($0.name)\(note($0))" }.joined(separator: ", ")
    return rows.count > 12 ? "\(shown) and \(rows.count - 12) more" : shown
  }
}
