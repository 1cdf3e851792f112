#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// Pane 4: the modules' output, log messages and warnings, newest last.
struct LogPane {
  let state: DashboardState
  let area: Rect

  static func title(for state: DashboardState, room: Int) -> String {
    let count = state.application.log.lines.count
    guard let filter = state.logFilter else {
      let text = "Log \u{00B7} \(Phrases.count(count, "line"))"
      return count > 0 && text.columnWidth <= room ? text : "Log"
    }
    let fitting = "\(Phrases.number(state.logLines.count)) of \(Phrases.number(count))"
    return PaneTabs.filtered("Log", by: filter, fitting, room: room)
  }

  var list: ListView {
    let (lines, clock, isPrecise) = (state.logLines, Clock(state), area.width >= 100)
    let hasEvents = area.width >= 70
    let columns = [
      Table.Column(width: 1...1, gap: 0), Table.Column(title: "time", width: (isPrecise ? 12 : 8)...12),
      Table.Column(title: "module", width: 0...max(6, area.width / 6)),
      Table.Column(title: "event", width: 0...max(5, area.width / 5)),
      Table.Column(title: "message", width: 0...Int.max),
    ].filter { hasEvents || $0.title != "event" }
    let table = Table(columns: columns, count: lines.count) { place in
      let (line, message) = (lines[place], lines[place].message)
      let time = isPrecise ? clock.preciseTime(message.atNanoseconds) : clock.time(message.atNanoseconds)
      let event = hasEvents ? [Table.Cell(message.event ?? "", Style.label)] : []
      return .cells(
        [
          Table.Cell(message.isWarning ? "!" : "", Style.caution.bold), Table.Cell(time, Style.label),
          Table.Cell(message.module?.name ?? "", Style.label),
        ] + event + [Table.Cell(message.text, times: line.count, message.isWarning ? Style.caution : .plain)])
    }
    return ListView(table: table, area: area, selection: state.logRow, emphasis: state.focus == .log ? .row : .none)
  }

  func draw(on canvas: inout Canvas) {
    let list = list
    list.draw(on: &canvas)
    if list.table.count == 0 { canvas.paragraph(emptyText, in: area.inset(top: 1)) }
  }

  private var emptyText: String {
    guard let filter = state.logFilter else {
      return "Nothing has been printed or logged, and there are no warnings."
    }
    return "No line matches \"\(filter.query)\": every word must be in it, or in its module or event. "
      + "Esc clears the filter."
  }

}

extension DashboardState {
  /// The log lines that match the filter.
  var logLines: [MessageLog.Line] {
    if let builtLogLines, builtLogLines.generation == application.log.generation, builtLogLines.filter == logFilter {
      return builtLogLines.lines
    }
    return application.log.lines.filter { line in logFilter.map(line.message.fits) ?? true }
  }

  /// Filters the lines anew if they or the filter have changed.
  mutating func refreshLogLines() {
    builtLogLines =
      showsLog ? LogLines(generation: application.log.generation, filter: logFilter, lines: logLines) : nil
  }

  /// The index of the selected line in `logLines`: the newest, unless the user selected another.
  var logRow: Int {
    let lines = logLines
    let chosen = selectedLog.map { number in lines.prefixCount { $0.number < number } }
    return max(0, min(chosen ?? .max, lines.count - 1))
  }

  var selectedLogLine: MessageLog.Line? {
    let lines = logLines
    return lines.isEmpty ? nil : lines[logRow]
  }

  /// Shows and focuses the log. If it is focused already, hides it.
  mutating func toggleLog() {
    if focus == .log { return hideLog() }
    showsLog = true
    enter(.log)
  }

  mutating func hideLog() {
    showsLog = false
    focus = .order
  }

  /// Selects a line. With the last line selected, the selection follows new lines.
  mutating func selectLogLine(at row: Int) {
    let lines = logLines
    guard !lines.isEmpty else { return }
    let row = min(max(0, row), lines.count - 1)
    selectedLog = row == lines.count - 1 ? nil : lines[row].number
    selectModule(of: lines[row])
  }

  /// Selects the module of a log line, so that module commands act on it.
  mutating func selectModule(of line: MessageLog.Line) {
    guard let module = line.message.module else { return }
    let row = application.modules.rows.first { $0.isMeant(by: module.id, named: module.name) }
    selectedModule = row?.id ?? selectedModule
  }
}

/// The log lines that match a filter, and the generation of the log in which they did.
struct LogLines: Sendable, Equatable {
  let generation: Int
  let filter: RowFilter?
  let lines: [MessageLog.Line]
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
