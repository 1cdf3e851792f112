#if CommandLine
import ModuleLifecycle
import TerminalUI

extension DashboardState {
  /// The selected module's row.
  var selected: ModuleList.Row? { selectedModule.flatMap { application.modules[$0] } }

  /// Moves in the focused pane as a key asks.
  mutating func move(_ key: Key) {
    if let step = Self.movement(of: key, page: visibleRows) { move(by: step) }
  }

  mutating func move(by step: Int) {
    switch focus {
    case .order, .timings: moveInModules(by: step)
    case .cleanup: moveInCleanup(by: step)
    case .log: _ = moveInList(by: step)
    }
  }

  private mutating func moveInModules(by step: Int) {
    let rows = moduleRows
    guard rows.moduleCount > 0 else { return }
    let current = selectedModule.flatMap { rows.position(of: $0) } ?? 0
    selectedModule = rows.module(at: Self.place(current, movedBy: step, in: rows.moduleCount))
  }

  private mutating func moveInCleanup(by step: Int) {
    let last = cleanupRows.count - 1
    guard last >= 0 else { return }
    let before = cleanupRow
    let row = Self.place(before, movedBy: step, in: last + 1)
    let chosen = cleanupRows.rows[row]
    // At the end, the selection follows new rows, unless a filter hides some.
    selectedCleanup = row == last && cleanupFilter == nil ? nil : chosen.id
    // After a click, the rows stay in place until the selection follows the end.
    cleanupLine = selectedCleanup == nil ? nil : cleanupLine.map { $0 + row - before }
    selectModule(of: chosen)
  }

  /// Focuses a pane, and selects the module of the selected row in the cleanup pane or the log: keys that act on a
  /// module apply to it.
  mutating func enter(_ pane: Pane) {
    focus = pane
    if pane == .cleanup, let row = selectedCleanupRow { selectModule(of: row) }
    if pane == .log, let line = selectedLogLine { selectModule(of: line) }
  }

  /// Focuses the pane that a digit key names, or the next or previous pane.
  mutating func focusPane(by key: Key) {
    let count = Pane.columns.count + (showsLog ? 1 : 0)
    switch key {
    case .tab: enter(Pane(rawValue: focus.rawValue % count + 1) ?? .order)
    case .backTab: enter(Pane(rawValue: (focus.rawValue + count - 2) % count + 1) ?? .order)
    case .character(let digit): enter(digit.wholeNumberValue.flatMap(Pane.init) ?? focus)
    default: break
    }
  }

  mutating func selectModule(of row: CleanupRows.Row) {
    if let module = row.owner.module, application.modules[module] != nil { selectedModule = module }
  }

  /// The number of visible rows in the focused pane, at least 1.
  var visibleRows: Int {
    let layout = Layout(for: self)
    return max(1, focus == .log ? layout.inside(.log).height - 1 : layout.moduleRows)
  }

  /// Scrolls as little as needed to show the selected module, and as many of the rows below it as fit.
  mutating func keepSelectionVisible() {
    guard !Layout(for: self).panes.isEmpty else { return }
    let lines = moduleRows
    guard let selectedModule, let line = lines.line(of: selectedModule), let last = lines.lastLine(of: selectedModule)
    else {
      moduleScroll = 0
      return
    }
    let rows = max(1, Layout(for: self).moduleRows)
    // Together with the first module, show the rows above all modules.
    let index = lines.position(of: selectedModule) == 0 && last < rows ? 0 : line
    moduleScroll = min(max(moduleScroll, last - rows + 1), index)
    moduleScroll = max(0, min(moduleScroll, lines.count - rows))
  }

  /// The text that is open over the panes, if any.
  var reading: DetailView? {
    switch overlay {
    case .detail: Detail(of: self).map { DetailView(detail: $0) }
    case .dispatch(_, let detail, _): DetailView(detail: detail, selected: selectedModule)
    case .help: DetailView(detail: HelpView.detail(for: self), indent: HelpView.indent)
    default: nil
    }
  }

  /// The greatest scroll offset of the open text.
  var lastScroll: Int {
    let area = Layout(for: self).frame.inset(by: 1)
    return max(0, (reading?.rows(width: area.width).count ?? 0) - area.height)
  }

  /// Opens the detail of the selection. In the timings pane, that is the whole shown dispatch.
  mutating func openDetail() {
    guard focus == .timings, let dispatch = shownDispatch else {
      overlay = Detail(of: self) == nil ? nil : .detail(scroll: 0)
      return
    }
    overlay = .dispatch(dispatch, Detail(dispatch: dispatch, state: self), scroll: 0)
  }

  mutating func switchStatistics() {
    showsStatistics.toggle()
    // If the screen shows only one pane at a time, show the timings.
    if size.width < Layout.widthForPanes { focus = .timings }
  }

  // MARK: Dispatches

  /// Shows the latest dispatch and follows new ones.
  mutating func followLatest() {
    guard pinned != nil else { return }
    pinned = nil
    guard let latest = application.history.latest else { return }
    headline = .looked("Back to the latest: #\(latest.id) \(latest.title).")
  }

  /// Shows the dispatch with a number. Does nothing if the dispatch is no longer kept.
  mutating func show(dispatch id: DispatchID) {
    if let place = application.history.place(of: id) { show(place) }
  }

  private mutating func show(_ place: Int) {
    if place == application.history.latestPlace { return followLatest() }
    let history = application.history
    guard let dispatch = history.dispatch(at: place), let firedCount = history.topLevelCount(upTo: place) else {
      return
    }
    pinned = PinnedDispatch(
      place: place, firedCount: firedCount, dispatch: dispatch, launch: application.history.launch(of: dispatch.id))
    headline = .looked(sentence(about: dispatch), hint: "Esc latest")
  }

  private func sentence(about dispatch: DispatchEntry) -> String {
    let head = "#\(dispatch.id) \(dispatch.event) at \(Clock(self).time(dispatch.atNanoseconds))"
    if let parent = dispatch.parent {
      return "\(head), sent\(dispatch.parentModule.map { " by \($0)" } ?? "") in #\(parent)."
    }
    return "\(head), \(Phrases.number(eventsSinceShown)) before the latest."
  }

  mutating func step(back: Bool, nested: Bool) {
    guard let current = pinned?.place ?? application.history.latestPlace else {
      headline =
        mayFire
        ? .looked("No event has been fired yet.", hint: "f fire")
        : .looked("No event has come yet.", hint: "f go to an event")
      return
    }
    let history = application.history
    let next = back ? history.place(before: current, nested: nested) : history.place(after: current, nested: nested)
    if let next { return show(next) }
    if back { return sayThatNoneIsOlder(nested: nested) }
    if pinned != nil { return followLatest() }
    headline = .looked("#\(history.latest?.id ?? 0) is the latest; new ones are shown as they come.")
  }

  private mutating func sayThatNoneIsOlder(nested: Bool) {
    let history = application.history
    let isFirst = (nested ? history.forgottenCount : history.forgottenTopLevelCount) == 0
    let id = shownDispatch?.id ?? 0
    headline = .looked(
      isFirst ? "#\(id) is the first one." : "Nothing before #\(id) is kept.", hint: pinned == nil ? "" : "Esc latest")
  }
}
#endif
