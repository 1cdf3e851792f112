#if CommandLine
import Launches
import ModuleLifecycle

/// The rows that panes 1 and 2 share, from the top: one for each module, and below it those of the parts of its handler
/// that had names in the dispatch that is shown, and of the events that its handler sent. Above them all, where a launch
/// is shown, the rows of what came before its handlers.
struct ModuleRows {
  struct Line: Sendable, Equatable {
    enum Content: Sendable, Equatable {
      case module
      case part(HandlerSpan)
      case sent(SentEvent)
      case launch(LaunchRow)
    }

    /// The module's place in the roster; of a launch's row the place of the module that is meant by clicking on it.
    let module: Int
    let content: Content
    /// In how many rows this one is.
    let depth: Int

    /// The part of the handler; `nil` in other rows.
    var part: HandlerSpan? { if case .part(let span) = content { span } else { nil } }
    /// The event that the handler sent; `nil` in other rows.
    var sent: SentEvent? { if case .sent(let event) = content { event } else { nil } }
  }

  private let roster: Roster
  private let table: RowTable?

  init(_ roster: Roster, _ table: RowTable?) {
    self.roster = roster
    self.table = table
  }

  var count: Int { table?.lines?.count ?? roster.count }

  subscript(line: Int) -> Line {
    table?.lines?[line] ?? Line(module: line, content: .module, depth: roster.depth(of: roster[line]))
  }

  /// The line of a module's own row, if it has one.
  func line(of module: ModuleID) -> Int? {
    guard let index = roster.index(of: module) else { return nil }
    guard let lines = table?.lineOfModule else { return index }
    return lines[index]
  }

  /// The last of the lines below a module's own row, or that row itself.
  func lastLine(of module: ModuleID) -> Int? {
    guard let position = position(of: module), let line = line(of: module) else { return nil }
    if table?.lines == nil { return line }
    return position + 1 < moduleCount ? self.line(of: self.module(at: position + 1)).map { $0 - 1 } : count - 1
  }

  /// How many modules have rows.
  var moduleCount: Int { table?.modules?.count ?? roster.count }

  /// Which module comes how manieth, in the order in which they are shown; `nil` for one that is not shown.
  func position(of module: ModuleID) -> Int? {
    guard let index = roster.index(of: module) else { return nil }
    guard let positions = table?.positionOfModule else { return index }
    return positions[index]
  }

  /// The module that comes so manieth.
  func module(at position: Int) -> ModuleID { roster[table?.modules?[position] ?? position].id }

  /// A module's own span in the dispatch that is shown.
  func span(of module: ModuleID, in dispatch: DispatchEntry) -> HandlerSpan? {
    table?.spanOfModule[module].map { dispatch.handlers[$0] }
  }

  /// Where in its dispatch that span stands.
  func spanIndex(of module: ModuleID) -> Int? { table?.spanOfModule[module] }

  /// The modules that have rows, from the top, by their places in the roster.
  var modules: [Int] { table?.modules ?? Array(0..<roster.count) }
}

extension DashboardState {
  /// The rows of panes 1 and 2.
  var moduleRows: ModuleRows { ModuleRows(roster, rowTable) }
}

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
