#if CommandLine
import ModuleLifecycle
public import TerminalUI
import TextFormatting

extension DashboardState {
  /// Draws the whole screen on a blank canvas of the state's size.
  public func draw(on canvas: inout Canvas) {
    drawBackdrop(on: &canvas)
    drawForeground(on: &canvas)
  }

  /// Draws, on a blank canvas, what stays as it is while one module after the other is selected with which the same can be
  /// done.
  func drawBackdrop(on canvas: inout Canvas) {
    let layout = Layout(for: self)
    guard layout.mode != .tooSmall else { return drawTooSmall(on: &canvas) }
    StatusLine(state: self).draw(on: &canvas)
    HeadlineLine(state: self).draw(on: &canvas)
    if let playback { PlaybackLine(state: self, playback: playback).draw(on: &canvas) }
    NoticeLine(state: self).draw(on: &canvas)
    KeyBar(state: self).draw(on: &canvas)
    guard showsPanes else { return }
    drawPanes(layout, on: &canvas)
    drawLower(layout, on: &canvas)
  }

  /// Draws the rest over the backdrop: what is said of the selected module, and what lies over the panes.
  func drawForeground(on canvas: inout Canvas) {
    let layout = Layout(for: self)
    guard layout.mode != .tooSmall else { return }
    if showsPanes {
      drawSelection(layout, on: &canvas)
      drawLowerPanels(layout, on: &canvas)
    }
    switch overlay {
    case .detail(let scroll), .dispatch(_, let scroll):
      let view = reading ?? DetailView(detail: Detail(title: "Nothing is selected"))
      canvas.frame(layout.frame, style: Palette.border)
      canvas.title(view.detail.title, on: layout.frame, style: .bold)
      view.draw(on: &canvas, in: layout.frame.inset(by: 1), scroll: scroll)
    case .help(let scroll): HelpView(state: self).draw(on: &canvas, in: layout.frame, scroll: scroll)
    case .lab: LabView(state: self).draw(on: &canvas)
    case .warnings(let sheet): WarningsView(state: self, sheet: sheet).draw(on: &canvas)
    case .confirmLaunch: drawQuestion(layout, on: &canvas)
    case .export(let selection): ExportView(state: self).draw(on: &canvas, selection: selection)
    case .fire, .filter, nil: break
    }
  }

  /// Whether the panes are to be seen, and not something in their place.
  private var showsPanes: Bool {
    switch overlay {
    case .detail, .dispatch, .help, .lab, .warnings: false
    case .fire, .confirmLaunch, .export, .filter, nil: true
    }
  }

  private func drawTooSmall(on canvas: inout Canvas) {
    let needed = "needs \(Layout.smallest.width)x\(Layout.smallest.height), has \(size.width)x\(size.height)"
    let short = "needs \(Layout.smallest.width)x\(Layout.smallest.height)"
    canvas.write(needed.columnWidth <= size.width ? needed : short, x: 0, y: 0, maxColumns: size.width)
  }

  private func drawPanes(_ layout: Layout, on canvas: inout Canvas) {
    guard !layout.panes.isEmpty else { return }
    for rect in layout.panes { canvas.frame(rect, style: Palette.border) }
    if let lower = layout.lower { canvas.frame(lower.leading.union(lower.trailing), style: Palette.border) }
    let shown = layout.mode == .tabs ? [focus] : Pane.allCases
    for pane in shown {
      switch pane {
      case .order: OrderPane(state: self).draw(on: &canvas, in: layout.inside(pane))
      case .timings:
        TimingsPane(state: self, namesModules: layout.mode == .tabs).draw(on: &canvas, in: layout.inside(pane))
      case .cleanup: CleanupPane(state: self).draw(on: &canvas, in: layout.inside(pane))
      }
    }
    if layout.mode == .tabs { drawTabs(layout, on: &canvas) } else { drawTitles(layout, on: &canvas) }
    drawFilterNote(layout, on: &canvas)
  }

  private func drawTitles(_ layout: Layout, on canvas: inout Canvas) {
    for pane in Pane.allCases {
      let rect = layout.panes[pane.rawValue - 1]
      canvas.title(PaneTabs.title(of: pane, for: self, room: rect.width - 6), on: rect, style: style(of: pane))
    }
  }

  private func drawTabs(_ layout: Layout, on canvas: inout Canvas) {
    for tab in PaneTabs(state: self, layout: layout).tabs {
      canvas.write(" \(tab.text) ", x: tab.area.x, y: tab.area.y, style: style(of: tab.pane))
    }
  }

  /// Why there is no module to be seen.
  private func drawFilterNote(_ layout: Layout, on canvas: inout Canvas) {
    let pane = layout.mode == .tabs ? focus : .order
    guard pane != .cleanup, let filter = moduleFilter.filter, moduleFilter.matchCount == 0 else { return }
    let text =
      "No module fits \"\(filter.query)\": every word has to be in its name, or in an event that it handles. "
      + "Esc clears the filter."
    let area = layout.inside(pane)
    canvas.fill(Rect(x: area.x, y: area.y + 1, width: area.width, height: max(0, area.height - 2)))
    for (offset, line) in text.wrapped(toColumns: area.width - 2).prefix(max(0, area.height - 2)).enumerated() {
      canvas.write(line, x: area.x + 1, y: area.y + 1 + offset, style: Palette.label)
    }
  }

