#if CommandLine
import Launches
import ModuleLifecycle

/// What the rows of panes 1 and 2 are made of, worked out when the modules, their order or the dispatch change and not
/// for each key and each frame.
struct RowTable: Sendable, Equatable {
  /// What it was worked out from.
  struct Key: Sendable, Equatable {
    var modules: Int
    var dispatch: UInt64?
    var order: RowOrder?
    var showsSentEvents: Bool
    /// What was typed to leave modules out.
    var query: String?
  }

  let key: Key
  /// How many events the dispatch's handlers sent, as far as they are known.
  let sentCount: Int
  /// All lines; `nil` where there is one for each module, in the order of the roster.
  private(set) var lines: [ModuleRows.Line]?
  /// The line of each module's own row, by its place in the roster.
  private(set) var lineOfModule: [Int?]?
  /// The modules in the order in which they are shown, by their places in the roster, and the other way round; `nil` for
  /// all of them in that of the roster.
  private(set) var modules: [Int]?
  private(set) var positionOfModule: [Int?]?
  /// The modules' own spans in the dispatch.
  private(set) var spanOfModule: [ModuleID: Int] = [:]

  init(
    _ key: Key, roster: Roster, fitting filter: ModuleFilter, dispatch: DispatchEntry?, history: History,
    launch: ApplicationLaunch?, budgets: Budgets
  ) {
    self.key = key
    sentCount = dispatch.map { history.childCount(of: $0.id) } ?? 0
    var hasParts = false
    for (index, span) in (dispatch?.handlers ?? []).enumerated() {
      if span.part != nil {
        hasParts = true
      } else if spanOfModule[span.moduleID] == nil {
        spanOfModule[span.moduleID] = index
      }
    }
    if key.order != nil || key.query != nil {
      let all = key.order?.indices(in: roster) ?? Array(0..<roster.count)
      let shown = all.filter { filter.shows(roster[$0].id) }
      modules = shown
      positionOfModule = Self.inverse(shown, count: roster.count)
    }
    let showsSent = key.showsSentEvents && sentCount > 0
    // That rows are missing goes with what was typed.
    let launchLines = key.query == nil ? Self.lines(of: launch, above: dispatch, roster: roster) : []
    guard hasParts || showsSent || modules != nil || !launchLines.isEmpty else { return }
    let below = dispatch.map { RowsBelow($0, history: showsSent ? history : nil, budgets: budgets) }
    var lines = launchLines
    var lineOfModule = [Int?](repeating: nil, count: roster.count)
    for index in modules ?? Array(0..<roster.count) {
      let row = roster[index]
      let depth = roster.depth(of: row)
      lineOfModule[index] = lines.count
      lines.append(ModuleRows.Line(module: index, content: .module, depth: depth))
      guard let below, let span = spanOfModule[row.id] else { continue }
      for (content, inside) in below.rows(under: span) {
        lines.append(ModuleRows.Line(module: index, content: content, depth: depth + inside))
      }
    }
    self.lines = lines
    self.lineOfModule = lineOfModule
  }

  private static func lines(
    of launch: ApplicationLaunch?, above dispatch: DispatchEntry?, roster: Roster
  ) -> [ModuleRows.Line] {
    guard let launch, let dispatch, roster.count > 0 else { return [] }
    return LaunchRow.rows(of: launch, above: dispatch.id).map { row in
      // All together mean the one that took the longest.
      let id = if case .creation(let module) = row.kind { Optional(module) } else { launch.slowest?.module }
      let module = id.flatMap { roster.index(of: $0) } ?? 0
      return ModuleRows.Line(module: module, content: .launch(row), depth: row.depth)
    }
  }

  private static func inverse(_ order: [Int], count: Int) -> [Int?] {
    var inverse = [Int?](repeating: nil, count: count)
    for (position, index) in order.enumerated() { inverse[index] = position }
    return inverse
  }
}

extension DashboardState {
  /// Works the rows out anew where they are made of something else than before.
  ///
  /// Rows of events that are forgotten while one looks at them stay.
  mutating func refreshRows() {
    let dispatch = shownDispatch
    let key = RowTable.Key(
      modules: roster.generation, dispatch: dispatch?.id, order: rowOrder, showsSentEvents: !showsStatistics,
      query: moduleFilter.filter?.query)
    let sent = dispatch.map { history.childCount(of: $0.id) } ?? 0
    if let rowTable, rowTable.key == key, sent <= rowTable.sentCount { return }
    rowTable = RowTable(
      key, roster: roster, fitting: moduleFilter, dispatch: dispatch, history: history, launch: shownLaunch,
      budgets: source.budgets)
  }
}
#endif
