import ModuleLifecycle
import TerminalUI

/// Pane 2: how long each module's handler took in the latest dispatch, beside its row in pane 1, all on one time axis.
struct TimingsPane {
  let state: DashboardState

  /// The title: which dispatch is shown, in full where there is room.
  static func title(for state: DashboardState, room: Int) -> String {
    guard let dispatch = state.history.latest else { return "2 Timings" }
    let short = "2 Timings \u{00B7} #\(dispatch.id)"
    let long = "\(short) \(dispatch.event)"
    return long.columnWidth <= room ? long : short.columnWidth <= room ? short : "2 Timings"
  }

  /// Whether the rows name their modules, because pane 1 is not beside this one.
  let namesModules: Bool

  func draw(on canvas: inout Canvas, in area: Rect) {
    let columns = Columns(area, nameWidth: namesModules ? min(24, area.width / 3) : 0)
    guard let dispatch = state.history.latest else { return drawEmpty(on: &canvas, in: area, columns) }
    drawHead(dispatch, columns, on: &canvas, in: area)
    let spans = Dictionary(dispatch.handlers.map { ($0.moduleID, $0) }) { first, _ in first }
    let rows = state.moduleRows
    for line in 0..<max(0, area.height - 2) {
      let index = state.moduleScroll + line
      guard index < rows.count else { break }
      let (line, y) = (rows[index], area.y + 1 + line)
      let row = state.roster[line.module]
      if let part = line.part {
        if namesModules { drawName(of: part, depth: line.depth, columns, on: &canvas, y: y) }
        draw(part, of: dispatch, columns, on: &canvas, y: y)
        continue
      }
      if namesModules { drawName(row, depth: line.depth, columns, on: &canvas, y: y) }
      if drawRunning(row, columns, on: &canvas, y: y) { continue }
      if let span = spans[row.id] {
        draw(span, of: dispatch, columns, on: &canvas, y: y)
      } else if !row.isOn {
        canvas.write("off", x: columns.answer, y: y, style: Palette.caution)
      }
    }
    drawTotal(dispatch, columns, on: &canvas, y: area.maxY - 1)
  }

  private func drawEmpty(on canvas: inout Canvas, in area: Rect, _ columns: Columns) {
    let rows = state.moduleRows
    for line in 0..<max(0, area.height - 2) where state.moduleScroll + line < rows.count {
      let module = rows[state.moduleScroll + line].module
      _ = drawRunning(state.roster[module], columns, on: &canvas, y: area.y + 1 + line)
    }
    guard state.longRunning == nil, area.height > 3 else { return }
    let text = "No event has been fired yet. f chooses one; here is then shown how long each module took."
    for (offset, line) in text.wrapped(toColumns: area.width - 2).prefix(area.height - 1).enumerated() {
      canvas.write(line, x: area.x + 1, y: area.y + 1 + offset, style: Palette.label)
    }
  }

  private func drawName(of part: HandlerSpan, depth: Int, _ columns: Columns, on canvas: inout Canvas, y: Int) {
    canvas.write(
      part.part ?? "", x: columns.name + 1 + 2 * depth, y: y, style: Palette.label,
      maxColumns: max(0, columns.nameWidth - 1 - 2 * depth))
  }

  private func drawName(_ row: Roster.Row, depth: Int, _ columns: Columns, on canvas: inout Canvas, y: Int) {
    let isSelected = row.id == state.selectedModule
    if isSelected { canvas.write(canvas.glyphs.selection, x: columns.name, y: y, style: Palette.accent.bold) }
    canvas.write(
      String(repeating: "  ", count: depth) + row.name, x: columns.name + 1, y: y,
      style: row.isPresent ? .plain : .dim, maxColumns: columns.nameWidth - 1)
  }

  private func drawHead(_ dispatch: DispatchEntry, _ columns: Columns, on canvas: inout Canvas, in area: Rect) {
    let total = DurationText.format(nanoseconds: dispatch.totalNanoseconds)
    canvas.write("answer", x: columns.answer, y: area.y, style: Palette.label)
    if namesModules { canvas.write("module", x: columns.name + 1, y: area.y, style: Palette.label) }
    if columns.barWidth >= total.columnWidth + 6 {
      if columns.share != nil { canvas.write("0 ms", x: columns.bar, y: area.y, style: Palette.label) }
      canvas.write(total, x: columns.bar + columns.barWidth - total.columnWidth, y: area.y, style: Palette.label)
    }
    canvas.write("self".padded(toColumns: 7, alignment: .trailing), x: columns.own, y: area.y, style: Palette.label)
    if let share = columns.share { canvas.write("share", x: share, y: area.y, style: Palette.label) }
  }

