#if CommandLine
import Launches
import ModuleLifecycle
import TerminalUI
import Recordings
import TextFormatting

/// The rows of the waterfall: handlers, their named parts, the events that they sent, a running handler, and the steps
/// of a launch before its handlers.
extension TimingsPane {
  func draw(
    _ line: ModuleRows.Line, of dispatch: DispatchEntry, on axis: TimeAxis, taking times: [UInt64],
    on canvas: inout Canvas, y: Int
  ) {
    let row = state.application.modules[line.module]
    var place: Int?
    switch line.content {
    case .module:
      if drawRunning(row, on: &canvas, y: y) { return }
      place = state.moduleRows.spanIndex(of: row.id)
      if place == nil, !row.isOn { canvas.write("off", x: columns.answer, y: y, style: Style.caution) }
    case .part(_, let span): place = span
    case .timed(let row):
      canvas.write(row.answer, x: columns.answer, y: y, style: Style.label, maxColumns: columns.answerWidth)
      drawTimes(
        from: row.subject == nil ? axis.start.plus(row.startNanoseconds) : row.startNanoseconds,
        lasting: row.totalNanoseconds, own: row.selfNanoseconds, row.breakdown, on: axis, isBad: row.isBad,
        isMoment: row.isMoment, on: &canvas, y: y)
    }
    if let place {
      let breakdown = dispatch.ownBreakdown(at: place)
      draw(dispatch.handlers[place], taking: times[place], breakdown, on: axis, on: &canvas, y: y)
    }
    drawPercentiles(line.subject(of: row.id).flatMap { state.statistics?[$0] }, on: &canvas, y: y)
  }

  private func draw(
    _ span: HandlerSpan, taking own: UInt64, _ breakdown: TimeBreakdown?, on axis: TimeAxis,
    on canvas: inout Canvas, y: Int
  ) {
    let width = span.outcome == .skipped ? columns.answerWidthWithoutBar : columns.answerWidth
    canvas.write(span.answerWord, x: columns.answer, y: y, style: style(of: span), maxColumns: width)
    guard span.outcome != .skipped else { return }
    drawTimes(
      from: axis.start.plus(span.startNanoseconds), lasting: span.totalNanoseconds, own: own, breakdown,
      on: axis, isBad: span.outcome == .threw, on: &canvas, y: y)
  }

  private func drawTimes(
    from start: UInt64, lasting duration: UInt64, own: UInt64, _ breakdown: TimeBreakdown?, on axis: TimeAxis,
    isBad: Bool, isMoment: Bool = false, on canvas: inout Canvas, y: Int
  ) {
    let range = axis.range(from: start, lasting: duration)
    // Nested items with rows of their own do not count in this row.
    func share(_ time: UInt64?) -> Double { Double(time ?? 0) / Double(max(1, duration)) }
    let bar = Bar.text(
      from: range.from, to: range.to, width: columns.barWidth, waiting: share(breakdown?.waitingNanoseconds),
      blocked: share(breakdown?.blockedNanoseconds ?? breakdown?.notComputingNanoseconds), glyphs: canvas.glyphs)
    canvas.write(bar, x: columns.bar, y: y, style: isBad ? Style.bad : Style.bar)
    canvas.write(Phrases.duration(own).trailing(7), x: columns.own, y: y)
    guard let share = columns.share, !isMoment else { return }
    canvas.write(ShareText.format(own, of: axis.total).trailing(5), x: share, y: y, style: Style.label)
  }

  func drawPercentiles(_ sample: DurationSample?, on canvas: inout Canvas, y: Int) {
    guard let x = columns.percentiles, let sample, let median = sample.percentile(50), let high = sample.percentile(95)
    else { return }
    let texts = [median, high].map { Phrases.duration($0).trailing(7) }
    canvas.write(texts.joined(separator: " "), x: x, y: y, style: Style.label)
  }

  /// Draws the row of the running handler. Returns whether it did: only for that handler's module, in the latest
  /// dispatch.
  func drawRunning(_ row: ModuleList.Row, on canvas: inout Canvas, y: Int) -> Bool {
    guard state.pinned == nil, let (running, elapsed) = state.longRunning,
      row.isMeant(by: running.moduleID, named: running.module)
    else {
      return false
    }
    let style = running.isOverBudget(at: state.now) ? Style.bad : Style.caution
    canvas.write("runs", x: columns.answer, y: y, style: style.bold)
    canvas.write(running.event, x: columns.bar, y: y, style: style, maxColumns: columns.barWidth)
    canvas.write(Phrases.duration(elapsed).trailing(7), x: columns.own, y: y, style: style.bold)
    return true
  }

  private func style(of span: HandlerSpan) -> Style {
    switch span.outcome {
    case .threw: Style.bad
    case .answered where span.value == .bool(true): Style.good
    case .answered where span.value == .bool(false): Style.caution
    case .answered: .plain
    default: Style.label
    }
  }
}

/// The columns of a waterfall row: name, answer, bar, own time, share, percentiles.
struct TimingsColumns {
  let name: Int
  let nameWidth: Int
  let answer: Int
  let answerWidth: Int
  /// The same for a row without a bar. The answer extends into the bar's room.
  var answerWidthWithoutBar: Int { own - answer - 1 }
  let bar: Int
  let barWidth: Int
  let own: Int
  let share: Int?
  let percentiles: Int?

