#if CommandLine
import ModuleLifecycle

/// Which modules panes 1 and 2 show: all of them, or those that fit what was typed.
///
/// Every word has to be in the module's name, in that of a composite around it, or in an event that it handles. Which
/// modules fit is worked out when the words or the modules change, at some 0.1 µs a module, and not for each frame.
struct ModuleFilter: Sendable, Equatable {
  /// What was looked for last, whether or not all rows are shown again.
  private(set) var query = ""
  private(set) var filter: RowFilter?
  private var fitting: Set<ModuleID> = []
  /// The module that was selected when the typing began: what is selected is it, or the next one that fits.
  var origin: ModuleID?

  /// How many modules fit.
  var matchCount: Int { fitting.count }

  /// Whether a module has a row.
  func shows(_ id: ModuleID) -> Bool { filter == nil || fitting.contains(id) }

  /// Shows only the modules that fit a query, all for an empty one.
  mutating func set(_ query: String, in roster: Roster) {
    filter = RowFilter(query)
    if filter != nil { self.query = query }
    refit(roster)
  }

  /// Looks at all modules again, because they have changed.
  mutating func refit(_ roster: Roster) {
    fitting = filter.map { Set(Self.modules(that: $0, finds: roster)) } ?? []
  }

  /// The modules that a filter finds, in the order of the roster.
  static func modules(that filter: RowFilter, finds roster: Roster) -> [ModuleID] {
    roster.rows.filter { fits($0, filter, roster) }.map(\.id)
  }

  private static func fits(_ row: Roster.Row, _ filter: RowFilter, _ roster: Roster) -> Bool {
    var missing = filter.missing(filter.all, in: row.name)
    for event in row.handles where missing != 0 { missing = filter.missing(missing, in: event) }
    var (parent, depth) = (row.parent, 0)
    while missing != 0, depth < Roster.mostNested, let id = parent, let composite = roster[id] {
      depth += 1
      missing = filter.missing(missing, in: composite.name)
      parent = composite.parent
    }
    return missing == 0
  }
}
#endif
