#if CommandLine
import Launches
import ModuleLifecycle
import TerminalUI
import Recordings
import TextFormatting

/// Pane 2: each module's time in the shown dispatch, beside its row in pane 1, on one time axis. Or the statistics of
/// the shown dispatch's event.
struct TimingsPane {
  let state: DashboardState
  /// Whether the rows name their modules, because pane 1 is not beside this one.
  let namesModules: Bool
  let area: Rect
  let columns: TimingsColumns

  init(state: DashboardState, namesModules: Bool, area: Rect) {
    (self.state, self.namesModules, self.area) = (state, namesModules, area)
    columns = TimingsColumns(area, nameWidth: namesModules ? Self.nameWidth(in: area) : 0)
  }

  /// The title: the shown dispatch, as fully as fits.
  static func title(for state: DashboardState, room: Int) -> String {
    guard let dispatch = state.shownDispatch else { return shortTitle(for: state) }
    if state.showsStatistics { return StatisticsPane.title(for: state, of: dispatch.event, room: room) }
    let (number, place) = ("#\(dispatch.id)", place(of: dispatch, in: state))
    let texts = [
      "2 Timings \u{00B7} \(number) \(dispatch.event)\(place)", "2 Timings \u{00B7} \(number)\(place)",
      "2 \u{00B7} \(number)\(place)", "2 \(number)\(place)", "\(number)\(place)",
    ]
    guard let words = state.moduleFilter.filter?.words else {
      let noted = state.isShownForgotten ? texts.prefix(4).map { "\($0), not kept" } : []
      return (noted + texts).first { $0.columnWidth <= room } ?? "2 Timings"
    }
    // The filter matters more than the dispatch's name: it says why rows are missing.
    let filtered = texts.prefix(4).map { "\($0) \u{00B7} \(words)" }.first { $0.columnWidth <= room }
    let short = "\(texts[3]) \u{00B7} "
    let cut = room - short.columnWidth < 4 ? nil : short + words.truncated(toColumns: room - short.columnWidth)
    return filtered ?? cut ?? texts.first { $0.columnWidth <= room } ?? "2 Timings"
  }

  /// The shown dispatch's position; empty if the headline is about the same dispatch.
  private static func place(of dispatch: DispatchEntry, in state: DashboardState) -> String {
    guard state.pinned == nil else {
      return dispatch.parent.map { ", in #\($0)" } ?? ", \(Phrases.number(state.eventsSinceShown)) back"
    }
    // While a handler runs, its event has no times yet.
    return state.longRunning == nil ? "" : ", previous"
  }

  /// The title for a narrow pane.
  static func shortTitle(for state: DashboardState) -> String { state.showsStatistics ? "2 Statistics" : "2 Timings" }

  /// Whether percentiles fit beside the waterfall.
  static func showsPercentiles(width: Int) -> Bool { width >= 66 }

  private static func nameWidth(in area: Rect) -> Int { min(24, area.width / 3) }

  /// The area of the statistics' columns in a layout.
  static func statisticsArea(_ layout: Layout) -> Rect {
    let area = layout.inside(.timings)
    return layout.mode == .tabs ? area.split(leading: nameWidth(in: area)).rest : area
  }

  func draw(on canvas: inout Canvas) {
    guard let dispatch = state.shownDispatch else { return drawEmpty(on: &canvas) }
    if namesModules { drawNames(on: &canvas) }
    if state.showsStatistics {
      return StatisticsPane(state: state, area: area.split(leading: columns.nameWidth).rest).draw(on: &canvas)
    }
    let axis = TimeAxis(of: dispatch, in: state.shownLaunch)
    drawHead(axis, on: &canvas)
    let (rows, times) = (state.moduleRows, dispatch.ownTimes)
    for (offset, line) in rows.lines(from: state.moduleScroll, atMost: area.height - 2).enumerated() {
      draw(line, of: dispatch, on: axis, taking: times, on: &canvas, y: area.y + 1 + offset)
    }
    BudgetMark(dispatch: dispatch, budget: state.shownBudget)?
      .draw(on: axis, columns, rows: rows.count - state.moduleScroll, on: &canvas, in: area)
    drawTotal(dispatch, on: axis, on: &canvas, y: area.maxY - 1)
  }

