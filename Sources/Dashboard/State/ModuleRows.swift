#if CommandLine
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
#endif
