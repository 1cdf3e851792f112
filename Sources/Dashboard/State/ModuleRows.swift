import ModuleLifecycle

/// The rows that panes 1 and 2 share, from the top: one for each module, and below it those of the parts of its handler
/// that had names in the dispatch that is shown.
struct ModuleRows {
  struct Line {
    /// The module's place in the roster.
    let module: Int
    /// The part of its handler; `nil` in the module's own row.
    let part: HandlerSpan?
    /// In how many rows this one is.
    let depth: Int
  }

  private let roster: Roster
  /// All lines, where there is any but those of the modules.
  private let lines: [Line]?

  /// - Parameter filter: Leaves out modules, with all their rows.
  init(_ roster: Roster, in dispatch: DispatchEntry?, fitting filter: ModuleFilter = ModuleFilter()) {
    self.roster = roster
    let handlers = dispatch?.handlers ?? []
    let hasParts = handlers.contains { $0.part != nil }
    guard hasParts || filter.filter != nil else {
      lines = nil
      return
    }
    var parts: [ModuleID: [(span: HandlerSpan, depth: Int)]] = [:]
    var depths: [Int] = []
    for span in handlers where hasParts {
      depths.append(span.part == nil ? 0 : (span.parent.map { depths[$0] } ?? 0) + 1)
      if span.part != nil { parts[span.moduleID, default: []].append((span, depths[depths.count - 1])) }
    }
    lines = (0..<roster.count).filter { filter.shows(roster[$0].id) }.flatMap { index in
      let depth = roster.depth(of: roster[index])
      return [Line(module: index, part: nil, depth: depth)]
        + (parts[roster[index].id] ?? []).map { Line(module: index, part: $0.span, depth: depth + $0.depth) }
    }
  }

  var count: Int { lines?.count ?? roster.count }

  subscript(line: Int) -> Line {
    lines?[line] ?? Line(module: line, part: nil, depth: roster.depth(of: roster[line]))
  }

  /// The line of a module's own row, if it has one.
  func line(of module: ModuleID) -> Int? {
    guard let index = roster.index(of: module) else { return nil }
    guard let lines else { return index }
    return lines.firstIndex { $0.module == index && $0.part == nil }
  }

  /// The modules that have rows, from the top, by their places in the roster.
  var modules: [Int] { lines?.filter { $0.part == nil }.map(\.module) ?? Array(0..<roster.count) }
}

extension DashboardState {
  /// The dispatch that panes 1 and 2 show.
  var shownDispatch: DispatchEntry? { history.latest }

  /// The rows of panes 1 and 2.
  var moduleRows: ModuleRows { ModuleRows(roster, in: history.latest, fitting: moduleFilter) }
}
