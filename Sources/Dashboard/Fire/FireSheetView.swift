#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting

/// The list for choosing an event: the query, the matching events, and their number.
struct FireSheetView {
  let state: DashboardState
  let sheet: FireSheet

  func drawList(on canvas: inout Canvas, in area: Rect) {
    let isFocused = sheet.field == nil
    canvas.write(">", x: area.x + 1, y: area.y, style: isFocused ? Style.key : Style.label)
    InputField(text: sheet.queryText, isFocused: isFocused).draw(
      on: &canvas, x: area.x + 3, y: area.y, width: area.width - 4)
    list.draw(on: &canvas)
    if sheet.matches.isEmpty {
      canvas.write("no events match", x: area.x + 3, y: area.y + 1, style: Style.caution, maxColumns: area.width - 4)
    }
    let count =
      "\(Phrases.number(sheet.matches.count)) of \(Phrases.count(state.application.source.events.count, "event"))"
    canvas.write(count, x: area.x + 3, y: area.maxY - 1, style: Style.label, maxColumns: area.width - 4)
  }

  func drawForm(on canvas: inout Canvas, in area: Rect) {
    if state.playback != nil { return SeekForm(state: state, sheet: sheet).draw(on: &canvas, in: area) }
    FireForm(state: state, sheet: sheet, area: area).draw(on: &canvas)
  }
}

extension FireSheetView {
  /// The list of names. They are cut in the middle, because the names of related events differ at their ends.
  var list: ListView {
    let area = Layout(for: state).lower?.leading.inset(by: 1).body.inset(leading: 1) ?? Rect()
    let names = sheet.matches.map(\.name)
    let table = Table(columns: [Table.Column(width: 0...Int.max)], count: names.count) { place in
      .cells([Table.Cell(names[place].truncatedBeforeTheEnd(toColumns: area.width - 3))])
    }
    return ListView(table: table, area: area, selection: sheet.selection, emphasis: sheet.field == nil ? .row : .marker)
  }
}

/// The fired events below the panes, last used first, if the screen has room for them.
struct FireList {
  let state: DashboardState

  func draw(on canvas: inout Canvas, in area: Rect) {
    var y = area.y
    if state.mayFire || state.playback != nil {
      let x = area.x + 2 + canvas.write("f", x: area.x + 1, y: y, style: Style.key)
      let text = state.mayFire ? "choose an event" : "go to an event"
      canvas.write("\(text)\(canvas.glyphs.ellipsis)", x: x, y: y, maxColumns: area.maxX - 1 - x)
      y += 1
    }
    if let (event, arguments, times) = state.lastFired?.firing {
      drawAgain(DispatchEntry.title(event: event, arguments: arguments), times: times, on: &canvas, in: area, y: y)
      y += 1
      for text in repetition where times > 1 && y < area.maxY {
        canvas.write(text, x: area.x + 3, y: y, style: Style.label, maxColumns: area.width - 4)
        y += 1
      }
    }
    if state.playback != nil, let event = state.soughtEvent {
      drawAgain(event, times: 1, on: &canvas, in: area, y: y)
      y += 1
    }
    let firings = state.application.history.firings.elements.suffix(max(0, area.maxY - y)).reversed()
    let counts = firings.map { Phrases.number($0.value.count) + canvas.glyphs.times }
    let width = max(5, counts.map(\.columnWidth).max() ?? 0)
    for ((event, firing), count) in zip(firings, counts) {
      draw(event, firing, count.trailing(width), on: &canvas, in: area, y: y)
      y += 1
    }
    if state.application.history.firings.isEmpty, y < area.maxY {
      let text = state.mayFire ? "Nothing has been fired yet." : "No event has come yet."
      canvas.write(text, x: area.x + 3, y: y, style: Style.label, maxColumns: area.width - 4)
    }
  }

  private func drawAgain(_ title: String, times: Int, on canvas: inout Canvas, in area: Rect, y: Int) {
    let count = times == 1 ? "" : "\(Phrases.number(times))\(canvas.glyphs.times) "
    // A second firing during a repeated one is refused.
    let again = state.isRepeating ? count : state.playback == nil ? "\(count)again" : "next"
    let used = state.isRepeating ? 1 : canvas.write("F", x: area.x + 1, y: y, style: Style.key)
    let x = area.x + 2 + used
    let width = canvas.write(title, x: x, y: y, maxColumns: max(1, area.maxX - 2 - x - again.columnWidth))
    canvas.write(again, x: x + 1 + width, y: y, style: Style.label)
  }