  /// The focused pane's title is reversed, so that it is told without colour too.
  private func style(of pane: Pane) -> Style {
    let style = pane == .timings && pinned != nil ? Palette.caution.bold : .bold
    return pane == focus && overlay == nil ? style.reversed : style
  }

  /// Marks the selected module's row, and in the focused pane the head of it, marker to name: the eye follows the row
  /// from there, and a move costs the terminal two names and not four bars.
  private func drawSelection(_ layout: Layout, on canvas: inout Canvas) {
    let pane = layout.mode == .tabs ? focus : .order
    guard pane != .cleanup, let selectedModule, let index = moduleRows.line(of: selectedModule) else { return }
    // In an empty pane there is a text in place of the rows.
    guard pane == .order || shownDispatch != nil else { return }
    let line = index - moduleScroll
    guard line >= 0, line < layout.moduleRows else { return }
    let inside = layout.inside(pane)
    let row = Rect(x: inside.x, y: inside.y + 1 + line, width: inside.width, height: 1)
    if canvas[row.x, row.y].isBlank {
      canvas.write(canvas.glyphs.selection, x: row.x, y: row.y, style: Palette.accent.bold)
    }
    guard focus != .cleanup else { return }
    // One look for all of it: each change of attributes costs as much as a word.
    canvas.restyle(row.split(leading: headWidth(of: row, on: canvas)).leading) { _ in Style.plain.reversed }
  }

  /// Up to the first gap of two columns after the name's beginning.
  private func headWidth(of row: Rect, on canvas: Canvas) -> Int {
    var (end, isName) = (row.x + 1, false)
    for x in (row.x + 1)..<max(row.x + 1, row.maxX) {
      let cell = canvas[x, row.y]
      if isName, cell.isBlank, x > end { break }
      if !cell.isBlank {
        end = x + 1
        isName = isName || !cell.scalars.allSatisfy { ("0"..."9").contains($0) }
      }
    }
    return end - row.x
  }

  private func drawLower(_ layout: Layout, on canvas: inout Canvas) {
    guard let lower = layout.lower else { return }
    canvas.frame(lower.leading, style: Palette.border)
    canvas.frame(lower.trailing, style: Palette.border)
    let (left, right) = (lower.leading.inset(by: 1), lower.trailing.inset(by: 1))
    canvas.title(playback == nil ? "Fire" : "Events", on: lower.leading, style: .bold)
    if case .fire(let sheet) = overlay {
      canvas.title(sheet.chosen?.name ?? "", on: lower.trailing, style: .bold)
      let view = FireSheetView(state: self, sheet: sheet)
      view.drawList(on: &canvas, in: left)
      view.drawForm(on: &canvas, in: right)
    } else {
      FireList(state: self).draw(on: &canvas, in: left)
    }
  }

  private func drawLowerPanels(_ layout: Layout, on canvas: inout Canvas) {
    guard let panels = LowerPanels(layout) else { return }
    if case .fire = overlay { return }
    for panel in [panels.detail, panels.statistics, panels.recent].compactMap(\.self) {
      canvas.frame(panel, style: Palette.border)
    }
    if let detail = Detail(of: self) {
      canvas.title(detail.title, on: panels.detail, style: .bold)
      DetailView(detail: detail).draw(on: &canvas, in: panels.detail.inset(by: 1))
    }
    if let panel = panels.statistics {
      let view = ModuleTimesPanel(state: self)
      canvas.title(view.title, on: panel, style: .bold)
      view.draw(on: &canvas, in: panel.inset(by: 1))
    }
    if let panel = panels.recent {
      let view = RecentPanel(state: self)
      canvas.title(view.title, on: panel, style: .bold)
      view.draw(on: &canvas, in: panel.inset(by: 1))
    }
  }

  private func drawQuestion(_ layout: Layout, on canvas: inout Canvas) {
    let lines = [
      "\(source.application) is \(applicationState.words): it has launched already.",
      "",
      "s    send it again, to the modules as they are",
      "r    relaunch: create all modules anew, then launch",
      "Esc  neither",
    ]
    let width = min(size.width - 4, (lines.map(\.columnWidth).max() ?? 0) + 4)
    let box = Rect(x: (size.width - width) / 2, y: max(2, size.height / 2 - 4), width: width, height: 7)
    canvas.fill(box)
    canvas.frame(box)
    canvas.title("Launch again?", on: box, style: .bold)
    for (offset, line) in lines.enumerated() {
      canvas.write(line, x: box.x + 2, y: box.y + 1 + offset, maxColumns: width - 4)
    }
  }
}

extension Rect {
  /// The smallest rectangle that holds both.
  fileprivate func union(_ other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// What colours and weights mean. Each says something that words say too.
enum Palette {
  static let label = Style.dim
  static let good = Style.foreground(.green)
  static let bad = Style.foreground(.red).bold
  static let caution = Style.foreground(.yellow)
  static let accent = Style.foreground(.cyan)
  static let key = Style.foreground(.cyan).bold
  static let bar = Style.foreground(.blue)
  static let border = Style.dim
}
#endif
