#if CommandLine
import RollcallInspection
import RollcallLaunches
import ModuleLifecycle
import RollcallTerminalUI
import RollcallTextFormatting

/// The rows that panes 1 and 2 share, from the top: one for each module and, below it, the named parts of its handler
/// in the shown dispatch and the events that the handler sent. For a launch, the rows of everything before its handlers
/// come first.
///
/// The rows are built when the modules, their order or the dispatch change, not for each key or frame.
struct ModuleRows: Sendable, Equatable, PaneRows {
  /// What the rows depend on.
  struct Key: Sendable, Equatable {
    var modules: Int
    /// The shown dispatch's position in the history. A damaged recording can have several dispatches of one number.
    var place: Int?
    var order: RowOrder?
    var showsSentEvents: Bool
    /// The number of the launch's marks.
    var marks: Int
    var filter: RowFilter?
    var folded: Set<ModuleID>
  }

  struct Line: Sendable, Equatable {
    /// The module's index in the list. For a launch's row, the module that a click selects.
    let module: Int
    /// What the row shows below its module; `nil` for the module itself.
    var row: TimedRow?
    /// The number of rows that contain this one.
    let depth: Int

    /// The subject of the row's statistics; `nil` for a sent event.
    func subject(of module: ModuleID) -> EventStatistics.Row? { row == nil ? .handler(module) : row?.subject }

    /// The name; `nil` for a module.
    var label: String? { row?.label }
  }

  let key: Key
  /// The number of known events that the dispatch's handlers sent.
  let sentCount: Int
  /// The list indices of the modules with rows, from the top.
  let modules: [Int]
  /// The columns that the widest row needs for name, note and indentation.
  let nameWidth: Int
  private let ids: [ModuleID]
  /// The modules' indices in `ids`.
  private let positions: [ModuleID: Int]
  private var lines: [Line] = []
  /// The indices of the modules' own rows in `lines`.
  private var ownLines: [Int] = []
  /// The indices of the modules' own spans in the dispatch.
  private var spans: [ModuleID: Int] = [:]

  init(_ key: Key, of state: DashboardState) {
    let (list, history, dispatch) = (state.application.modules, state.application.history, state.shownDispatch)
    self.key = key
    sentCount = dispatch.map { history.childCount(of: $0.id) } ?? 0
    for (index, span) in (dispatch?.handlers ?? HandlerSpans()).enumerated()
    where span.part == nil && spans[span.moduleID] == nil {
      spans[span.moduleID] = index
    }
    let all = key.order?.indices(in: list) ?? Array(0..<list.count)
    modules = all.filter { index in
      key.filter.map { list.fits(list[index], $0) } ?? !list.isInside(key.folded, list[index])
    }
    ids = modules.map { list[$0].id }
    // The width of all modules, so that panes keep their widths while the user types a filter.
    let digits = max(0, String(list.count).count - 2)
    nameWidth =
      digits
      + list.rows.reduce(0) { width, row in
        let note =
          row.stage != nil ? "starts".count + 1 : row.isMain ? "main".count + 1 : row.isOn ? 0 : "off".count + 1
        return max(width, 2 * list.depth(of: row) + row.name.columnWidth + note)
      }
    positions = Dictionary(zip(ids, 0...)) { first, _ in first }
    // The filter hides the launch's rows too.
    if key.filter == nil, list.count > 0, let dispatch, let launch = state.shownLaunch {
      lines = launch.rows(above: dispatch.id, creations: 3).map { row in
        // The row of all creations selects the slowest module.
        let id: ModuleID? =
          switch row.subject {
          case .creation(let module), .start(let module): module
          default: launch.slowest?.module
          }
        return Line(
          module: id.flatMap { list.index(of: $0) } ?? 0, row: TimedRow(row, of: launch), depth: row.depth)
      }
    }
    let below = dispatch.map {
      NestedRows($0, history: key.showsSentEvents ? history : nil, budgets: state.application.source.budgets)
    }
    for (id, module) in zip(ids, modules) {
      let depth = list.depth(of: list[module])
      ownLines.append(lines.count)
      lines.append(Line(module: module, depth: depth))
      guard let below, let span = spans[id] else { continue }
      lines += below.rows(under: span).map { Line(module: module, row: $0, depth: depth + $1) }
    }
  }

  static let (noun, scope) = ("module", "its name, or in an event that it handles")

  func counts(in state: DashboardState) -> (fitting: Int, all: Int) { (count, state.application.modules.count) }

  subscript(line: Int) -> Line { lines[line] }
  /// The number of modules.
  var count: Int { modules.count }
  var lineCount: Int { lines.count }
  func id(of row: Int) -> RowID { .module(ids[row]) }
  func module(of row: Int, in state: DashboardState) -> ModuleID? { ids[row] }
  func row(of id: RowID) -> Int? { if case .module(let module) = id { positions[module] } else { nil } }
  func lines(of row: Int) -> ClosedRange<Int> {
    ownLines[row]...((row + 1 < count ? ownLines[row + 1] : lines.count) - 1)
  }
  func row(at line: Int) -> Int? { modules.firstIndex(of: lines[line].module) }
  func fits(_ row: Int, _ filter: RowFilter, in state: DashboardState) -> Bool {
    state.application.modules.fits(state.application.modules[modules[row]], filter)
  }
  /// The index of a module's own span in the dispatch.
  func spanIndex(of module: ModuleID) -> Int? { spans[module] }
}

extension ModuleRows.Line {
  /// The name of the row.
  func cell(in modules: ModuleList) -> Table.Cell {
    let style = row != nil ? Style.label : modules[module].isPresent ? .plain : .dim
    return Table.Cell(indentation(depth) + (label ?? modules[module].name), style)
  }
}

extension ModuleList {
  /// Whether each word is in the module's name, the name of a composite that contains it, or an event that it handles.
  func fits(_ row: Row, _ filter: RowFilter) -> Bool {
    filter.fits([row.name] + row.handles + ancestors(of: row).map(\.name))
  }
}

extension DashboardState {
  private var rowsKey: ModuleRows.Key {
    ModuleRows.Key(
      modules: application.modules.generation, place: pinned?.place ?? application.history.latestPlace, order: rowOrder,
      showsSentEvents: !showsStatistics, marks: shownLaunch?.marks.count ?? 0,
      filter: lists[.order].filter, folded: foldedComposites)
  }

  var moduleRows: ModuleRows { rows ?? ModuleRows(rowsKey, of: self) }

  /// Rebuilds the rows if anything that they depend on has changed. Without a screen, forgets them.
  ///
  /// If a dispatch is forgotten while it is shown, the rows of its sent events stay.
  mutating func refreshRows() {
    guard hasScreen else {
      rows = nil
      return
    }
    let key = rowsKey
    let sent = shownDispatch.map { application.history.childCount(of: $0.id) } ?? 0
    if let rows, rows.key == key, sent <= rows.sentCount { return }
    rows = ModuleRows(key, of: self)
  }
}
#endif