  /// The progress or the timing summary of the repeated firing.
  private var repetition: [String] {
    guard let repeated = state.repeated else { return [] }
    let count = "\(Phrases.number(repeated.done)) of \(Phrases.number(repeated.times))"
    guard let summary = repeated.summary else { return ["\(count) so far"] }
    let done = repeated.done < repeated.times ? ["stopped after \(Phrases.number(repeated.done))"] : []
    guard repeated.done > 0 else { return done }
    return done + [
      "median \(Phrases.time(summary.medianNanoseconds)), p95 \(Phrases.time(summary.p95Nanoseconds))",
      "longest \(Phrases.time(summary.longestNanoseconds))", "together \(Phrases.time(summary.totalNanoseconds))",
    ]
  }

  private func draw(
    _ event: String, _ firing: History.Firing, _ count: String, on canvas: inout Canvas, in area: Rect, y: Int
  ) {
    let took = Phrases.duration(firing.lastNanoseconds).trailing(8)
    let title = DispatchEntry.title(event: event, arguments: firing.arguments)
    let tail = 8 + count.columnWidth
    canvas.write(title, x: area.x + 3, y: y, maxColumns: max(1, area.width - 3 - tail - 1))
    canvas.write(count, x: area.maxX - tail, y: y, style: Style.label)
    canvas.write(took, x: area.maxX - 8, y: y)
  }
}

/// The next and previous occurrence of the event chosen from a recording, beside the list.
struct SeekForm {
  let state: DashboardState
  let sheet: FireSheet

  func draw(on canvas: inout Canvas, in area: Rect) {
    guard sheet.chosen != nil else { return }
    var y = area.y
    let (x, width) = (area.x + 10, max(1, area.width - 11))
    for (label, text) in rows {
      guard y < area.maxY else { return }
      canvas.write(label, x: area.x + 1, y: y, style: Style.label, maxColumns: 8)
      for line in text.wrapped(toColumns: width) where y < area.maxY {
        canvas.write(line, x: x, y: y, maxColumns: width)
        y += 1
      }
    }
  }

  private var rows: [(label: String, text: String)] {
    var rows: [(label: String, text: String)] = []
    if let occurrences = sheet.occurrences {
      rows.append(("next", occurrences.next.map(words) ?? "none: it does not come again"))
      rows.append(("previous", occurrences.previous.map(words) ?? "none: it has not come before"))
    }
    if let event = sheet.chosen, !event.rule.isEmpty { rows.append(("answer", event.rule)) }
    if let event = sheet.chosen, let last = state.application.history.firings[event.name] {
      rows.append(("so far", last.words(verb: "came")))
    }
    return rows
  }

  private func words(_ occurrence: EventOccurrences.Occurrence) -> String {
    let time = Clock(state).preciseTime(occurrence.atNanoseconds)
    let start = state.playback?.startNanoseconds ?? 0
    let elapsed = Phrases.length(occurrence.atNanoseconds.minus(start))
    return "at \(time), \(elapsed) into the recording, entry \(Phrases.number(occurrence.entry))"
  }
}

/// A text field on one row. An offered text is dim.
struct InputField {
  let text: EditedText
  let isFocused: Bool
  /// The text to show in an empty field; after the cursor while the field is being edited.
  var placeholder = ""

  /// Draws the field with its cursor always visible, and returns the number of columns used.
  @discardableResult
  func draw(on canvas: inout Canvas, x: Int, y: Int, width: Int) -> Int {
    guard width > 0 else { return 0 }
    let style = text.isOffered || text.text.isEmpty ? Style.label : .plain
    guard isFocused else {
      return canvas.write(text.text.isEmpty ? placeholder : text.text, x: x, y: y, style: style, maxColumns: width)
    }
    let (before, after) = text.parts
    let cursor = after.first.map(String.init) ?? "_"
    let rest = String(after.dropFirst())
    let room = max(0, width - cursor.columnWidth)
    // If there is not enough room, the text before the cursor matters more than the text after it.
    let start = before.suffix(ofColumns: room - min(rest.columnWidth, room / 3))
    var used = canvas.write(String(start), x: x, y: y, style: style.underlined)
    let cursorStyle = after.isEmpty ? Style.key : Style.plain.reversed
    used += canvas.write(cursor, x: x + used, y: y, style: cursorStyle, maxColumns: width - used)
    used += canvas.write(rest, x: x + used, y: y, style: style.underlined, maxColumns: width - used)
    guard !placeholder.isEmpty, used < width else { return used }
    return used + 1
      + canvas.write(placeholder, x: x + used + 1, y: y, style: Style.label, maxColumns: width - used - 1)
  }
}
#endif
