import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// The events that were fired, last used first, where the screen has room for them below the panes.
struct FireList {
  let state: DashboardState

  func draw(on canvas: inout Canvas, in area: Rect) {
    var y = area.y
    canvas.write("f", x: area.x + 1, y: y, style: Palette.key)
    canvas.write("choose an event\(canvas.glyphs.ellipsis)", x: area.x + 3, y: y)
    y += 1
    if case .fire(let event, let arguments)? = state.lastFired {
      canvas.write("F", x: area.x + 1, y: y, style: Palette.key)
      let title = DispatchEntry.title(event: event, arguments: arguments)
      let used = canvas.write(title, x: area.x + 3, y: y, maxColumns: area.width - 10)
      canvas.write("again", x: area.x + 4 + used, y: y, style: Palette.label)
      y += 1
    }
    for (event, firing) in state.history.firings.elements.reversed() where y < area.maxY {
      draw(event, firing, on: &canvas, in: area, y: y)
      y += 1
    }
    if state.history.firings.isEmpty, y < area.maxY {
      let text = "Nothing has been fired yet."
      canvas.write(text, x: area.x + 3, y: y, style: Palette.label, maxColumns: area.width - 4)
    }
  }

  private func draw(
    _ event: String, _ firing: History.Firing, on canvas: inout Canvas, in area: Rect, y: Int
  ) {
    let took = DurationText.format(nanoseconds: firing.lastNanoseconds).padded(toColumns: 8, alignment: .trailing)
    let count = "\(firing.count)\(canvas.glyphs.times)".padded(toColumns: 5, alignment: .trailing)
    let title = DispatchEntry.title(event: event, arguments: firing.arguments)
    canvas.write(title, x: area.x + 3, y: y, maxColumns: max(1, area.width - 3 - 13 - 1))
    canvas.write(count, x: area.maxX - 13, y: y, style: Palette.label)
    canvas.write(took, x: area.maxX - 8, y: y)
  }
}
