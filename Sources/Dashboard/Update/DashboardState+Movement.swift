#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI

extension DashboardState {
  /// The selected module's row.
  var selected: Roster.Row? { selectedModule.flatMap { roster[$0] } }

  /// How many rows a key moves by; an end is as far as one can go.
  func movement(of key: Key) -> Int? {
    switch key {
    case .up, .character("k"): -1
    case .down, .character("j"): 1
    case .pageUp: -visibleRows
    case .pageDown: visibleRows
    case .home, .character("g"): .min
    case .end, .character("G"): .max
    default: nil
    }
  }

  /// A step that can be added without overflow.
  func clamped(_ step: Int) -> Int { min(max(step, -1_000_000_000), 1_000_000_000) }

  mutating func move(by step: Int) {
    if focus == .cleanup { moveInCleanup(by: clamped(step)) } else { moveInModules(by: clamped(step)) }
  }

  private mutating func moveInModules(by step: Int) {
    if let module = module(by: step) { selectedModule = module }
  }

  /// The module that stands so many rows from the selected one, or at the end of the rows; `nil` where there is none.
  private func module(by step: Int) -> ModuleID? {
    let rows = moduleRows
    guard rows.moduleCount > 0 else { return nil }
    let current = selectedModule.flatMap { rows.position(of: $0) } ?? 0
    return rows.module(at: min(max(0, current + step), rows.moduleCount - 1))
  }

  /// Whether an action does no more than select a module that is in sight and with which the same can be done, so that
  /// everything else on the screen stays as it is; false where that is not known. While something ticks, the times on the
  /// screen go on with every action.
  func onlySelects(_ action: Action) -> Bool {
    guard case .key(let key) = action, overlay == nil, playback == nil, focus != .cleanup, tickInterval == nil,
      ownership.overdueOwners.isEmpty, let step = movement(of: key), let module = module(by: clamped(step)),
      let selected, let next = roster[module], actions(on: selected) == actions(on: next)
    else { return false }
    let rows = moduleRows
    guard let line = rows.line(of: module), let last = rows.lastLine(of: module) else { return false }
    return line >= moduleScroll && last < moduleScroll + visibleRows
  }

  private mutating func moveInCleanup(by step: Int) {
    let last = ownership.rowCount - 1
    guard last >= 0 else { return }
    let before = cleanupRow
    let row = min(max(0, before + step), last)
    guard let chosen = ownership.row(at: row) else { return }
    // At the end it follows what comes, unless that is the end of what fits a filter only.
    selectedCleanup = row == last && ownership.filter == nil ? nil : chosen.id
    // Until the end is followed, rows that the mouse chose among stay where they are.
    cleanupLine = selectedCleanup == nil ? nil : cleanupLine.map { $0 + row - before }
    selectModule(of: chosen)
  }

  /// Goes to a pane. In the cleanup log keys that act on a module mean the one whose row is selected.
  mutating func enter(_ pane: Pane) {
    focus = pane
    if pane == .cleanup, let row = ownership.row(at: cleanupRow) { selectModule(of: row) }
  }

  mutating func selectModule(of row: OwnershipLog.Row) {
    if let module = row.owner.module, roster[module] != nil { selectedModule = module }
  }

  /// The selected row of the cleanup log, counted from the top; the newest unless another was chosen.
  var cleanupRow: Int {
    selectedCleanup.flatMap { ownership.index(of: $0) } ?? max(0, ownership.rowCount - 1)
  }

  /// Rows for modules in the panes.
  var visibleRows: Int { max(1, Layout(for: self).moduleRows) }

  /// Scrolls as little as needed, so that the selected module is in sight, and of the rows below it as many as fit.
  mutating func keepSelectionVisible() {
    guard !Layout(for: self).panes.isEmpty else { return }
    let lines = moduleRows
    guard let selectedModule, let line = lines.line(of: selectedModule), let last = lines.lastLine(of: selectedModule)
    else {
      moduleScroll = 0
      return
    }
    let rows = visibleRows
    // With the first module what stands above all modules is in sight too.
    let index = lines.position(of: selectedModule) == 0 && last < rows ? 0 : line
    moduleScroll = min(max(moduleScroll, last - rows + 1), index)
    moduleScroll = max(0, min(moduleScroll, lines.count - rows))
  }
}

extension DashboardState {
  /// The text that lies over the panes, if one does.
  var reading: DetailView? {
    switch overlay {
    case .detail: Detail(of: self).map { DetailView(detail: $0) }
    case .dispatch(let page, _): DetailView(detail: page.detail, selected: selectedModule)
    case .help: DetailView(detail: HelpView.detail(for: self), indent: HelpView.indent)
    default: nil
    }
  }

  /// How far it can be scrolled.
  var lastScroll: Int {
    let area = Layout(for: self).frame.inset(by: 1)
    return max(0, (reading?.rows(width: area.width).count ?? 0) - area.height)
  }

  /// Opens the detail of what is selected; in the timings, all of the dispatch that is shown.
  mutating func openDetail() {
    guard focus == .timings, let dispatch = shownDispatch else {
      overlay = Detail(of: self) == nil ? nil : .detail(scroll: 0)
      return
    }
    overlay = .dispatch(DispatchPage(dispatch, state: self), scroll: 0)
  }
}
#endif
