#if CommandLine
import Inspection
import ModuleLifecycle
import Recordings
public import TerminalUI
import TextFormatting

extension DashboardState {
  /// Draws the whole screen on a blank canvas of the state's size.
  ///
  /// The statistics are refreshed for the drawing if needed. Call `refreshStatistics` before to save the next frame
  /// that work.
  public func draw(on canvas: inout Canvas) {
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
    switch overlay {
    case .detail(let scroll), .dispatch(_, _, let scroll):
      let view = reading ?? DetailView(detail: Detail(title: "Nothing is selected"))
      view.drawPanel(on: &canvas, in: layout.frame, scroll: scroll)
    case .help(let scroll): HelpView(state: self).draw(on: &canvas, in: layout.frame, scroll: scroll)
    case .lab: LabView(state: self).draw(on: &canvas)
    case .warnings(let sheet): WarningsView(state: self, sheet: sheet).draw(on: &canvas)
    case .fire, .confirmLaunch, .export, .filter, .palette, .sort, nil:
      drawPanes(layout, on: &canvas)
      drawLower(layout, on: &canvas)
      drawSelection(layout, on: &canvas)
    }
    if case .confirmLaunch = overlay { drawQuestion(on: &canvas) }
    if readingScroll != nil { canvas.mark(search.query, in: layout.frame.inset(by: 1)) }
    if case .palette = overlay { PaletteView(state: self).draw(on: &canvas) }
    menu?.draw(on: &canvas)
  }

  private func drawTooSmall(on canvas: inout Canvas) {
    let needed = "needs \(Layout.smallest.width)x\(Layout.smallest.height), has \(size.width)x\(size.height)"
    let short = "needs \(Layout.smallest.width)x\(Layout.smallest.height)"
    canvas.write(needed.columnWidth <= size.width ? needed : short, x: 0, y: 0, maxColumns: size.width)
  }

  private func drawPanes(_ layout: Layout, on canvas: inout Canvas) {
    guard !layout.panes.isEmpty else { return }
    for rect in layout.panes + [layout.log].compactMap(\.self) { canvas.frame(rect, style: Style.border) }
    for pane in layout.mode == .tabs ? [focus] : Pane.columns + (layout.log == nil ? [] : [.log]) {
      let inside = layout.inside(pane)
      switch pane {
      case .order: OrderPane(state: self, area: inside).draw(on: &canvas)
      case .timings: TimingsPane(state: self, namesModules: layout.mode == .tabs, area: inside).draw(on: &canvas)
      case .cleanup: CleanupPane(state: self, area: inside).draw(on: &canvas)
      case .log: LogPane(state: self, area: inside).draw(on: &canvas)
      }
    }
    if layout.mode == .tabs { drawTabs(layout, on: &canvas) } else { drawTitles(layout, on: &canvas) }
    drawFilterNote(layout, on: &canvas)
    for pane in layout.mode == .tabs ? [focus] : [.order, .cleanup, .log] {
      if let words = marked(in: pane) { canvas.mark(words, in: layout.inside(pane)) }
    }
  }

  private func drawTitles(_ layout: Layout, on canvas: inout Canvas) {
    let rects = Array(zip(Pane.columns, layout.panes)) + (layout.log.map { [(.log, $0)] } ?? [])
    for (pane, rect) in rects {
      canvas.title(PaneTabs.title(of: pane, for: self, room: rect.width - 6), on: rect, style: style(of: pane))
    }
  }

  private func drawTabs(_ layout: Layout, on canvas: inout Canvas) {
    for tab in PaneTabs(state: self, layout: layout).tabs {
      canvas.write(" \(tab.text) ", x: tab.area.x, y: tab.area.y, style: style(of: tab.pane))
    }
  }

