#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// The rows of the waterfall: a module's handler, a named part of it, an event that it sent, a handler at work, what came
/// before the handlers of a launch.
extension TimingsPane {
  func draw(
    _ line: ModuleRows.Line, _ rows: ModuleRows, of dispatch: DispatchEntry, on axis: TimeAxis,
    taking times: [UInt64], _ columns: TimingsColumns, on canvas: inout Canvas, y: Int
  ) {
    let row = state.roster[line.module]
    switch line.content {
    case .part(let part):
      let own = dispatch.handlers.firstIndex(of: part).map { times[$0] } ?? part.selfNanoseconds
      draw(part, taking: own, on: axis, columns, on: &canvas, y: y)
      drawPercentiles(
        state.statistics?[EventStatistics.Row(module: row.id, part: part.part)], columns, on: &canvas, y: y)
    case .sent(let event): draw(event, on: axis, columns, on: &canvas, y: y)
    case .launch(let row): draw(row, on: axis, columns, on: &canvas, y: y)
    case .module:
      if drawRunning(row, columns, on: &canvas, y: y) { return }
      if let index = rows.spanIndex(of: row.id) {
        draw(dispatch.handlers[index], taking: times[index], on: axis, columns, on: &canvas, y: y)
      } else if !row.isOn {
        canvas.write("off", x: columns.answer, y: y, style: Palette.caution)
      }
      drawPercentiles(state.statistics?[row.id], columns, on: &canvas, y: y)
    }
  }

  private func draw(
    _ span: HandlerSpan, taking own: UInt64, on axis: TimeAxis, _ columns: TimingsColumns,
    on canvas: inout Canvas, y: Int
  ) {
    let width = span.outcome == .skipped ? columns.answerWidthWithoutBar : columns.answerWidth
    canvas.write(span.answerWord, x: columns.answer, y: y, style: style(of: span), maxColumns: width)
    guard span.outcome != .skipped else { return }
    drawTimes(
      from: span.startNanoseconds, lasting: span.totalNanoseconds, own: own, on: axis, columns,
      style: span.outcome == .threw ? Palette.bad : Palette.bar, on: &canvas, y: y)
  }

  /// An event that a handler sent, below the handler.
  private func draw(
    _ event: SentEvent, on axis: TimeAxis, _ columns: TimingsColumns, on canvas: inout Canvas, y: Int
  ) {
    canvas.write(event.answer, x: columns.answer, y: y, style: Palette.label, maxColumns: columns.answerWidth)
    drawTimes(
      from: event.startNanoseconds, lasting: event.totalNanoseconds, own: event.selfNanoseconds, on: axis, columns,
      style: event.isBad ? Palette.bad : Palette.bar, on: &canvas, y: y)
  }

  /// What came before the handlers of a launch.
  private func draw(
    _ row: LaunchRow, on axis: TimeAxis, _ columns: TimingsColumns, on canvas: inout Canvas, y: Int
  ) {
    let whole = Double(max(1, axis.total))
    let start = Double(row.startNanoseconds)
    drawTimes(
      (start / whole, (start + Double(row.totalNanoseconds)) / whole), own: row.selfNanoseconds, on: axis, columns,
      style: Palette.bar, on: &canvas, y: y)
    drawPercentiles(state.statistics?[row.kind], columns, on: &canvas, y: y)
  }

  private func drawTimes(
    from start: UInt64, lasting duration: UInt64, own: UInt64, on axis: TimeAxis, _ columns: TimingsColumns,
    style: Style, on canvas: inout Canvas, y: Int
  ) {
    drawTimes(
      axis.range(from: start, lasting: duration), own: own, on: axis, columns, style: style, on: &canvas, y: y)
  }

  private func drawTimes(
    _ range: (from: Double, to: Double), own: UInt64, on axis: TimeAxis, _ columns: TimingsColumns,
    style: Style, on canvas: inout Canvas, y: Int
  ) {
    let bar = Bar.text(from: range.from, to: range.to, width: columns.barWidth, glyphs: canvas.glyphs)
    canvas.write(bar, x: columns.bar, y: y, style: style)
    canvas.write(Words.duration(own).padded(toColumns: 7, alignment: .trailing), x: columns.own, y: y)
    if let share = columns.share {
      let text = ShareText.format(own, of: axis.total)
      canvas.write(text.padded(toColumns: 5, alignment: .trailing), x: share, y: y, style: Palette.label)
    }
  }

  func drawPercentiles(_ sample: DurationSample?, _ columns: TimingsColumns, on canvas: inout Canvas, y: Int) {
    guard let x = columns.percentiles, let sample, let median = sample.percentile(50), let high = sample.percentile(95)
    else { return }
    let texts = [median, high].map { Words.duration($0).padded(toColumns: 7, alignment: .trailing) }
    canvas.write(texts.joined(separator: " "), x: x, y: y, style: Palette.label)
  }

  /// The module that is at work now: its own row says so, unless one looks at an earlier dispatch.
  func drawRunning(_ row: Roster.Row, _ columns: TimingsColumns, on canvas: inout Canvas, y: Int) -> Bool {
    guard state.pinned == nil, let (running, elapsed) = state.longRunning, running.module == row.name else {
      return false
    }
    let style = running.isOverBudget(at: state.now) ? Palette.bad : Palette.caution
    canvas.write("runs", x: columns.answer, y: y, style: style.bold)
    canvas.write(running.event, x: columns.bar, y: y, style: style, maxColumns: columns.barWidth)
    let text = Words.duration(elapsed)
    canvas.write(
      text.padded(toColumns: 7, alignment: .trailing), x: columns.own, y: y, style: style.bold)
    return true
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
}

extension ModuleRows.Line {
  /// The name as it fits into so many columns, where it is not a module's.
  func label(columns: Int) -> String? {
    guard case .launch(let row) = content, row.label.columnWidth > columns else { return label }
    return row.shortLabel
  }

  /// The name of a part, of an event that was sent, or of what came before a launch's handlers; `nil` for a module.
  var label: String? {
    switch content {
    case .module: nil
    case .part(let span): span.part ?? ""
    case .sent(let event): event.label
    case .launch(let row): row.label
    }
  }
}
#endif
