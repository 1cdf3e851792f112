import ModuleLifecycle
import TerminalUI

extension OrderPane {
  /// The least width of the pane at which the events are named, as when it is zoomed.
  private static let widthForEvents = 76
  /// Columns for a marker, a number and a name before the events, and for a note and the counts behind them.
  private static let columnsBefore = 30
  private static let columnsBehind = 18

  /// Which events a module handles, where a wide pane has room for that.
  func drawEvents(of row: Roster.Row, on canvas: inout Canvas, in area: Rect, y: Int) {
    guard area.width >= Self.widthForEvents else { return }
    let room = area.width - Self.columnsBefore - Self.columnsBehind
    canvas.fill(Rect(x: area.x + Self.columnsBefore - 1, y: y, width: room + 1, height: 1))
    canvas.write(
      row.handles.joined(separator: ", "), x: area.x + Self.columnsBefore, y: y, style: Palette.label, maxColumns: room)
  }
}
