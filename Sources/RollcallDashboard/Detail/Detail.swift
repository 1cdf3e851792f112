#if CommandLine
import RollcallLaunches
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI
import RollcallTextFormatting
import RollcallRecordings

/// The detail of the selection: a title, and lines of label and text.
struct Detail: Sendable, Equatable {
  struct Line: Sendable, Equatable {
    var label = ""
    var text: String
    var style = Style.plain
    var labelStyle = Style.label
    /// Whether the line is a row of a table. A row takes the whole width, and is cut instead of wrapped.
    var isRow = false
    var module: ModuleID?
    /// What plain mode says instead of a row.
    var spoken: String?
  }

  var title: String
  var lines: [Line] = []
  /// The columns for the labels.
  var indent = 10
  /// The module with the marked row.
  var selected: ModuleID?

  /// The title and the lines for plain mode, each of which can be understood alone.
  var spoken: [String] { [title.replacing(" \u{00B7} ", with: ", ")] + Self.spoken(lines[...]) }

  /// The rows of its table, and what is below each, for plain mode.
  var spokenRows: [String] { Self.spoken(lines.drop { !$0.isRow }) }

  private static func spoken(_ lines: ArraySlice<Line>) -> [String] {
    lines.compactMap { line in
      if line.isRow { return line.spoken }
      if line.text.isEmpty { return nil }
      return line.label.isEmpty ? "  \(line.text)" : "  \(line.label.trimmingPrefix { $0 == " " }): \(line.text)"
    }
  }

  mutating func add(_ label: String, _ text: String, style: Style = .plain) {
    lines.append(Line(label: label, text: text, style: style))
  }
}

extension Detail {
  /// Creates the detail of the selection in the focused pane; `nil` if there is none.
  init?(of state: DashboardState) {
    guard let detail = state.focus.content.detail(in: state) else { return nil }
    self = detail
  }

  init(module row: ModuleList.Row, state: DashboardState) {
    let clock = Clock(state)
    let role = row.isMain ? " \u{00B7} main" : ""
    title = "\(row.name) \u{00B7} \(state.application.modules.place(of: row))\(role)"
    let owner = state.application.owner(of: row)
    if let owner, !row.isPresent { addEnd(of: owner, state: state) }
    if row.wasNeverCreated {
      add("created", "not yet: \(row.experimentWords ?? "it is created when it is switched on")")
      return
    }
    if row.isPresent, !row.isOn { add("switched", "off: no event calls it, and it keeps what it owns") }
    if let createdAt = row.createdNanoseconds {
      let took = row.creationNanoseconds.map { ", in \(Phrases.time($0))" } ?? ""
      add("created", clock.preciseTime(createdAt) + took + Self.share(of: row, in: state.shownLaunch))
    }
    if let stage = row.stage, row.isPresent {
      add("stage", stage.rawValue + (row.stageNanoseconds.map { ", \(clock.preciseTime($0))" } ?? ""))
    }
    let held = state.application.held.waiting(for: row.id)
    for delivery in held.prefix(Self.mostHeld) {
      let age = Phrases.time(state.now.minus(delivery.since))
      add("held", "\(delivery.event) #\(delivery.dispatch), for \(age): it waits for the start", style: Style.caution)
    }
    if held.count > Self.mostHeld { add("", "and \(Phrases.number(held.count - Self.mostHeld)) more") }
    addSpan(of: row, state: state)
    let handled = state.application.modules.handledEvents(of: row)
    add("handles", handled.isEmpty ? "no events" : handled.joined(separator: ", "))
    // For an overdue module, the reason is above.
    let warnings = state.application.log.warnings
    for warning in warnings.filter({ row.isMeant(by: $0.moduleID, named: $0.module) && $0.kind != .ownerOverdue })
      .suffix(3)
    {
      add("warning", warning.sentence, style: Style.caution)
    }
    addOutput(of: row, state: state)
    if let owner { addOwned(by: owner, state: state) } else { add("owns", "nothing") }
  }

  /// The most held deliveries to list.
  private static let mostHeld = 5

