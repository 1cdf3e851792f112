#if CommandLine
import TerminalUI

/// What of the sheet's list is under the pointer.
extension FireSheetView {
  /// The first event that is in sight.
  func firstEvent(rows: Int) -> Int { max(0, min(sheet.selection - rows / 2, sheet.matches.count - rows)) }

  /// The event that is named at a place of the list.
  func event(at point: Point, in area: Rect) -> Int? {
    let rows = max(0, area.height - 2)
    let line = point.y - area.y - 1
    guard area.contains(x: point.x, y: point.y), (0..<rows).contains(line) else { return nil }
    let index = firstEvent(rows: rows) + line
    return sheet.matches.indices.contains(index) ? index : nil
  }
}
#endif
