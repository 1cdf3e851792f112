#if CommandLine
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI
import RollcallTextFormatting

/// What the user has chosen in a list: the only thing that scrolls, filters and searches.
struct ListState: Sendable, Equatable {
  /// The row that the user selected; `nil` to follow the newest. While a filter hides the module that the user selected,
  /// `DashboardState.selectedModule` is another one.
  var selected: RowID?
  /// The first line in sight.
  var first = 0
  /// The filter; `nil` to show all rows.
  private(set) var filter: RowFilter?
  /// The last query, which stays after all rows are shown again.
  private(set) var query = ""

  /// Shows only the rows with all words of a query; all rows for an empty query.
  mutating func set(_ query: String) {
    filter = RowFilter(query)
    if filter != nil { self.query = query }
  }
}

/// The identity of a row. It stays the same when rows move, and when an open object is cleaned.
enum RowID: Hashable, Sendable {
  case module(ModuleID)
  /// An owned object by its number; without a number, the heading of its owner.
  case object(OwnerID, Int?)
  /// A row with a number, such as a line of the log.
  case number(Int)
}

/// The lists of the panes. Panes 1 and 2 show the same one.
struct PaneLists: Sendable, Equatable {
  private var lists: [DashboardState.Pane: ListState] = [:]

  subscript(pane: DashboardState.Pane) -> ListState {
    get { lists[pane.listsModules ? .order : pane] ?? ListState() }
    set { lists[pane.listsModules ? .order : pane] = newValue }
  }
}

/// The rows of a pane: those that can be selected, and the lines of the screen that each takes.
protocol PaneRows {
  /// What a row is called, and where the words of a filter must be.
  static var noun: String { get }
  static var scope: String { get }
  /// How many rows or objects a filter leaves, and of how many.
  func counts(in state: DashboardState) -> (fitting: Int, all: Int)
  /// The number of rows that can be selected.
  var count: Int { get }
  var lineCount: Int { get }
  func id(of row: Int) -> RowID
  func row(of id: RowID) -> Int?
  /// The module on which keys act when the row is selected; `nil` for the one that was selected before.
  func module(of row: Int, in state: DashboardState) -> ModuleID?
  /// The lines of a row and of what belongs to it.
  func lines(of row: Int) -> ClosedRange<Int>
  /// The row that a click on a line selects.
  func row(at line: Int) -> Int?
  func fits(_ row: Int, _ filter: RowFilter, in state: DashboardState) -> Bool
}

extension DashboardState {
  func rows(of pane: Pane) -> any PaneRows {
    pane.content.rows(in: self)
  }

  /// How many rows of a pane the filter leaves: `2 of 12`.
  func fitting(in pane: Pane) -> String {
    let (fitting, all) = rows(of: pane).counts(in: self)
    return "\(Phrases.number(fitting)) of \(Phrases.number(all))"
  }

  /// What a pane says instead of rows if its filter leaves none; `nil` without a filter.
  func noMatch(in pane: Pane) -> String? {
    let rows = type(of: rows(of: pane))
    return lists[pane].filter.map { filter in
      "No \(rows.noun) matches \"\(filter.query)\": every word must be in \(rows.scope). Esc clears the filter."
    }
  }

  /// The index of the selected row of a pane; `nil` if it has no rows, or no module is selected. Without a choice, the
  /// newest row is selected.
  func selectedRow(of pane: Pane) -> Int? {
    let rows = rows(of: pane)
    if pane.listsModules { return selectedModule.flatMap { rows.row(of: .module($0)) } }
    return lists[pane].selected.flatMap(rows.row) ?? (rows.count > 0 ? rows.count - 1 : nil)
  }

  /// The view of a pane's table in an area.
  func list(of pane: Pane, in area: Rect) -> ListView {
    let line = selectedRow(of: pane).map { rows(of: pane).lines(of: $0).lowerBound }
    let content = pane.content.init(state: self, width: area.width)
    var view = ListView(
      table: content.table, area: area, selection: line, first: lists[pane].first,
      emphasis: content.emphasis(isFocused: focus == pane))
    view.margin = content.margin
    return view
  }

  // MARK: Moving

  /// Moves in the focused pane as a key asks.
  mutating func move(_ key: Key) {
    if let step = Self.movement(of: key, page: visibleRows) { move(by: step) }
  }

  mutating func move(by step: Int) {
    let rows = rows(of: focus)
    guard rows.count > 0 else { return }
    select(row: Self.place(selectedRow(of: focus) ?? 0, movedBy: step, in: rows.count), in: focus)
  }

  /// Selects a row of a pane, and its module, so that keys that act on a module apply to it.
  mutating func select(row: Int, in pane: Pane) {
    let rows = rows(of: pane)
    guard (0..<rows.count).contains(row) else { return }
    // At the end, the selection follows new rows, unless a filter hides some.
    let follows = row == rows.count - 1 && lists[pane].filter == nil
    lists[pane].selected = follows && !pane.listsModules ? nil : rows.id(of: row)
    selectedModule = rows.module(of: row, in: self) ?? selectedModule
  }

