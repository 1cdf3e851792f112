#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting

/// The list in which an event is chosen: what was typed, the events that fit it, how many there are.
struct FireSheetView {
  let state: DashboardState
  let sheet: FireSheet

  func drawList(on canvas: inout Canvas, in area: Rect) {
    let isFocused = sheet.field == nil
    canvas.write(">", x: area.x + 1, y: area.y, style: isFocused ? Palette.key : Palette.label)
    InputField(text: sheet.queryText, isFocused: isFocused).draw(
      on: &canvas, x: area.x + 3, y: area.y, width: area.width - 4)
    let rows = max(0, area.height - 2)
    let first = firstEvent(rows: rows)
    for line in 0..<rows where first + line < sheet.matches.count {
      let index = first + line
      let isSelected = index == sheet.selection
      let y = area.y + 1 + line
      if isSelected { canvas.write(canvas.glyphs.selection, x: area.x + 1, y: y, style: Palette.accent.bold) }
      // The names of kindred events differ at their ends.
      let name = sheet.matches[index].name
        .truncatedBeforeTheEnd(toColumns: area.width - 4, ellipsis: canvas.glyphs.ellipsis)
      canvas.write(name, x: area.x + 3, y: y, style: isSelected ? .bold : .plain)
    }
    if sheet.matches.isEmpty {
      canvas.write("no event fits", x: area.x + 3, y: area.y + 1, style: Palette.caution, maxColumns: area.width - 4)
    }
    let count = "\(Words.number(sheet.matches.count)) of \(Words.count(state.source.events.count, "event"))"
    canvas.write(count, x: area.x + 3, y: area.maxY - 1, style: Palette.label, maxColumns: area.width - 4)
  }

  func drawForm(on canvas: inout Canvas, in area: Rect) {
    if state.playback != nil { return SeekForm(state: state, sheet: sheet).draw(on: &canvas, in: area) }
    FireForm(state: state, sheet: sheet).draw(on: &canvas, in: area)
  }
}
#endif
