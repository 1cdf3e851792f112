#if CommandLine
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings
package import RollcallTerminalUI
import RollcallTextFormatting

extension DashboardState {
  /// Draws the whole screen on a blank canvas of the state's size.
  ///
  /// The statistics are refreshed for the drawing if needed. Call `refreshStatistics` before to save the next frame
  /// that work.
  package func draw(on canvas: inout Canvas) {
    var state = self
    state.refreshStatistics()
    state.drawScreen(on: &canvas)
  }

  private func drawScreen(on canvas: inout Canvas) {
    defer { settings.theme.dress(&canvas) }
    let layout = Layout(for: self)
    guard layout.mode != .tooSmall else { return drawTooSmall(on: &canvas) }
    StatusLine(state: self).draw(on: &canvas)
    HeadlineLine(state: self).draw(on: &canvas)
    if let playback { PlaybackLine(state: self, playback: playback).draw(on: &canvas) }
    NoticeLine(state: self).draw(on: &canvas)
    KeyBar(state: self).draw(on: &canvas)
    if !hasLayer(.frame) {
      drawPanes(layout, on: &canvas)
      drawLower(layout, on: &canvas)
    }
    drawLayers(on: &canvas)
  }

  private func drawTooSmall(on canvas: inout Canvas) {
    let needed = "needs \(Layout.smallest.width)x\(Layout.smallest.height), has \(size.width)x\(size.height)"
    let short = "needs \(Layout.smallest.width)x\(Layout.smallest.height)"
    canvas.write(needed.columnWidth <= size.width ? needed : short, x: 0, y: 0, maxColumns: size.width)
  }

  private func drawPanes(_ layout: Layout, on canvas: inout Canvas) {
    guard !layout.panes.isEmpty else { return }
    for rect in layout.panes + [layout.below].compactMap(\.self) { canvas.frame(rect, style: Style.border) }
    let panes = layout.mode == .tabs ? [focus] : layout.below == nil ? Pane.columns : shownPanes
    for pane in panes { list(of: pane, in: layout.inside(pane)).draw(on: &canvas) }
    if layout.mode == .tabs { drawTabs(layout, on: &canvas) } else { drawTitles(layout, on: &canvas) }
    for pane in panes where layout.mode == .tabs || pane.content.namesFilter {
      if let words = marked(in: pane) { canvas.mark(words, in: layout.inside(pane)) }
    }
  }

  private func drawTitles(_ layout: Layout, on canvas: inout Canvas) {
    for (pane, rect) in zip(shownPanes, layout.panes + [layout.below].compactMap(\.self)) {
      canvas.title(PaneTabs.title(of: pane, for: self, room: rect.width - 6), on: rect, style: style(of: pane))
    }
  }

  private func drawTabs(_ layout: Layout, on canvas: inout Canvas) {
    for tab in PaneTabs(state: self, layout: layout).tabs {
      canvas.write(" \(tab.text) ", x: tab.area.x, y: tab.area.y, style: style(of: tab.pane))
    }
  }

  /// The style of a pane's title. The focused pane's is reversed, to be visible without colour.
  private func style(of pane: Pane) -> Style {
    let style = pane == .timings && pinned != nil ? Style.caution.bold : .bold
    return pane == focus && layers.isEmpty ? style.reversed : style
  }

  private func drawLower(_ layout: Layout, on canvas: inout Canvas) {
    guard let lower = layout.lower, let panels = layout.panels, !hasLayer(.belowPanes) else { return }
    canvas.panel(mayFire ? "Fire" : "Events", lower.leading)
    FireList(state: self).draw(on: &canvas, in: lower.leading.inset(by: 1))
    (Detail(of: self) ?? Detail(title: "")).drawPanel(on: &canvas, in: panels.detail)
    if let panel = panels.statistics { ModuleTimesPanel(state: self).draw(on: &canvas, in: panel) }
  }

  /// The words to mark in a pane: its filter, or the last search if its headline is still shown.
  private func marked(in pane: Pane) -> String? {
    if let filter = lists[pane].filter { return filter.query }
    guard pane == focus, layers.isEmpty, case .found(let query, _, _) = headline else { return nil }
    return query
  }
}
#endif