  /// Focuses a pane. A column selects the module of its selected row; another pane only once the user moves in it, because
  /// a look at its newest row must not change what keys act on.
  mutating func enter(_ pane: Pane) {
    focus = pane
    guard pane.isColumn, let row = selectedRow(of: pane) else { return }
    selectedModule = rows(of: pane).module(of: row, in: self) ?? selectedModule
  }

  /// Focuses the pane that a digit key names, or the next or previous pane.
  mutating func focusPane(by key: Key) {
    let panes = shownPanes
    let place = panes.firstIndex(of: focus) ?? 0
    switch key {
    case .tab: enter(panes[(place + 1) % panes.count])
    case .backTab: enter(panes[(place + panes.count - 1) % panes.count])
    case .character(let digit): enter(digit.wholeNumberValue.flatMap(Pane.init) ?? focus)
    default: break
    }
  }

  /// Shows and focuses a pane below the columns. If it is focused already, hides it.
  mutating func toggle(_ pane: Pane) {
    if focus == pane { return hideOpenedPane() }
    openedPane = pane
    enter(pane)
  }

  mutating func hideOpenedPane() { (openedPane, focus) = (nil, .order) }

  /// The number of visible rows in the focused pane, at least 1.
  var visibleRows: Int { max(1, bodyHeight(of: focus)) }

  private func bodyHeight(of pane: Pane) -> Int {
    // Without the heads of the columns.
    Layout(for: self).inside(pane).height - (pane.content.hasFoot ? 2 : 1)
  }

  /// Scrolls as little as needed to show the selected row of each pane, and as many of the lines below it as fit.
  mutating func keepSelectionVisible() {
    guard !Layout(for: self).panes.isEmpty else { return }
    for pane in shownPanes where pane == .order || !pane.listsModules {
      let (rows, height) = (rows(of: pane), max(1, bodyHeight(of: pane)))
      guard let row = selectedRow(of: pane) else {
        lists[pane].first = 0
        continue
      }
      let lines = rows.lines(of: row)
      // Together with the first row, show the lines above all rows.
      let top = row == 0 && lines.upperBound < height ? 0 : lines.lowerBound
      let first = min(max(lists[pane].first, lines.upperBound - height + 1), top)
      lists[pane].first = max(0, min(first, rows.lineCount - height))
    }
  }

  // MARK: Filters

  mutating func openFilter() {
    if let selectedModule { lists[.order].selected = .module(selectedModule) }
    open(FilterPrompt(query: EditedText(filterQuery)))
  }

  /// Shows all rows again. The selected module stays selected.
  mutating func showAll() {
    if let selectedModule { lists[.order].selected = .module(selectedModule) }
    setFilter("")
  }

  /// The query of the focused pane's filter; empty if there is none.
  var filterQuery: String { lists[focus].filter?.query ?? "" }

  /// Shows only the matching rows of the focused pane. The selected row stays selected while it is shown.
  mutating func setFilter(_ query: String) {
    // The headline is about the earlier query.
    if case .found = headline { headline = application.history.latest.map { .happened(.dispatched($0.id)) } ?? .start }
    lists[focus].set(query)
    if focus.listsModules, case .module(let module)? = lists[.order].selected { selectedModule = module }
  }

  /// Selects the first matching module from the selected one on, else the last one before it, else none.
  ///
  /// In the cleanup pane, module commands act on the selected row's module, even if panes 1 and 2 do not show it.
  mutating func keepSelectionFitting() {
    guard focus.listsModules, lists[.order].filter != nil else { return }
    // In a recording, a module that does not exist yet will come back.
    if playback != nil, let selectedModule, application.modules[selectedModule] == nil { return }
    let rows = moduleRows
    if let selectedModule, rows.row(of: .module(selectedModule)) != nil { return }
    let start = selectedModule.flatMap { application.modules.index(of: $0) } ?? 0
    selectedModule = (rows.modules.first { $0 >= start } ?? rows.modules.last).map { application.modules[$0].id }
  }

  // MARK: Searching

  /// Selects the next or previous row that matches the last query, wrapping around, whether or not the other rows are
  /// shown.
  mutating func findAgain(by step: Int) {
    guard let filter = RowFilter(lists[focus].query) else { return }
    let rows = rows(of: focus)
    let found = (0..<rows.count).filter { rows.fits($0, filter, in: self) }
    guard let next = Self.next(in: found, from: selectedRow(of: focus) ?? -1, by: step) else {
      headline = .failed("Nothing matches \"\(filter.query)\".")
      return
    }
    select(row: found[next], in: focus)
    headline = .found(query: filter.query, place: next + 1, count: found.count)
  }

  /// The index of the first number after `current`, or of the last one before it, wrapping around. `numbers` is
  /// ascending.
  static func next(in numbers: [Int], from current: Int, by step: Int) -> Int? {
    guard !numbers.isEmpty else { return nil }
    return step > 0
      ? numbers.firstIndex { $0 > current } ?? 0 : numbers.lastIndex { $0 < current } ?? numbers.count - 1
  }
}
#endif
