#if CommandLine
import ModuleLifecycle
import RollcallTerminalUI

/// Mouse handling: a click selects the row under the pointer or presses the key named there, a double-click opens it,
/// and the wheel moves.
extension DashboardState {
  /// How many rows one notch of the wheel moves.
  static let wheelStep = 3

  mutating func handle(_ mouse: MouseEvent, _ glyphs: GlyphSet) -> [Effect] {
    guard isMouseOn, Layout(for: self).mode != .tooSmall else { return [] }
    switch mouse.action {
    case .scrollUp: return turnWheel(by: -1, at: mouse.position)
    case .scrollDown: return turnWheel(by: 1, at: mouse.position)
    case .release: return []
    case .drag:
      headline = .looked(
        "To select text, turn the mouse off with m, or hold Shift in most terminals.")
      return []
    case .press, .doubleClick:
      if mouse.position.y == size.height - 1 {
        return KeyBar(state: self).key(at: mouse.position.x, glyphs: glyphs).map { press($0) } ?? []
      }
      if let playback, mouse.position.y == PlaybackLine(state: self, playback: playback).row {
        return clickOnPlayback(at: mouse.position.x)
      }
      let isDouble = mouse.action == .doubleClick
      if let layer { return layer.click(at: mouse.position, isDouble: isDouble, in: &self) }
      clickInPanes(at: mouse.position, isDouble: isDouble)
      return []
    }
  }

  /// Handles a click on the panes or the areas below them, also while the focused pane's filter is being typed.
  mutating func clickInPanes(at point: Point, isDouble: Bool) {
    let layout = Layout(for: self)
    if let lower = layout.lower, lower.trailing.inset(by: 1).contains(point) {
      if isDouble, layer == nil { open(DetailPage()) }
      return
    }
    guard let pane = pane(at: point, layout), layer == nil || pane == focus else { return }
    let line = list(of: pane, in: layout.inside(pane)).row(at: point)
    focus = pane
    guard let row = line.flatMap({ rows(of: pane).row(at: $0) }) else { return enter(pane) }
    select(row: row, in: pane)
    if isDouble, layer == nil { openDetail() }
  }

  /// The pane under the pointer, or the pane whose tab is there.
  private func pane(at point: Point, _ layout: Layout) -> Pane? {
    guard !layout.panes.isEmpty else { return nil }
    if let below = layout.below, below.inset(by: 1).contains(point) { return openedPane }
    guard layout.mode == .tabs else {
      // Adjacent panes share a border, which belongs to the right one.
      return Pane.columns.last { layout.panes[$0.rawValue - 1].contains(point) }
    }
    if let tab = PaneTabs(state: self, layout: layout).tabs.first(where: { $0.area.contains(point) }) {
      return tab.pane
    }
    return layout.panes[0].contains(point) ? focus : nil
  }

  private mutating func turnWheel(by direction: Int, at point: Point) -> [Effect] {
    if let layer {
      // In a list, one notch moves by one row.
      let turns = layer.list(in: self) == nil ? Self.wheelStep : 1
      return (0..<turns).flatMap { _ in press(direction < 0 ? .up : .down) }
    }
    guard let pane = pane(at: point, Layout(for: self)) else { return [] }
    if pane != focus { enter(pane) }
    move(by: direction * Self.wheelStep)
    return []
  }
}
#endif
