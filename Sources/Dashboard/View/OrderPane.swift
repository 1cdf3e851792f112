#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting

/// Pane 1: the modules in the order of the calls, what each handles and owns. The selected one is marked later.
struct OrderPane {
  let state: DashboardState

  /// The title: by what the rows are sorted, unless they stand in the order of the calls.
  static func title(for state: DashboardState, room: Int) -> String {
    guard let order = state.rowOrder else { return "1 Order" }
    let short = "1 Order by \(order.key.word)"
    let long = order.source.isEmpty ? short : "\(short) \(order.source)"
    return long.columnWidth <= room ? long : short
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let columns = Columns(width: area.width, count: state.roster.count)
    columns.write(
      marker: "", number: "#", name: "module", note: "", events: "events", owns: "owns", style: Palette.label,
      on: &canvas, x: area.x, y: area.y)
    let rows = state.moduleRows
    for line in 0..<max(0, area.height - 2) {
      let index = state.moduleScroll + line
      guard index < rows.count else { break }
      let (row, y) = (rows[index], area.y + 1 + line)
      if let label = row.label(columns: columns.partRoom(depth: row.depth)) {
        columns.writePart(label, depth: row.depth, on: &canvas, x: area.x, y: y)
      } else {
        draw(state.roster[row.module], columns, depth: row.depth, on: &canvas, area: area, y: y)
      }
    }
    drawTotal(columns, on: &canvas, area: area)
  }

  private func draw(
    _ row: Roster.Row, _ columns: Columns, depth: Int, on canvas: inout Canvas, area: Rect, y: Int
  ) {
    let owner = state.ownership.owners[row.owner]
    let owned = owner?.live.count ?? 0
    let removed = owner?.isOverdue == true ? "held" : "gone"
    let note = row.isRemoved ? removed : row.isOn ? (row.isMain ? "main" : "") : "off"
    let events = Words.number(state.roster.handledEvents(of: row).count)
    let owns = owned > 0 ? Words.number(owned) : ""
    columns.write(
      marker: isCalled(row) ? "+" : "", number: depth > 0 ? "" : "\(row.order)",
      name: String(repeating: "  ", count: depth) + row.name, note: note, events: events, owns: owns,
      style: row.isPresent && row.isOn ? .plain : .dim, on: &canvas, x: area.x, y: y)
    drawEvents(
      of: row, columnsBehind: Columns.behindNames(note: note, events: events, owns: owns), on: &canvas, in: area, y: y)
  }

  /// Whether the event that is being chosen would call the module.
  private func isCalled(_ row: Roster.Row) -> Bool {
    guard case .fire(let sheet) = state.overlay, let event = sheet.chosen else { return false }
    return state.roster.calls(row, with: event.name)
  }

  private func drawTotal(_ columns: Columns, on canvas: inout Canvas, area: Rect) {
    let first = state.moduleScroll + 1
    let visible = max(0, area.height - 2)
    let count = state.moduleRows.count
    let isWhole = count <= visible
    let last = min(count, first + visible - 1)
    let owned = state.ownership.liveCount
    let rows = "\(Words.number(first))-\(Words.number(last))"
    let whole = "\(rows) of \(Words.number(count))"
    let grouped = owned > 0 ? Words.number(owned) : ""
    let place = whole.columnWidth <= columns.nameRoom(owns: grouped) ? whole : rows
    let text = isWhole ? "\(Words.number(state.roster.presentModuleCount)) present" : place
    // In a narrow pane the comma may be the column that is missing.
    let owns = text.columnWidth <= columns.nameRoom(owns: grouped) ? grouped : owned > 0 ? "\(owned)" : ""
    columns.write(
      marker: "", number: "", name: text, note: "", events: "", owns: owns, style: Palette.label, on: &canvas,
      x: area.x, y: area.maxY - 1)
  }

  /// Where the texts of a row stand: marker, number, name, note, events, owned objects.
  private struct Columns {
    let isWide: Bool
    private let width: Int
    private let number: Int

    init(width: Int, count: Int) {
      self.width = width
      isWide = width >= 29
      number = max(2, String(count).count)
    }

    /// The columns for a name. In a narrow pane it goes on where its module owns little or nothing.
    func nameRoom(owns: String) -> Int {
      let tail = isWide ? 12 : owns.isEmpty ? 0 : owns.columnWidth + 1
      return max(0, width - tail - number - 2)
    }

    /// Columns behind the number of events in a wide pane.
    private static func behindEvents(owns: String) -> Int { max(5, owns.columnWidth + 1) }

    /// Columns behind the names of events: the numbers and the gaps before them, and a note.
    static func behindNames(note: String, events: String, owns: String) -> Int {
      let counts = behindEvents(owns: owns) + events.columnWidth + 2
      return note.isEmpty ? counts : max(counts, 18)
    }

    /// The columns for a name that is no module's.
    func partRoom(depth: Int) -> Int { max(0, width - number - 2 - 2 * depth) }

    /// A part of a handler, or an event that it sent, below its module; or what came before the handlers of a launch.
    func writePart(_ name: String, depth: Int, on canvas: inout Canvas, x: Int, y: Int) {
      let start = x + number + 2 + 2 * depth
      canvas.write(name, x: start, y: y, style: Palette.label, maxColumns: partRoom(depth: depth))
    }

    func write(
      marker: String, number: String, name: String, note: String, events: String, owns: String, style: Style,
      on canvas: inout Canvas, x: Int, y: Int
    ) {
      let fits = number.padded(toColumns: self.number, alignment: .trailing)
      canvas.write(marker, x: x, y: y, style: Palette.accent.bold)
      canvas.write(fits, x: x + 1, y: y, style: style == .plain ? Palette.label : style)
      let nameStart = x + self.number + 2
      let noteWidth = note.isEmpty ? 0 : note.columnWidth + 1
      let room = nameRoom(owns: owns)
      let used = canvas.write(name, x: nameStart, y: y, style: style, maxColumns: max(0, room - noteWidth))
      if !note.isEmpty {
        // In a wide pane the notes line up; in a narrow one they follow the name.
        let start = isWide ? x + width - 16 : nameStart + used + 1
        canvas.write(note, x: start, y: y, style: note == "main" ? Palette.accent : Palette.caution)
      }
      if isWide {
        let room = 11 - Self.behindEvents(owns: owns)
        canvas.write(events.padded(toColumns: room, alignment: .trailing), x: x + width - 11, y: y, style: style)
      }
      canvas.write(owns, x: x + width - owns.columnWidth, y: y, style: style)
    }
  }
}

extension OrderPane {
  /// The least width of the pane at which the events are named, as when it is zoomed.
  private static let widthForEvents = 76
  /// Columns for a marker, a number and a name before the events.
  private static let columnsBefore = 30

  /// Which events a module handles, where a wide pane has room for that before a note and the counts.
  func drawEvents(of row: Roster.Row, columnsBehind: Int, on canvas: inout Canvas, in area: Rect, y: Int) {
    guard area.width >= Self.widthForEvents else { return }
    let room = area.width - Self.columnsBefore - columnsBehind
    canvas.fill(Rect(x: area.x + Self.columnsBefore - 1, y: y, width: room + 1, height: 1))
    canvas.write(
      row.handles.joined(separator: ", "), x: area.x + Self.columnsBefore, y: y, style: Palette.label, maxColumns: room)
  }
}
#endif
