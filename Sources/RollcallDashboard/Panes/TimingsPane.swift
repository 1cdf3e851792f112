#if CommandLine
import RollcallLaunches
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

/// Pane 2: each module's time in the shown dispatch, beside its row in pane 1, on one time axis. Or the statistics of
/// the shown dispatch's event.
struct TimingsPane: ModulePane {
  let state: DashboardState
  let width: Int
  /// Whether the rows name their modules, because pane 1 is not beside this one.
  var namesModules: Bool { Layout(for: state).mode == .tabs }
  private var isWide: Bool { width >= 34 }

  /// Pane 1 names the filter.
  static let namesFilter = false

  func emphasis(isFocused: Bool) -> ListView.Emphasis { namesModules ? .head(column: 0) : .none }
  var margin: Int { namesModules ? 1 : 0 }

  /// The title: the shown dispatch, as fully as fits.
  static func title(for state: DashboardState, room: Int) -> String {
    guard let dispatch = state.shownDispatch else { return shortTitle(for: state) }
    let source = dispatch.follows.map { "#\($0) \u{2192} " } ?? ""
    let name = state.showsStatistics ? dispatch.event : "\(source)#\(dispatch.id) \(dispatch.event)"
    // A filter says why rows are missing.
    let words = state.lists[.order].filter.map { " \u{00B7} \($0.words)" } ?? ""
    let place = place(of: dispatch, in: state)
    let places =
      state.showsStatistics
      ? counts(of: dispatch.event, in: state) : (state.isShownForgotten ? ["\(place), not kept"] : []) + [place]
    let heads =
      ["\(shortTitle(for: state)) \u{00B7} \(name)", "2 \(name)"]
      + (state.showsStatistics ? [] : ["2 #\(dispatch.id)", "#\(dispatch.id)"])
    let texts = places.flatMap { place in heads.map { $0 + place + words } } + heads.map { $0 + words }
    let last = words.isEmpty ? places.last ?? "" : words
    let cut = "2 \(name.truncatedBeforeTheEnd(toColumns: max(1, room - 2 - last.columnWidth)))\(last)"
    return (texts.first { $0.columnWidth <= room } ?? cut).truncated(toColumns: max(1, room))
  }

  /// The shown dispatch's position; empty if the headline is about the same dispatch.
  private static func place(of dispatch: DispatchEntry, in state: DashboardState) -> String {
    guard state.pinned == nil else {
      return dispatch.parent.map { ", in #\($0)" } ?? ", \(Phrases.number(state.eventsSinceShown)) back"
    }
    // While a handler runs, its event has no times yet.
    return state.longRunning == nil ? "" : ", previous"
  }

  /// How many dispatches the statistics cover, in long and in short.
  private static func counts(of event: String, in state: DashboardState) -> [String] {
    guard let count = state.statistics?.dispatchCount else { return [""] }
    let all = state.application.history.dispatchCount(of: event)
    let short = count == 1 ? ", once" : ", \(Phrases.number(count))\u{00D7}"
    return all > count
      ? [", latest \(Phrases.number(count)) of \(Phrases.number(all))", short]
      : [count == 1 ? short : ", \(Phrases.number(count)) times", short]
  }

  /// The title for a narrow pane.
  static func shortTitle(for state: DashboardState) -> String { state.showsStatistics ? "2 Statistics" : "2 Timings" }

  /// Whether percentiles fit beside the waterfall.
  static func showsPercentiles(width: Int) -> Bool { width >= 66 }

  var table: Table {
    if let dispatch = state.shownDispatch {
      return state.showsStatistics ? StatisticsTable(state: state, names: names).table : waterfall(of: dispatch)
    }
    // Before the first dispatch.
    let (rows, modules) = (state.moduleRows, state.application.modules)
    var table = Table(columns: names + columns, count: state.longRunning == nil ? 0 : rows.lineCount) { line in
      .cells(name(of: rows[line]) + (running(modules[rows[line].module]) ?? []))
    }
    table.emptyText =
      state.noEventYet
      + (state.mayFire
        ? " f chooses one; this pane then shows how long each module took."
        : " When one does, this pane shows how long each module took.")
    return table
  }

  // MARK: Columns

  private var names: [Table.Column] {
    namesModules ? [Table.Column(title: "module", width: 8...max(8, min(24, width / 3)), gap: 0)] : []
  }

  private var columns: [Table.Column] {
    let percentiles = ["p50", "p95"].map { Table.Column(title: $0, width: 7...7, alignment: .trailing) }
    return [
      Table.Column(title: "answer", width: isWide ? 7...7 : 6...6, gap: namesModules || isWide ? 1 : 0),
      Table.Column(width: 6...Int.max, gap: isWide ? 1 : 0),
      Table.Column(title: "self", width: 7...7, alignment: .trailing),
      Table.Column(title: "share", width: 5...5, alignment: .trailing, rank: 1),
    ] + (Self.showsPercentiles(width: width) ? percentiles : [])
  }

  private func name(of line: ModuleRows.Line) -> [Table.Cell] {
    namesModules ? [line.cell(in: state.application.modules)] : []
  }

  // MARK: The waterfall