  private func drawEmpty(on canvas: inout Canvas) {
    for (offset, line) in state.moduleRows.lines(from: state.moduleScroll, atMost: area.height - 2).enumerated() {
      _ = drawRunning(state.application.modules[line.module], on: &canvas, y: area.y + 1 + offset)
    }
    guard state.longRunning == nil, area.height > 3 else { return }
    let text =
      state.mayFire
      ? "No event has been fired yet. f chooses one; this pane then shows how long each module took."
      : "No event has come yet. When one does, this pane shows how long each module took."
    canvas.paragraph(text, in: area.inset(top: 1))
  }

  private func drawNames(on canvas: inout Canvas) {
    canvas.write("module", x: columns.name + 1, y: area.y, style: Style.label)
    if state.showsStatistics {
      canvas.write("whole event", x: columns.name + 1, y: area.maxY - 1, style: Style.label)
    }
    for (offset, line) in state.moduleRows.lines(from: state.moduleScroll, atMost: area.height - 2).enumerated() {
      let row = state.application.modules[line.module]
      let (isModule, room) = (line.content == .module, columns.nameWidth - 1)
      let below = isModule ? 0 : 2 * line.depth
      let name = line.label(columns: room - below) ?? String(repeating: "  ", count: line.depth) + row.name
      canvas.write(
        name, x: columns.name + 1 + below, y: area.y + 1 + offset,
        style: isModule ? row.isPresent ? .plain : .dim : Style.label, maxColumns: max(0, room - below))
    }
  }

  private func drawHead(_ axis: TimeAxis, on canvas: inout Canvas) {
    let total = Phrases.duration(axis.total)
    canvas.write("answer", x: columns.answer, y: area.y, style: Style.label)
    if columns.barWidth >= total.columnWidth + 6 {
      if columns.share != nil { canvas.write("0 ms", x: columns.bar, y: area.y, style: Style.label) }
      canvas.write(total, endingAt: columns.bar + columns.barWidth, y: area.y)
    }
    canvas.write("self".trailing(7), x: columns.own, y: area.y, style: Style.label)
    if let share = columns.share { canvas.write("share", x: share, y: area.y, style: Style.label) }
    if let percentiles = columns.percentiles {
      canvas.write("    p50     p95", x: percentiles, y: area.y, style: Style.label)
    }
  }

  private func drawTotal(
    _ dispatch: DispatchEntry, on axis: TimeAxis, on canvas: inout Canvas, y: Int
  ) {
    let called = dispatch.calledCount
    let others = max(0, state.application.modules.counts.all - called)
    let room = columns.own - columns.answer - 1
    let text =
      others > 0
      ? "\(Phrases.number(called)) called, \(Phrases.number(others)) not"
      : called > 1 ? "all \(Phrases.number(called)) called" : "\(Phrases.number(called)) called"
    let mark = BudgetMark(dispatch: dispatch, budget: state.shownBudget)
    let budget = mark.map { ", \($0.words)" } ?? ""
    let whole = state.shownLaunch == nil ? dispatch.breakdown : state.shownLaunch?.breakdown
    let breakdown = mark?.isOver == true ? "" : whole.map { ", \($0.shares)" } ?? ""
    // An exceeded budget matters more than the number of modules that were not called.
    let over = mark.flatMap { $0.isOver ? ["\(Phrases.number(called)) called\(budget)", $0.words] : nil } ?? []
    let fitting =
      ((breakdown.isEmpty ? [] : [text + budget + breakdown, text + breakdown]) + [text + budget] + over + [text]).first
    {
      $0.columnWidth <= room
    }
      ?? "\(Phrases.number(called)) called"
    canvas.write(
      fitting, x: columns.answer, y: y, style: mark?.isOver == true ? Style.bad : Style.label, maxColumns: room)
    let total = Phrases.duration(axis.total)
    canvas.write(total.trailing(7), x: columns.own, y: y, style: Style.label)
    if let share = columns.share { canvas.write(" 100%", x: share, y: y, style: Style.label) }
    drawPercentiles(state.statistics?.total, on: &canvas, y: y)
  }
}
#endif
