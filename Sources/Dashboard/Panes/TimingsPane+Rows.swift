#if CommandLine
import Launches
import ModuleLifecycle
import TerminalUI
import Recordings
import TextFormatting

/// The rows of the waterfall: a module's handler, a named part of it, an event that it sent, a handler at work, what came
/// before the handlers of a launch.
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
      if place == nil, !row.isOn { canvas.write("off", x: columns.answer, y: y, style: Palette.caution) }
    case .part(_, let span): place = span
    case .timed(let row):
      canvas.write(row.answer, x: columns.answer, y: y, style: Palette.label, maxColumns: columns.answerWidth)
      drawTimes(
        from: row.subject == nil ? axis.start.plus(row.startNanoseconds) : row.startNanoseconds,
        lasting: row.totalNanoseconds, own: row.selfNanoseconds, row.kinds, on: axis, isBad: row.isBad,
        isMoment: row.isMoment, on: &canvas, y: y)
    }
    if let place {
      draw(dispatch.handlers[place], taking: times[place], dispatch.ownKinds(at: place), on: axis, on: &canvas, y: y)
    }
    drawPercentiles(line.subject(of: row.id).flatMap { state.statistics?[$0] }, on: &canvas, y: y)
  }

  private func draw(
    _ span: HandlerSpan, taking own: UInt64, _ kinds: TimeKinds?, on axis: TimeAxis,
    on canvas: inout Canvas, y: Int
  ) {
    let width = span.outcome == .skipped ? columns.answerWidthWithoutBar : columns.answerWidth
    canvas.write(span.answerWord, x: columns.answer, y: y, style: style(of: span), maxColumns: width)
    guard span.outcome != .skipped else { return }
    drawTimes(
      from: axis.start.plus(span.startNanoseconds), lasting: span.totalNanoseconds, own: own, kinds,
      on: axis, isBad: span.outcome == .threw, on: &canvas, y: y)
  }

  private func drawTimes(
    from start: UInt64, lasting duration: UInt64, own: UInt64, _ kinds: TimeKinds?, on axis: TimeAxis,
    isBad: Bool, isMoment: Bool = false, on canvas: inout Canvas, y: Int
  ) {
    let range = axis.range(from: start, lasting: duration)
    // Of what is inside of it, and has rows of its own, nothing is said in this one.
    func share(_ time: UInt64?) -> Double { Double(time ?? 0) / Double(max(1, duration)) }
    let bar = Bar.text(
      from: range.from, to: range.to, width: columns.barWidth, waiting: share(kinds?.waitingNanoseconds),
      blocked: share(kinds?.blockedNanoseconds ?? kinds?.notComputingNanoseconds), glyphs: canvas.glyphs)
    canvas.write(bar, x: columns.bar, y: y, style: isBad ? Palette.bad : Palette.bar)
    canvas.write(Phrases.duration(own).trailing(7), x: columns.own, y: y)
    guard let share = columns.share, !isMoment else { return }
    canvas.write(ShareText.format(own, of: axis.total).trailing(5), x: share, y: y, style: Palette.label)
  }

  func drawPercentiles(_ sample: DurationSample?, on canvas: inout Canvas, y: Int) {
    guard let x = columns.percentiles, let sample, let median = sample.percentile(50), let high = sample.percentile(95)
    else { return }
    let texts = [median, high].map { Phrases.duration($0).trailing(7) }
    canvas.write(texts.joined(separator: " "), x: x, y: y, style: Palette.label)
  }

  /// The module that is at work now: its own row says so, unless one looks at an earlier dispatch.
  func drawRunning(_ row: ModuleList.Row, on canvas: inout Canvas, y: Int) -> Bool {
    guard state.pinned == nil, let (running, elapsed) = state.longRunning,
      row.isMeant(by: running.moduleID, named: running.module)
    else {
      return false
    }
    let style = running.isOverBudget(at: state.now) ? Palette.bad : Palette.caution
    canvas.write("runs", x: columns.answer, y: y, style: style.bold)
    canvas.write(running.event, x: columns.bar, y: y, style: style, maxColumns: columns.barWidth)
    canvas.write(Phrases.duration(elapsed).trailing(7), x: columns.own, y: y, style: style.bold)
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

/// Where the texts of a row of the waterfall stand: name, answer, bar, own time, share, percentiles.
struct TimingsColumns {
  let name: Int
  let nameWidth: Int
  let answer: Int
  let answerWidth: Int
  /// The same in a row without a bar, into whose room the answer goes on.
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

/// The time axis of the waterfall: that of the dispatch that is shown, or that of the launch which it belongs to.
struct TimeAxis {
  /// Where the dispatch begins on the axis.
  let start: UInt64
  /// How long the axis is.
  let total: UInt64

  init(of dispatch: DispatchEntry, in launch: ApplicationLaunch?) {
    start = launch?.step(of: dispatch.id)?.startNanoseconds ?? 0
    total = start.plus(dispatch.totalNanoseconds)
  }

  /// The part of the axis that a time on it takes, from 0 to 1.
  func range(from start: UInt64, lasting duration: UInt64) -> (from: Double, to: Double) {
    let whole = Double(max(1, total))
    return (Double(start) / whole, (Double(start) + Double(duration)) / whole)
  }
}

/// How a dispatch stood to what its event may take: in words, and, where it took longer, as a mark on the waterfall's axis.
struct BudgetMark {
  let total: UInt64
  let budget: UInt64

  /// - Returns: `nil` where the event may take any time.
  init?(dispatch: DispatchEntry, budget: UInt64?) {
    guard let budget else { return nil }
    (total, self.budget) = (dispatch.totalNanoseconds, budget)
  }

  var isOver: Bool { total > budget }

  /// `<1% of 5 s`, `over 5 s`.
  var words: String {
    isOver ? "over \(Phrases.limit(budget))" : "\(ShareText.format(total, of: budget)) of \(Phrases.limit(budget))"
  }

  /// A column of `!` at the time at which the budget was used up, with its name in the head. What is right of it came
  /// too late.
  ///
  /// - Parameter rows: How many rows there are in sight.
  func draw(on axis: TimeAxis, _ columns: TimingsColumns, rows: Int, on canvas: inout Canvas, in area: Rect) {
    guard isOver, columns.barWidth > 3 else { return }
    let fraction = axis.range(from: axis.start, lasting: budget).to
    let x = columns.bar + min(columns.barWidth - 1, Int(fraction * Double(columns.barWidth)))
    for y in (area.y + 1)..<(area.y + 1 + max(0, min(rows, area.height - 2))) where canvas[x, y].isBlank {
      canvas.write("!", x: x, y: y, style: Palette.bad)
    }
    drawName(at: x, columns, on: &canvas, y: area.y)
  }

  /// Before the mark or after it, wherever the head has room; what it takes away is said below.
  private func drawName(at x: Int, _ columns: TimingsColumns, on canvas: inout Canvas, y: Int) {
    let name = "budget \(Phrases.limit(budget))"
    let isBefore = x - columns.bar > name.columnWidth
    let room = columns.bar + columns.barWidth - x - 2
    guard isBefore || name.columnWidth <= room else { return }
    canvas.fill(Rect(x: columns.bar, y: y, width: columns.barWidth, height: 1))
    canvas.write("!", x: x, y: y, style: Palette.bad)
    canvas.write(name, x: isBefore ? x - 1 - name.columnWidth : x + 2, y: y, style: Palette.bad)
  }
}

extension RunningHandler {
  /// What a journal tells of the handler, for a source that can't be asked what runs now.
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

  /// Whether its dispatch has taken longer than it may.
  func isOverBudget(at now: UInt64) -> Bool { budgetUse(at: now).map { $0.used >= $0.budget } ?? false }

  /// How long it has been running.
  func elapsed(at now: UInt64) -> UInt64 { now.minus(sinceNanoseconds) }

  /// How long its dispatch has taken, and what it may take; `nil` where it may take any time.
  func budgetUse(at now: UInt64) -> (used: UInt64, budget: UInt64)? {
    guard let dispatch, let budget = dispatch.budgetNanoseconds else { return nil }
    return (now.minus(dispatch.sinceNanoseconds), budget)
  }
}
#endif
