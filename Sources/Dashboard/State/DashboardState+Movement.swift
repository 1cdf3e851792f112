#if CommandLine
import ModuleLifecycle
import TerminalUI

extension DashboardState {
  /// The selected module's row.
  var selected: ModuleList.Row? { selectedModule.flatMap { application.modules[$0] } }

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
    switch focus {
    case .order, .timings: moveInModules(by: clamped(step))
    case .cleanup: moveInCleanup(by: clamped(step))
    case .log: moveInLog(by: clamped(step))
    }
  }

  private mutating func moveInModules(by step: Int) {
    let rows = moduleRows
    guard rows.moduleCount > 0 else { return }
    let current = selectedModule.flatMap { rows.position(of: $0) } ?? 0
    selectedModule = rows.module(at: min(max(0, current + step), rows.moduleCount - 1))
  }

  private mutating func moveInCleanup(by step: Int) {
    let last = application.ownership.rowCount - 1
    guard last >= 0 else { return }
    let before = cleanupRow
    let row = min(max(0, before + step), last)
    guard let chosen = application.ownership.row(at: row) else { return }
    // At the end it follows what comes, unless that is the end of what fits a filter only.
    selectedCleanup = row == last && application.ownership.filter == nil ? nil : chosen.id
    // Until the end is followed, rows that the mouse chose among stay where they are.
    cleanupLine = selectedCleanup == nil ? nil : cleanupLine.map { $0 + row - before }
    selectModule(of: chosen)
  }

  /// Goes to a pane. In the cleanup log keys that act on a module mean the one whose row is selected.
  mutating func enter(_ pane: Pane) {
    focus = pane
    if pane == .cleanup, let row = application.ownership.row(at: cleanupRow) { selectModule(of: row) }
    if pane == .log, let line = selectedLogLine { selectModule(of: line) }
  }

  /// Goes to the pane that a key names, or to the next or previous one.
  mutating func focusPane(by key: Key) {
    let count = Pane.columns.count + (showsLog ? 1 : 0)
    switch key {
    case .tab: enter(Pane(rawValue: focus.rawValue % count + 1) ?? .order)
    case .backTab: enter(Pane(rawValue: (focus.rawValue + count - 2) % count + 1) ?? .order)
    case .character(let digit): enter(digit.wholeNumberValue.flatMap(Pane.init) ?? focus)
    default: break
    }
  }

  mutating func selectModule(of row: OwnedObjectHistory.Row) {
    if let module = row.owner.module, application.modules[module] != nil { selectedModule = module }
  }

  /// The selected row of the cleanup log, counted from the top; the newest unless another was chosen.
  var cleanupRow: Int {
    selectedCleanup.flatMap { application.ownership.index(of: $0) } ?? max(0, application.ownership.rowCount - 1)
  }

  /// Rows of the focused pane.
  var visibleRows: Int {
    let layout = Layout(for: self)
    return max(1, focus == .log ? layout.inside(.log).height - 1 : layout.moduleRows)
  }

  /// Scrolls as little as needed, so that the selected module is in sight, and of the rows below it as many as fit.
  mutating func keepSelectionVisible() {
    guard !Layout(for: self).panes.isEmpty else { return }
    let lines = moduleRows
    guard let selectedModule, let line = lines.line(of: selectedModule), let last = lines.lastLine(of: selectedModule)
    else {
      moduleScroll = 0
      return
    }
    let rows = max(1, Layout(for: self).moduleRows)
    // With the first module what stands above all modules is in sight too.
    let index = lines.position(of: selectedModule) == 0 && last < rows ? 0 : line
    moduleScroll = min(max(moduleScroll, last - rows + 1), index)
    moduleScroll = max(0, min(moduleScroll, lines.count - rows))
  }

  /// The text that lies over the panes, if one does.
  var reading: DetailView? {
    switch overlay {
    case .detail: Detail(of: self).map { DetailView(detail: $0) }
    case .dispatch(_, let detail, _): DetailView(detail: detail, selected: selectedModule)
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
    overlay = .dispatch(dispatch, Detail(dispatch: dispatch, state: self), scroll: 0)
  }

  mutating func switchStatistics() {
    showsStatistics.toggle()
    // Where one pane is seen at a time, that is the one.
    if size.width < Layout.widthForPanes { focus = .timings }
  }

  // MARK: Dispatches

  /// Shows the latest dispatch, and those that come.
  mutating func followLatest() {
    guard pinned != nil else { return }
    pinned = nil
    guard let latest = application.history.latest else { return }
    headline = .looked("The latest again: #\(latest.id) \(latest.title).")
  }

  /// Shows the dispatch of a number; nothing happens if it is not kept any more.
  mutating func show(dispatch id: UInt64) {
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
        mayAct
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
