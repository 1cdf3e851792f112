#if CommandLine
import TerminalUI

/// Where the area beside the fire list is so wide that the detail leaves room: the selected module's times, and the
/// latest dispatches.
struct LowerPanels: Equatable {
  let detail: Rect
  let statistics: Rect?
  let recent: Rect?

  /// - Returns: `nil` where there is no such area.
  init?(_ layout: Layout) {
    guard let area = layout.lower?.trailing else { return nil }
    let count = area.width >= 135 ? 3 : area.width >= 90 ? 2 : 1
    // Neighbours share a border.
    let width = (area.width + count - 1) / count
    func panel(_ index: Int) -> Rect {
      let x = area.x + index * (width - 1)
      return Rect(x: x, y: area.y, width: index == count - 1 ? area.maxX - x : width, height: area.height)
    }
    detail = panel(0)
    statistics = count > 1 ? panel(1) : nil
    recent = count > 2 ? panel(2) : nil
  }
}
#endif
