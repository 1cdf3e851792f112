#if CommandLine
import ModuleLifecycle
import TerminalUI

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
