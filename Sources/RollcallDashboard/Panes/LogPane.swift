#if CommandLine
import DequeModule
import ModuleLifecycle
import RollcallTerminalUI
import RollcallTextFormatting

/// Pane 4: the modules' output, log messages and warnings, newest last.
struct LogPane: PaneContent {
  let state: DashboardState
  let width: Int

  static let hasFoot = false

  static func rows(in state: DashboardState) -> any PaneRows { state.logLines }
  static func shortTitle(for state: DashboardState) -> String { "Log" }

  static func title(for state: DashboardState, room: Int) -> String {
    let count = state.application.log.lines.count
    let text = "Log \u{00B7} \(Phrases.count(count, "line"))"
    return count > 0 && text.columnWidth <= room ? text : "Log"
  }

  static func detail(in state: DashboardState) -> Detail? {
    state.selectedLogLine.map { Detail($0, state: state) }
  }

  static func foldProblem(in state: DashboardState) -> String? { "The log folds equal lines by itself." }

  var table: Table {
    let (lines, clock, isPrecise) = (state.logLines.lines, Clock(state), width >= 100)
    var table = Table(
      columns: [
        Table.Column(width: 1...1, gap: 0),
        Table.Column(title: "time", width: (isPrecise ? 12 : 8)...12),
        Table.Column(title: "module", width: 6...max(6, width / 6)),
        Table.Column(title: "event", width: 14...max(14, width / 5), rank: 1),
        Table.Column(title: "message", width: 36...Int.max, spoken: ""),
      ], count: lines.count
    ) { place in
      let (line, message) = (lines[place], lines[place].message)
      let time = isPrecise ? clock.preciseTime(message.atNanoseconds) : clock.time(message.atNanoseconds)
      return .cells([
        Table.Cell(message.isWarning ? "!" : "", Style.caution.bold, spoken: message.isWarning ? "WARNING" : nil),
        Table.Cell(time, Style.label), Table.Cell(message.module?.name ?? "", Style.label),
        Table.Cell(message.event ?? "", Style.label),
        Table.Cell(message.text, times: line.count, message.isWarning ? Style.caution : .plain),
      ])
    }
    table.emptyText =
      state.noMatch(in: .log) ?? "Nothing has been printed or logged, and there are no warnings."
    return table
  }
}

/// The lines of the log that match a filter, and the generation of the log in which they did.
struct LogLines: Sendable, Equatable, PaneRows {
  let generation: Int
  let filter: RowFilter?
  let lines: Deque<MessageLog.Line>

  init(_ log: MessageLog, filter: RowFilter?) {
    (generation, self.filter) = (log.generation, filter)
    lines = filter.map { filter in Deque(log.lines.filter { $0.message.fits(filter) }) } ?? log.lines
  }

  static let (noun, scope) = ("line", "it, or in its module or event")

  func counts(in state: DashboardState) -> (fitting: Int, all: Int) { (count, state.application.log.lines.count) }

  var count: Int { lines.count }
  var lineCount: Int { lines.count }
  func id(of row: Int) -> RowID { .number(lines[row].number) }
  func module(of row: Int, in state: DashboardState) -> ModuleID? {
    lines[row].message.module.flatMap { module in
      state.application.modules.rows.first { $0.isMeant(by: module.id, named: module.name) }?.id
    }
  }
  func lines(of row: Int) -> ClosedRange<Int> { row...row }
  func row(at line: Int) -> Int? { line }
  func fits(_ row: Int, _ filter: RowFilter, in state: DashboardState) -> Bool { lines[row].message.fits(filter) }

  /// The row of a line, or of the next one if it is forgotten.
  func row(of id: RowID) -> Int? {
    guard case .number(let number) = id, count > 0 else { return nil }
    return min(lines.prefixCount { $0.number < number }, count - 1)
  }
}

extension DashboardState {
  /// The log lines that match the filter.
  var logLines: LogLines {
    let (log, filter) = (application.log, lists[.log].filter)
    if let builtLogLines, builtLogLines.generation == log.generation, builtLogLines.filter == filter {
      return builtLogLines
    }
    return LogLines(log, filter: filter)
  }

  /// Filters the lines anew if they or the filter have changed.
  mutating func refreshLogLines() { builtLogLines = openedPane == .log ? logLines : nil }

  var selectedLogLine: MessageLog.Line? { selectedRow(of: .log).map { logLines.lines[$0] } }
}

extension MessageLog.Message {
  /// Whether each word is in the text, or in the name of its module or event.
  func fits(_ filter: RowFilter) -> Bool {
    filter.fits([text, module?.name ?? "", event ?? "", isWarning ? "warning" : ""])
  }
}

extension Detail {
  init(_ line: MessageLog.Line, state: DashboardState) {
    switch line.message {
    case .warning(let warning): self.init(warning: warning, times: line.count, state: state)
    case .output(let output):
      self.init(title: output.module.map { "\($0) printed" } ?? "Printed")
      if line.count > 1 { title += " \u{00B7} \(Phrases.times(line.count)), the latest" }
      add("line", output.line)
      if let event = output.event { add("in", event) }
      add("at", Clock(state).preciseTime(output.atNanoseconds))
    }
  }
}
#endif
