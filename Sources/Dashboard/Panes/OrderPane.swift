#if CommandLine
import ModuleLifecycle
import Inspection
import OrderedCollections
import TerminalUI
import TextFormatting

/// Pane 1: the modules in call order, what each handles and owns. The selection is drawn later.
struct OrderPane {
  private struct Texts {
    var marker = ""
    var number = ""
    let name: String
    var note = ""
    var events = ""
    var owns = ""
    var style = Style.label
    /// The columns after the event count in a wide pane.
    var behindEvents: Int { max(5, owns.columnWidth + 1) }
    /// The columns after the event names: the counts, the gaps before them, and a note.
    var behindNames: Int { max(behindEvents + events.columnWidth + 2, note.isEmpty ? 0 : 18) }
  }

  let state: DashboardState
  let area: Rect
  private let numberWidth: Int
  private var isWide: Bool { area.width >= 29 }
  /// The width from which the pane names the events, as when zoomed.
  private static let widthForEvents = 76
  /// Notes that indicate no problem.
  private static let goodNotes: Set = ["main", ModuleStage.started.word, ModuleStage.ready.word]
  /// The columns for marker, number and name before the event names.
  private static let columnsBefore = 30

  init(state: DashboardState, area: Rect) {
    (self.state, self.area) = (state, area)
    numberWidth = max(2, String(state.application.modules.count).utf8.count)
  }

  /// The title. It names the sort key, unless the modules are in call order.
  static func title(for state: DashboardState, room: Int) -> String {
    guard let order = state.rowOrder else { return "1 Order" }
    let short = "1 Order by \(order.key.word)"
    let long = order.source.isEmpty ? short : "\(short) \(order.source)"
    return long.columnWidth <= room ? long : short
  }

  func draw(on canvas: inout Canvas) {
    write(Texts(number: "#", name: "module", events: "events", owns: "owns"), on: &canvas, y: area.y)
    for (offset, line) in state.moduleRows.lines(from: state.moduleScroll, atMost: area.height - 2).enumerated() {
      let (start, y) = (numberWidth + 2 + 2 * line.depth, area.y + 1 + offset)
      let room = max(0, area.width - start)
      if let label = line.label(columns: room) {
        canvas.write(label, x: area.x + start, y: y, style: Style.label, maxColumns: room)
      } else {
        draw(state.application.modules[line.module], depth: line.depth, on: &canvas, y: y)
      }
    }
    drawTotal(on: &canvas)
  }

  private func draw(_ row: ModuleList.Row, depth: Int, on canvas: inout Canvas, y: Int) {
    let owner = state.application.owner(of: row)
    let owned = owner?.live.count ?? 0
    let removed = owner?.isOverdue == true ? "held" : "gone"
    let texts = Texts(
      marker: isCalled(row) ? "+" : "", number: depth > 0 ? "" : "\(row.order)",
      name: String(repeating: "  ", count: depth) + row.name + folded(row),
      note: row.isRemoved ? removed : row.isOn ? (row.isMain ? "main" : row.stage?.word ?? "") : "off",
      events: Phrases.number(state.application.modules.handledEvents(of: row).count),
      owns: owned > 0 ? Phrases.number(owned) : "",
      style: row.isPresent && row.isOn ? .plain : .dim)
    write(texts, on: &canvas, y: y)
    // A wide pane has room for the event names before the note and the counts.
    guard area.width >= Self.widthForEvents else { return }
    let (x, room) = (area.x + Self.columnsBefore, area.width - Self.columnsBefore - texts.behindNames)
    canvas.fill(Rect(x: x - 1, y: y, width: room + 1, height: 1))
    canvas.write(row.handles.joined(separator: ", "), x: x, y: y, style: Style.label, maxColumns: room)
  }

  /// For a folded composite, the number of hidden rows.
  private func folded(_ row: ModuleList.Row) -> String {
    guard state.foldedComposites.contains(row.id), state.moduleFilter.filter == nil else { return "" }
    return " +\(Phrases.number(state.application.modules.count(inside: row.id)))"
  }

  /// Whether the event that the user is choosing would call the module.
  private func isCalled(_ row: ModuleList.Row) -> Bool {
    guard case .fire(let sheet) = state.overlay, let event = sheet.chosen else { return false }
    return state.application.modules.calls(row, with: event.name)
  }

  private func drawTotal(on canvas: inout Canvas) {
    let (first, count, visible) = (state.moduleScroll + 1, state.moduleRows.count, max(0, area.height - 2))
    let owned = state.application.ownership.liveCount
    let rows = "\(Phrases.number(first))-\(Phrases.number(min(count, first + visible - 1)))"
    let whole = "\(rows) of \(Phrases.number(count))"
    let grouped = owned > 0 ? Phrases.number(owned) : ""
    let place = whole.columnWidth <= nameRoom(owns: grouped) ? whole : rows
    let text = count <= visible ? "\(Phrases.number(state.application.modules.counts.present)) present" : place
    // In a narrow pane, the digit separator can be one column too many.
    let owns = text.columnWidth <= nameRoom(owns: grouped) ? grouped : owned > 0 ? "\(owned)" : ""
    write(Texts(name: text, owns: owns), on: &canvas, y: area.maxY - 1)
  }

  /// The columns for a name. In a narrow pane, the name extends into the room of an absent or short object count.
  private func nameRoom(owns: String) -> Int {
    let tail = isWide ? 12 : owns.isEmpty ? 0 : owns.columnWidth + 1
    return max(0, area.width - tail - numberWidth - 2)
  }

  private func write(_ texts: Texts, on canvas: inout Canvas, y: Int) {
    let (x, end, style, note) = (area.x, area.maxX, texts.style, texts.note)
    canvas.write(texts.marker, x: x, y: y, style: Style.accent.bold)
    canvas.write(
      texts.number.trailing(numberWidth), x: x + 1, y: y, style: style == .plain ? Style.label : style)
    // In a wide pane, notes have a separate column.
    let noteRoom = note.isEmpty ? 0 : isWide ? 5 : note.columnWidth + 1
    let room = nameRoom(owns: texts.owns) - noteRoom
    let used = canvas.write(texts.name, x: x + numberWidth + 2, y: y, style: style, maxColumns: max(0, room))
    if !note.isEmpty {
      // In a wide pane, notes are aligned. In a narrow one, they follow the name.
      let start = isWide ? end - 16 : x + numberWidth + 3 + used
      canvas.write(note, x: start, y: y, style: Self.goodNotes.contains(note) ? Style.accent : Style.caution)
    }
    if isWide {
      canvas.write(texts.events.trailing(11 - texts.behindEvents), x: end - 11, y: y, style: style)
    }
    canvas.write(texts.owns, endingAt: end, y: y, style: style)
  }
}
#endif
