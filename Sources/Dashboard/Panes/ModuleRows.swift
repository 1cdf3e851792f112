#if CommandLine
import Inspection
import Launches
import ModuleLifecycle
import TextFormatting

/// The rows that panes 1 and 2 share, from the top: one for each module, and below it those of the parts of its handler
/// that had names in the dispatch that is shown, and of the events that its handler sent. Above them all, where a launch
/// is shown, the rows of what came before its handlers.
///
/// They are worked out when the modules, their order or the dispatch change, and not for each key and each frame.
struct ModuleRows: Sendable, Equatable {
  /// What they were worked out from.
  struct Key: Sendable, Equatable {
    var modules: Int
    var dispatch: UInt64?
    var order: RowOrder?
    var showsSentEvents: Bool
    /// How many moments of the launch have names.
    var marks: Int
    /// What was typed to leave modules out.
    var query: String?
    var folded: Set<ModuleID>
  }

  struct Line: Sendable, Equatable {
    enum Content: Sendable, Equatable {
      case module
      /// A part of the module's handler, with the place of its span among the dispatch's.
      case part(String, span: Int)
      case timed(TimedRow)
    }

    /// The module's place in the list; of a launch's row the place of the module that is meant by clicking on it.
    let module: Int
    let content: Content
    /// In how many rows this one is.
    let depth: Int

    /// What statistics tell of it, where it is a row of this module; `nil` of what was sent.
    func subject(of module: ModuleID) -> EventStatistics.Row? {
      switch content {
      case .module: .handler(module)
      case .part(let name, _): .handler(module, part: name)
      case .timed(let row): row.subject
      }
    }

    /// The name as it fits into so many columns; `nil` for a module.
    func label(columns: Int) -> String? {
      switch content {
      case .module: nil
      case .part(let name, _): name
      case .timed(let row): row.label.columnWidth > columns ? row.shortLabel ?? row.label : row.label
      }
    }
  }

  let key: Key
  /// How many events the dispatch's handlers sent, as far as they are known.
  let sentCount: Int
  /// The modules that have rows, from the top, by their places in the list.
  let modules: [Int]
  /// The columns that the widest row needs for names and notes, the indentation included.
  let nameWidth: Int
  private let ids: [ModuleID]
  /// Which module comes how manieth.
  private let positions: [ModuleID: Int]
  private var lines: [Line] = []
  /// The lines of the modules' own rows.
  private var ownLines: [Int] = []
  /// The modules' own spans in the dispatch.
  private var spans: [ModuleID: Int] = [:]

  init(_ key: Key, of state: DashboardState) {
    let (list, history, dispatch) = (state.application.modules, state.application.history, state.shownDispatch)
    self.key = key
    sentCount = dispatch.map { history.childCount(of: $0.id) } ?? 0
    for (index, span) in (dispatch?.handlers ?? []).enumerated() where span.part == nil && spans[span.moduleID] == nil {
      spans[span.moduleID] = index
    }
    let all = key.order?.indices(in: list) ?? Array(0..<list.count)
    let fitting = state.moduleFilter.filter.map { Set(ModuleFilter.modules(that: $0, finds: list)) }
    modules = all.filter { fitting?.contains(list[$0].id) ?? !list.isInside(key.folded, list[$0]) }
    ids = modules.map { list[$0].id }
    // Of all modules: the panes keep their widths while a filter is typed.
    let digits = max(0, String(list.count).count - 2)
    nameWidth =
      digits
      + list.rows.reduce(0) { width, row in
        let note =
          row.stage != nil ? "starts".count + 1 : row.isMain ? "main".count + 1 : row.isOn ? 0 : "off".count + 1
        return max(width, 2 * list.depth(of: row) + row.name.columnWidth + note)
      }
    positions = Dictionary(uniqueKeysWithValues: zip(ids, 0...))
    // That rows are missing goes with what was typed.
    if key.query == nil, list.count > 0, let dispatch, let launch = state.shownLaunch {
      lines = Self.lines(of: launch, above: dispatch, list)
    }
    let below = dispatch.map {
      RowsBelow($0, history: key.showsSentEvents ? history : nil, budgets: state.application.source.budgets)
    }
    for (id, module) in zip(ids, modules) {
      let depth = list.depth(of: list[module])
      ownLines.append(lines.count)
      lines.append(Line(module: module, content: .module, depth: depth))
      guard let below, let span = spans[id] else { continue }
      lines += below.rows(under: span).map { Line(module: module, content: $0, depth: depth + $1) }
    }
  }

  private static func lines(of launch: ApplicationLaunch, above dispatch: DispatchEntry, _ list: ModuleList) -> [Line] {
    TimedRow.rows(of: launch, above: dispatch.id).map { row, depth in
      // All together mean the one that took the longest.
      let id = if case .creation(let module) = row.subject { Optional(module) } else { launch.slowest?.module }
      return Line(module: id.flatMap { list.index(of: $0) } ?? 0, content: .timed(row), depth: depth)
    }
  }

  var count: Int { lines.count }
  subscript(line: Int) -> Line { lines[line] }
  /// The lines that are in sight below a first one, from the top.
  func lines(from first: Int, atMost count: Int) -> ArraySlice<Line> { lines.dropFirst(first).prefix(max(0, count)) }
  /// The line of a module's own row, if it has one.
  func line(of module: ModuleID) -> Int? { positions[module].map { ownLines[$0] } }
  /// The last of the lines below a module's own row, or that row itself.
  func lastLine(of module: ModuleID) -> Int? {
    positions[module].map { ($0 + 1 < moduleCount ? ownLines[$0 + 1] : count) - 1 }
  }

  /// How many modules have rows.
  var moduleCount: Int { modules.count }
  /// Which module comes how manieth, in the order in which they are shown; `nil` for one that is not shown.
  func position(of module: ModuleID) -> Int? { positions[module] }
  /// The module that comes so manieth.
  func module(at position: Int) -> ModuleID { ids[position] }
  /// Where in its dispatch a module's own span stands.
  func spanIndex(of module: ModuleID) -> Int? { spans[module] }
}

extension DashboardState {
  private var rowsKey: ModuleRows.Key {
    ModuleRows.Key(
      modules: application.modules.generation, dispatch: shownDispatch?.id, order: rowOrder,
      showsSentEvents: !showsStatistics, marks: shownLaunch?.marks.count ?? 0,
      query: moduleFilter.filter?.query, folded: foldedComposites)
  }

  /// The rows of panes 1 and 2.
  var moduleRows: ModuleRows { rows ?? ModuleRows(rowsKey, of: self) }

  /// Works the rows out anew where they are made of something else than before.
  ///
  /// Rows of events that are forgotten while one looks at them stay.
  mutating func refreshRows() {
    let key = rowsKey
    let sent = shownDispatch.map { application.history.childCount(of: $0.id) } ?? 0
    if let rows, rows.key == key, sent <= rows.sentCount { return }
    rows = ModuleRows(key, of: self)
  }
}
#endif