  /// Draws why no module is visible.
  private func drawFilterNote(_ layout: Layout, on canvas: inout Canvas) {
    let pane = layout.mode == .tabs ? focus : .order
    guard pane.listsModules, let filter = moduleFilter.filter, moduleRows.moduleCount == 0 else { return }
    let text =
      "No module matches \"\(filter.query)\": every word must be in its name, or in an event that it handles. "
      + "Esc clears the filter."
    canvas.fill(layout.inside(pane).body)
    canvas.paragraph(text, in: layout.inside(pane).body)
  }

  /// The style of a pane's title. The focused pane's is reversed, to be visible without colour.
  private func style(of pane: Pane) -> Style {
    let style = pane == .timings && pinned != nil ? Style.caution.bold : .bold
    return pane == focus && overlay == nil ? style.reversed : style
  }

  /// Marks the selected module's row and, in the focused pane, reverses its head, from marker to name. The eye follows
  /// the row from there, and each move makes the terminal redraw two names instead of four bars.
  private func drawSelection(_ layout: Layout, on canvas: inout Canvas) {
    let pane = layout.mode == .tabs ? focus : .order
    guard pane.listsModules, let selectedModule, let index = moduleRows.line(of: selectedModule) else { return }
    // An empty pane shows a text instead of rows.
    guard pane == .order || shownDispatch != nil else { return }
    let line = index - moduleScroll
    guard line >= 0, line < layout.moduleRows else { return }
    let inside = layout.inside(pane)
    let row = Rect(x: inside.x, y: inside.y + 1 + line, width: inside.width, height: 1)
    if canvas[row.x, row.y].isBlank {
      canvas.mark(x: row.x, y: row.y)
    }
    guard focus.listsModules else { return }
    // A single style for the head: each change of attributes costs as many bytes as a word.
    canvas.restyle(row.split(leading: headWidth(of: row, on: canvas)).leading) { _ in Style.plain.reversed }
  }

  /// The width up to the first gap of two columns after the start of the name.
  private func headWidth(of row: Rect, on canvas: Canvas) -> Int {
    var (end, isName) = (row.x + 1, false)
    for x in (row.x + 1)..<max(row.x + 1, row.maxX) {
      let cell = canvas[x, row.y]
      if isName, cell.isBlank, x > end { break }
      if !cell.isBlank {
        end = x + 1
        isName = isName || !cell.text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
      }
    }
    return end - row.x
  }

  private func drawLower(_ layout: Layout, on canvas: inout Canvas) {
    guard let lower = layout.lower, let panels = layout.panels else { return }
    let left = lower.leading.inset(by: 1)
    canvas.panel(mayFire ? "Fire" : "Events", lower.leading)
    if case .fire(let sheet) = overlay {
      canvas.panel(sheet.chosen?.name ?? "", lower.trailing)
      let view = FireSheetView(state: self, sheet: sheet)
      view.drawList(on: &canvas, in: left)
      return view.drawForm(on: &canvas, in: lower.trailing.inset(by: 1))
    }
    FireList(state: self).draw(on: &canvas, in: left)
    DetailView(detail: Detail(of: self) ?? Detail(title: "")).drawPanel(on: &canvas, in: panels.detail)
    if let panel = panels.statistics { ModuleTimesPanel(state: self).draw(on: &canvas, in: panel) }
    if let panel = panels.recent { RecentPanel(state: self).draw(on: &canvas, in: panel) }
  }

  private func drawQuestion(on canvas: inout Canvas) {
    let lines = [
      "\(application.name) is \(application.state.words): it has already launched.",
      "",
      "s    send it again, to the modules as they are",
      mayAct ? "r    relaunch: create all modules anew, then launch" : nil,
      "Esc  neither",
    ].compactMap(\.self)
    let width = min(size.width - 4, (lines.map(\.columnWidth).max() ?? 0) + 4)
    let box = Rect(x: (size.width - width) / 2, y: max(2, size.height / 2 - 4), width: width, height: lines.count + 2)
    canvas.box("Launch again?", box, lines)
  }
}
#endif