  init(_ area: Rect, nameWidth: Int) {
    let isWide = area.width >= 34
    let hasPercentiles = TimingsPane.showsPercentiles(width: area.width)
    let end = area.maxX - (hasPercentiles ? 16 : 0)
    name = area.x
    self.nameWidth = nameWidth
    answer = area.x + nameWidth + (isWide ? 1 : 0)
    answerWidth = isWide ? 7 : 6
    own = end - (isWide ? 13 : 7)
    share = isWide ? end - 5 : nil
    percentiles = hasPercentiles ? end + 1 : nil
    bar = answer + answerWidth + (isWide ? 1 : 0)
    barWidth = max(1, own - bar - 1)
  }
}

/// The time axis of the waterfall: the shown dispatch's, or that of the launch that contains it.
struct TimeAxis {
  /// The start of the dispatch on the axis.
  let start: UInt64
  /// The length of the axis.
  let total: UInt64

  init(of dispatch: DispatchEntry, in launch: ApplicationLaunch?) {
    start = launch?.step(of: dispatch.id)?.startNanoseconds ?? 0
    total = start.plus(dispatch.totalNanoseconds)
  }

  /// A time span as fractions of the axis, from 0 to 1.
  func range(from start: UInt64, lasting duration: UInt64) -> (from: Double, to: Double) {
    let whole = Double(max(1, total))
    return (Double(start) / whole, (Double(start) + Double(duration)) / whole)
  }
}

/// A dispatch's use of its event's budget, as text and, if it is exceeded, as a mark in the waterfall.
struct BudgetMark {
  let total: UInt64
  let budget: UInt64

  /// - Returns: `nil` if the event has no budget.
  init?(dispatch: DispatchEntry, budget: UInt64?) {
    guard let budget else { return nil }
    (total, self.budget) = (dispatch.totalNanoseconds, budget)
  }

  var isOver: Bool { total > budget }

  /// The use as text: `<1% of 5 s`, `over 5 s`.
  var words: String {
    isOver ? "over \(Phrases.limit(budget))" : "\(ShareText.format(total, of: budget)) of \(Phrases.limit(budget))"
  }

  /// Draws a column of `!` at the time at which the budget was used up, with its name in the head. Everything to the
  /// right was too late.
  ///
  /// - Parameter rows: The number of visible rows.
  func draw(on axis: TimeAxis, _ columns: TimingsColumns, rows: Int, on canvas: inout Canvas, in area: Rect) {
    guard isOver, columns.barWidth > 3 else { return }
    let fraction = axis.range(from: axis.start, lasting: budget).to
    let x = columns.bar + min(columns.barWidth - 1, Int(fraction * Double(columns.barWidth)))
    for y in (area.y + 1)..<(area.y + 1 + max(0, min(rows, area.height - 2))) where canvas[x, y].isBlank {
      canvas.write("!", x: x, y: y, style: Style.bad)
    }
    drawName(at: x, columns, on: &canvas, y: area.y)
  }

  /// Draws the name before or after the mark, wherever it fits. It covers the axis labels, which the total row repeats.
  private func drawName(at x: Int, _ columns: TimingsColumns, on canvas: inout Canvas, y: Int) {
    let name = "budget \(Phrases.limit(budget))"
    let isBefore = x - columns.bar > name.columnWidth
    let room = columns.bar + columns.barWidth - x - 2
    guard isBefore || name.columnWidth <= room else { return }
    canvas.fill(Rect(x: columns.bar, y: y, width: columns.barWidth, height: 1))
    canvas.write("!", x: x, y: y, style: Style.bad)
    canvas.write(name, x: isBefore ? x - 1 - name.columnWidth : x + 2, y: y, style: Style.bad)
  }
}

extension RunningHandler {
  /// Creates a running handler from a journal entry, for a source that can't report what runs now.
  init(_ entry: RunningEntry) {
    func since(_ duration: UInt64) -> UInt64 { entry.atNanoseconds.minus(duration) }
    self.init(
      module: entry.module, moduleID: entry.moduleID, event: entry.event,
      sinceNanoseconds: since(entry.runningNanoseconds),
      dispatch: entry.dispatch.map { id in
        RunningDispatch(
          id: id, sinceNanoseconds: since(entry.dispatchNanoseconds ?? entry.runningNanoseconds),
          budgetNanoseconds: entry.budgetNanoseconds)
      })
  }

  /// Whether the dispatch has exceeded its budget.
  func isOverBudget(at now: UInt64) -> Bool { budgetUse(at: now).map { $0.used >= $0.budget } ?? false }

  /// How long the handler has been running.
  func elapsed(at now: UInt64) -> UInt64 { now.minus(sinceNanoseconds) }

  /// The time that the dispatch has taken, and its budget; `nil` if it has no budget.
  func budgetUse(at now: UInt64) -> (used: UInt64, budget: UInt64)? {
    guard let dispatch, let budget = dispatch.budgetNanoseconds else { return nil }
    return (now.minus(dispatch.sinceNanoseconds), budget)
  }
}
#endif
