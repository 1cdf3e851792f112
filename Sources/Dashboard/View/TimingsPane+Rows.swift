import ModuleLifecycle
import TerminalUI

/// The rows of the waterfall: a module's handler, a named part of it, an event that it sent, a handler at work.
extension TimingsPane {
  func draw(
    _ line: ModuleRows.Line, _ rows: ModuleRows, of dispatch: DispatchEntry, taking times: [UInt64],
    _ columns: TimingsColumns, on canvas: inout Canvas, y: Int
  ) {
    let row = state.roster[line.module]
    switch line.content {
    case .part(let part):
      let own = dispatch.handlers.firstIndex(of: part).map { times[$0] } ?? part.selfNanoseconds
      draw(part, taking: own, of: dispatch, columns, on: &canvas, y: y)
      drawPercentiles(
        state.statistics?[EventStatistics.Row(module: row.id, part: part.part)], columns, on: &canvas, y: y)
    case .sent(let event): draw(event, of: dispatch, columns, on: &canvas, y: y)
    case .module:
      if drawRunning(row, columns, on: &canvas, y: y) { return }
      if let index = rows.spanIndex(of: row.id) {
        draw(dispatch.handlers[index], taking: times[index], of: dispatch, columns, on: &canvas, y: y)
      } else if !row.isOn {
        canvas.write("off", x: columns.answer, y: y, style: Palette.caution)
      }
      drawPercentiles(state.statistics?[row.id], columns, on: &canvas, y: y)
    }
  }

  private func draw(
    _ span: HandlerSpan, taking own: UInt64, of dispatch: DispatchEntry, _ columns: TimingsColumns,
    on canvas: inout Canvas, y: Int
  ) {
    let width = span.outcome == .skipped ? columns.answerWidthWithoutBar : columns.answerWidth
    canvas.write(span.answerWord, x: columns.answer, y: y, style: style(of: span), maxColumns: width)
    guard span.outcome != .skipped else { return }
    drawTimes(
      from: span.startNanoseconds, lasting: span.totalNanoseconds, own: own, of: dispatch, columns,
      style: span.outcome == .threw ? Palette.bad : Palette.bar, on: &canvas, y: y)
  }

  /// An event that a handler sent, below the handler.
  private func draw(
    _ event: SentEvent, of dispatch: DispatchEntry, _ columns: TimingsColumns, on canvas: inout Canvas, y: Int
  ) {
    canvas.write(event.answer, x: columns.answer, y: y, style: Palette.label, maxColumns: columns.answerWidth)
    drawTimes(
      from: event.startNanoseconds, lasting: event.totalNanoseconds, own: event.selfNanoseconds, of: dispatch, columns,
      style: event.isBad ? Palette.bad : Palette.bar, on: &canvas, y: y)
  }

  private func drawTimes(
    from start: UInt64, lasting duration: UInt64, own: UInt64, of dispatch: DispatchEntry, _ columns: TimingsColumns,
    style: Style, on canvas: inout Canvas, y: Int
  ) {
    let total = Double(max(1, dispatch.totalNanoseconds))
    let bar = Bar.text(
      from: Double(start) / total, to: (Double(start) + Double(duration)) / total, width: columns.barWidth,
      glyphs: canvas.glyphs)
    canvas.write(bar, x: columns.bar, y: y, style: style)
    canvas.write(Words.duration(own).padded(toColumns: 7, alignment: .trailing), x: columns.own, y: y)
    if let share = columns.share {
      let text = ShareText.format(own, of: dispatch.totalNanoseconds)
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
  /// The name of a part or of an event that was sent; `nil` for a module.
  var label: String? {
    switch content {
    case .module: nil
    case .part(let span): span.part ?? ""
    case .sent(let event): event.label
    }
  }
}