  private func waterfall(of dispatch: DispatchEntry) -> Table {
    let (rows, times, axis) = (state.moduleRows, dispatch.ownTimes, TimeAxis(of: dispatch, in: state.shownLaunch))
    let budget = state.shownBudget.flatMap { $0 < dispatch.totalNanoseconds ? axis.fraction(axis.start.plus($0)) : nil }
    var table = Table(columns: names + columns, count: rows.lineCount) { line in
      .cells(name(of: rows[line]) + cells(of: rows[line], of: dispatch, taking: times, on: axis, budget))
    }
    // Beside pane 1, that pane says it.
    if namesModules { table.emptyText = OrderPane(state: state, width: width).emptyText }
    let total = Phrases.duration(axis.total)
    let limit = state.shownBudget.map { "budget \(Phrases.limit($0))" } ?? ""
    table.heads = [names.count + 1: Table.Cell(budget.map { .mark($0, name: limit) } ?? .ends("0 ms", total))]
    table.foot =
      names.map { _ in .empty } + [
        Table.Cell(parts: summary(of: dispatch), budget == nil ? Style.label : Style.bad), .empty,
        Table.Cell(total, Style.label), Table.Cell("100%", Style.label),
      ] + percentiles(state.statistics?.total)
    return table
  }

  private func cells(
    of line: ModuleRows.Line, of dispatch: DispatchEntry, taking times: [UInt64], on axis: TimeAxis, _ budget: Double?
  ) -> [Table.Cell] {
    let module = state.application.modules[line.module]
    if line.row == nil, let running = running(module) { return running }
    let row = row(of: line, in: dispatch, taking: times)
    var cells = [Table.Cell.empty, budget.map { Table.Cell(.mark($0)) } ?? .empty, .empty, .empty]
    if let row, row.isSkipped, let since = state.application.held.since(dispatch, for: module.id) {
      // Until its module has started.
      cells[0] = Table.Cell(row.answer, Style.caution)
      cells[2] = Table.Cell(Phrases.duration(state.now.minus(since)), Style.caution)
    } else if let row {
      cells[0] = Table.Cell(row.answer, row.style)
      cells.replaceSubrange(1..., with: row.isSkipped ? [.empty, .empty, .empty] : bar(of: row, on: axis, budget))
    } else if !module.isOn {
      cells[0] = Table.Cell("off", Style.caution)
    }
    return cells + percentiles(line.subject(of: module.id).flatMap { state.statistics?[$0] })
  }

  /// The row of a line; `nil` for a module that was not called.
  private func row(of line: ModuleRows.Line, in dispatch: DispatchEntry, taking times: [UInt64]) -> TimedRow? {
    if let row = line.row { return row }
    let place = state.moduleRows.spanIndex(of: state.application.modules[line.module].id)
    return place.map { TimedRow($0, of: dispatch, taking: times[$0]) }
  }

  /// The bar, the own time and its share.
  private func bar(of row: TimedRow, on axis: TimeAxis, _ budget: Double?) -> [Table.Cell] {
    let start = row.isBefore ? row.startNanoseconds : axis.start.plus(row.startNanoseconds)
    // Nested items with rows of their own do not count in this row.
    func share(_ time: UInt64?) -> Double { Double(time ?? 0) / Double(max(1, row.totalNanoseconds)) }
    let bar = Table.Picture.span(
      from: axis.fraction(start), to: axis.fraction(start.plus(row.totalNanoseconds)),
      waiting: share(row.breakdown?.waitingNanoseconds),
      blocked: share(row.breakdown?.blockedNanoseconds ?? row.breakdown?.notComputingNanoseconds),
      style: row.isBad ? Style.bad : Style.bar, mark: budget)
    let part = row.isMoment ? "" : ShareText.format(row.selfNanoseconds, of: axis.total)
    return [Table.Cell(bar), Table.Cell(Phrases.duration(row.selfNanoseconds)), Table.Cell(part, Style.label)]
  }

  private func percentiles(_ sample: DurationSample?) -> [Table.Cell] {
    guard Self.showsPercentiles(width: width), let sample else { return [] }
    return [50, 95].map { Table.Cell(sample.percentile($0).map(Phrases.duration) ?? "", Style.label) }
  }

  /// The cells of the running handler's module; `nil` for other modules, and in an earlier dispatch.
  private func running(_ row: ModuleList.Row) -> [Table.Cell]? {
    guard state.pinned == nil, let (running, elapsed) = state.longRunning,
      row.isMeant(by: running.moduleID, named: running.module)
    else { return nil }
    let style = running.isOverBudget(at: state.now) ? Style.bad : Style.caution
    return [
      Table.Cell("runs", style.bold), Table.Cell(running.event, style),
      Table.Cell(Phrases.duration(elapsed), style.bold),
    ]
  }

  /// How many modules were called, and the use of the budget, which comes first if it is exceeded.
  private func summary(of dispatch: DispatchEntry) -> [String] {
    let called = dispatch.calledCount
    let others = max(0, state.application.modules.counts.all - called)
    let counts =
      called == 0
      ? ["none called"]
      : [
        "\(others == 0 && called > 1 ? "all " : "")\(Phrases.number(called)) called",
        others > 0 ? "\(Phrases.number(others)) not" : "",
      ]
    let budget = state.shownBudget
    if let budget, dispatch.totalNanoseconds > budget { return ["over \(Phrases.limit(budget))"] + counts }
    let use = budget.map { "\(ShareText.format(dispatch.totalNanoseconds, of: $0)) of \(Phrases.limit($0))" }
    let breakdown = state.shownLaunch == nil ? dispatch.breakdown : state.shownLaunch?.breakdown
    return counts + [use ?? "", breakdown?.shares ?? ""]
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

  /// A time as a fraction of the axis.
  func fraction(_ time: UInt64) -> Double { Double(time) / Double(max(1, total)) }
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