  private mutating func addSpan(of row: ModuleList.Row, state: DashboardState) {
    guard let dispatch = state.shownDispatch else { return }
    let label = state.pinned == nil ? "latest" : "earlier"
    let head = "#\(dispatch.id) \(dispatch.event)"
    if let createdAt = row.createdNanoseconds, createdAt > dispatch.atNanoseconds {
      return add(label, "\(head): before this instance was created")
    }
    guard let place = state.moduleRows.spanIndex(of: row.id) else {
      let reason = !row.isPresent ? "" : row.handles.contains(dispatch.event) ? ", it was off" : ", it has no handler"
      return add(label, "\(head): not called\(reason)")
    }
    let span = dispatch.handlers[place]
    guard span.wasCalled else { return add(label, "\(head): \(span.deed)") }
    let own = dispatch.ownTimes[place]
    let share = ShareText.format(own, of: TimeAxis(of: dispatch, in: state.shownLaunch).total)
    add(label, "\(head): \(span.deed), \(Phrases.time(own)) (\(share))")
    let parts = own.minus(span.selfNanoseconds)
    if parts > 0 { add("parts", "\(Phrases.time(parts)) of it") }
    let sent = state.application.history.children(of: dispatch.id).filter(span.sent)
    addMore(about: place, of: dispatch, taking: own, sent: sent.prefix(4))
  }

  /// The module's creation as a share of the shown launch.
  private static func share(of row: ModuleList.Row, in launch: ApplicationLaunch?) -> String {
    guard let launch, let creation = launch.creations.first(where: { $0.module == row.id }),
      launch.totalNanoseconds > 0,
      creation.atNanoseconds == row.createdNanoseconds, launch.creationNanoseconds > 0
    else { return "" }
    return ", \(ShareText.format(creation.totalNanoseconds, of: launch.totalNanoseconds)) of the launch"
  }

  private mutating func addOutput(of row: ModuleList.Row, state: DashboardState) {
    for line in state.application.log.outputs.filter({ row.isMeant(by: $0.moduleID, named: $0.module) }).suffix(3) {
      add("printed", line.line)
    }
  }
}

/// The lines, wrapped to the width and scrolled.
extension Detail {
  /// The wrapped lines.
  func rows(width: Int) -> [Line] {
    lines.flatMap { line -> [Line] in
      if line.isRow { return [line] }
      let texts = line.text.wrapped(toColumns: max(1, width - indent - 1))
      return texts.enumerated().map { offset, text in
        var row = line
        row.text = text
        if offset > 0 { row.label = "" }
        return row
      }
    }
  }

  /// Draws the lines in a frame with the title.
  func drawPanel(on canvas: inout Canvas, in frame: Rect, scroll: Int = 0) {
    canvas.panel(title, frame)
    draw(on: &canvas, in: frame.inset(by: 1), scroll: scroll)
  }

  func draw(on canvas: inout Canvas, in area: Rect, scroll: Int = 0) {
    let rows = rows(width: area.width)
    let first = min(scroll, max(0, rows.count - area.height))
    let columns = [Table.Column(width: (indent - 2)...(indent - 2), gap: 0), Table.Column(width: 0...Int.max)]
    let table = Table(columns: columns, count: rows.count) { place in
      let row = rows[place]
      let text = Table.Cell(row.text, row.style)
      return row.isRow ? .line(text, isSelectable: false) : .cells([Table.Cell(row.label, row.labelStyle), text])
    }
    let mark = rows.firstIndex { $0.isRow && $0.module != nil && $0.module == selected }
    ListView(table: table, area: area, selection: mark, first: first, emphasis: .marker).draw(on: &canvas)
    let rest = [(first, "above"), (rows.count - first - area.height, "below")].filter { $0.0 > 0 }
    guard !rest.isEmpty else { return }
    let text = rest.map { "\(Phrases.number($0.0)) more \($0.1)" }.joined(separator: ", ")
    canvas.write(" \(text) ", endingAt: area.maxX - 1, y: area.maxY)
  }
}
#endif
