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

  func draw(on canvas: inout Canvas) {
    let (lines, selected, height) = (state.logLines, state.logRow, max(0, area.height - 1))
    let first = firstInSight(around: selected, of: lines.count, rows: height)
    let seen = Array(lines.dropFirst(first).prefix(height))
    let columns = LogColumns(seen.map(\.message), area, clock: Clock(state))
    columns.write(time: "time", module: "module", event: "event", style: Palette.label, on: &canvas, y: area.y)
    canvas.write("message", x: columns.text, y: area.y, style: Palette.label)
    if lines.isEmpty { canvas.paragraph(emptyText, in: area.inset(top: 1)) }
    for (offset, line) in seen.enumerated() {
      let y = area.y + 1 + offset
      draw(line, in: columns, on: &canvas, y: y)
      guard state.focus == .log, first + offset == selected else { continue }
      canvas.mark(x: area.x, y: y)
      canvas.restyle(Rect(x: area.x, y: y, width: area.width, height: 1)) { $0.reversed }
    }
  }

  private var emptyText: String {
    guard let filter = state.logFilter else {
      return "Nothing has been printed or logged, and there are no warnings."
    }
    return "No line matches \"\(filter.query)\": every word must be in it, or in its module or event. "
      + "Esc clears the filter."
  }

  private func draw(_ line: MessageLog.Line, in columns: LogColumns, on canvas: inout Canvas, y: Int) {
    let (message, style) = (line.message, line.message.isWarning ? Palette.caution : Style.plain)
    if message.isWarning { canvas.write("!", x: area.x + 1, y: y, style: Palette.caution.bold) }
    columns.write(
      time: columns.time(message), module: message.module?.name ?? "", event: message.event ?? "",
      style: Palette.label, on: &canvas, y: y)
    var x = columns.text
    if line.count > 1 {
      x += canvas.write("\(Phrases.number(line.count))\u{00D7}", x: x, y: y, style: Palette.accent) + 1
    }
    canvas.write(message.text, x: x, y: y, style: style, maxColumns: max(0, area.maxX - x))
  }

  /// The index, among the matching lines, of the line in a row of the pane.
  func line(at row: Int) -> Int? {
    let count = state.logLines.count
    let index = firstInSight(around: state.logRow, of: count, rows: max(0, area.height - 1)) + row
    return index < count ? index : nil
  }
}

/// The columns of a log line. Each is as wide as the visible lines need.
private struct LogColumns {
  private let area: Rect
  private let clock: Clock
  private let (isPrecise, moduleWidth, eventWidth): (Bool, Int, Int)
  let text: Int

  init(_ messages: [MessageLog.Message], _ area: Rect, clock: Clock) {
    (self.area, self.clock) = (area, clock)
    func width(_ texts: some Sequence<String>, atLeast least: Int, atMost most: Int) -> Int {
      min(most, texts.reduce(least) { max($0, $1.columnWidth) })
    }
    isPrecise = area.width >= 100
    moduleWidth = width(messages.compactMap(\.module?.name), atLeast: 6, atMost: area.width / 6)
    eventWidth = area.width < 70 ? 0 : width(messages.compactMap(\.event), atLeast: 5, atMost: area.width / 5)
    text = area.x + 4 + (isPrecise ? 12 : 8) + moduleWidth + (eventWidth > 0 ? eventWidth + 2 : 1)
  }

  func time(_ message: MessageLog.Message) -> String {
    isPrecise ? clock.preciseTime(message.atNanoseconds) : clock.time(message.atNanoseconds)
  }

  func write(time: String, module: String, event: String, style: Style, on canvas: inout Canvas, y: Int) {
    let start = area.x + 4 + (isPrecise ? 12 : 8)
    canvas.write(time, x: area.x + 3, y: y, style: style)
    canvas.write(module, x: start, y: y, style: style, maxColumns: moduleWidth)
    canvas.write(event, x: start + moduleWidth + 1, y: y, style: style, maxColumns: eventWidth)
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

  mutating func moveInLog(by step: Int) {
    selectLogLine(at: logRow + step)
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
