#if CommandLine
import ModuleLifecycle
import TerminalUI

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
      return click(at: mouse.position, isDouble: mouse.action == .doubleClick)
    }
  }

  private mutating func click(at point: Point, isDouble: Bool) -> [Effect] {
    let layout = Layout(for: self)
    switch overlay {
    case .help:
      if let tab = HelpView(state: self).tabs(on: layout.frame).first(where: { $0.area.contains(point) }) {
        showHelp(tab.topic)
      }
    case .fire(var sheet):
      guard let lower = layout.lower,
        let field = FireForm(state: self, sheet: sheet, area: lower.trailing.inset(by: 1)).field(at: point)
      else { return clickInList(at: point, isDouble: isDouble) }
      sheet.field = field
      overlay = .fire(sheet)
    case .export, .lab, .warnings, .palette, .sort: return clickInList(at: point, isDouble: isDouble)
    case .detail, .dispatch, .confirmLaunch: break
    case .filter, nil: return clickInPanes(at: point, layout, isDouble: isDouble)
    }
    return []
  }

  private mutating func clickInPanes(at point: Point, _ layout: Layout, isDouble: Bool) -> [Effect] {
    if let lower = layout.lower, lower.trailing.inset(by: 1).contains(point) {
      if isDouble, overlay == nil { overlay = .detail(scroll: 0) }
      return []
    }
    guard let pane = pane(at: point, layout) else { return [] }
    // A filter that is being typed belongs to the focused pane.
    guard overlay == nil || pane == focus else { return [] }
    let hasRow = selectRow(at: point, in: pane, layout)
    focus = pane
    if !hasRow { enter(pane) }
    if isDouble, hasRow, overlay == nil { openDetail() }
    return []
  }

  /// The pane under the pointer, or the pane whose tab is there.
  private func pane(at point: Point, _ layout: Layout) -> Pane? {
    guard !layout.panes.isEmpty else { return nil }
    if let log = layout.log, log.inset(by: 1).contains(point) { return .log }
    guard layout.mode == .tabs else {
      // Adjacent panes share a border, which belongs to the right one.
      return Pane.columns.last { layout.panes[$0.rawValue - 1].contains(point) }
    }
    if let tab = PaneTabs(state: self, layout: layout).tabs.first(where: { $0.area.contains(point) }) {
      return tab.pane
    }
    return layout.panes[0].contains(point) ? focus : nil
  }

  /// Selects the row under the pointer.
  ///
  /// - Returns: Whether there is a row.
  private mutating func selectRow(at point: Point, in pane: Pane, _ layout: Layout) -> Bool {
    let inside = layout.inside(pane)
    let line = point.y - inside.y - 1
    if pane == .log {
      guard let row = LogPane(state: self, area: inside).list.row(at: point) else { return false }
      selectLogLine(at: row)
      return true
    }
    guard inside.contains(point), line >= 0, line < layout.moduleRows else { return false }
    guard pane == .cleanup else {
      let rows = moduleRows
      guard moduleScroll + line < rows.count else { return false }
      selectedModule = application.modules[rows[moduleScroll + line].module].id
      moduleFilter.origin = selectedModule
      return true
    }
    let lines = CleanupWindow(self, width: inside.width, height: layout.moduleRows).lines
    guard line < lines.count, case .row(let row, _, _) = lines[line] else { return false }
    selectedCleanup = row.id
    cleanupLine = line
    selectModule(of: row)
    return true
  }

  private mutating func turnWheel(by direction: Int, at point: Point) -> [Effect] {
    let layout = Layout(for: self)
    let key: Key = direction < 0 ? .up : .down
    switch overlay {
    case .fire, .lab, .warnings, .palette, .sort, .export: return press(key)
    case .detail, .dispatch, .help, .filter:
      for _ in 0..<Self.wheelStep { _ = press(key) }
    case .confirmLaunch: break
    case nil:
      guard let pane = pane(at: point, layout) else { return [] }
      if pane != focus { enter(pane) }
      move(by: direction * Self.wheelStep)
    }
    return []
  }
}
#endif