  private func draw(
    _ span: HandlerSpan, of dispatch: DispatchEntry, _ columns: Columns, on canvas: inout Canvas, y: Int
  ) {
    canvas.write(span.answerWord, x: columns.answer, y: y, style: style(of: span), maxColumns: columns.answerWidth)
    guard span.outcome != .skipped else { return }
    let total = Double(max(1, dispatch.totalNanoseconds))
    let bar = Bar.text(
      from: Double(span.startNanoseconds) / total,
      to: (Double(span.startNanoseconds) + Double(span.totalNanoseconds)) / total, width: columns.barWidth,
      glyphs: canvas.glyphs)
    canvas.write(bar, x: columns.bar, y: y, style: span.outcome == .threw ? Palette.bad : Palette.bar)
    let own = DurationText.format(nanoseconds: span.selfNanoseconds)
    canvas.write(own.padded(toColumns: 7, alignment: .trailing), x: columns.own, y: y)
    if let share = columns.share {
      let text = ShareText.format(span.selfNanoseconds, of: dispatch.totalNanoseconds)
      canvas.write(text.padded(toColumns: 5, alignment: .trailing), x: share, y: y, style: Palette.label)
    }
  }

  /// The module that is at work now: its own row says so.
  private func drawRunning(_ row: Roster.Row, _ columns: Columns, on canvas: inout Canvas, y: Int) -> Bool {
    guard let (running, elapsed) = state.longRunning, running.module == row.name else { return false }
    let style = running.isOverBudget(at: state.now) ? Palette.bad : Palette.caution
    canvas.write("runs", x: columns.answer, y: y, style: style.bold)
    canvas.write(running.event, x: columns.bar, y: y, style: style, maxColumns: columns.barWidth)
    let text = DurationText.format(nanoseconds: elapsed)
    canvas.write(
      text.padded(toColumns: 7, alignment: .trailing), x: columns.own, y: y, style: style.bold)
    return true
  }

  private func drawTotal(_ dispatch: DispatchEntry, _ columns: Columns, on canvas: inout Canvas, y: Int) {
    let called = dispatch.calledCount
    let others = max(0, state.roster.callableCount - called)
    let room = columns.own - columns.answer - 1
    let text = others > 0 ? "\(called) called, \(others) not" : called > 1 ? "all \(called) called" : "\(called) called"
    canvas.write(
      text.columnWidth <= room ? text : "\(called) called", x: columns.answer, y: y, style: Palette.label,
      maxColumns: room)
    let total = DurationText.format(nanoseconds: dispatch.totalNanoseconds)
    canvas.write(
      total.padded(toColumns: 7, alignment: .trailing), x: columns.own, y: y, style: Palette.label)
    if let share = columns.share { canvas.write(" 100%", x: share, y: y, style: Palette.label) }
  }

  private func style(of span: HandlerSpan) -> Style {
    switch span.outcome {
    case .threw: Palette.bad
    case .answered where span.value == .bool(true): Palette.good
    case .answered where span.value == .bool(false): Palette.caution
    case .answered: .plain
    default: Palette.label
    }
  }

  /// Where the texts of a row stand: answer, bar, own time, share.
  private struct Columns {
    let name: Int
    let nameWidth: Int
    let answer: Int
    let answerWidth: Int
    let bar: Int
    let barWidth: Int
    let own: Int
    let share: Int?

    init(_ area: Rect, nameWidth: Int) {
      let isWide = area.width >= 34
      name = area.x
      self.nameWidth = nameWidth
      answer = area.x + nameWidth + (isWide ? 1 : 0)
      answerWidth = isWide ? 7 : 6
      own = area.maxX - (isWide ? 13 : 7)
      share = isWide ? area.maxX - 5 : nil
      bar = answer + answerWidth + (isWide ? 1 : 0)
      barWidth = max(1, own - bar - 1)
    }
  }
}
