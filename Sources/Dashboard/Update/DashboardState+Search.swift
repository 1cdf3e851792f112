#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// Going from one row that fits what was looked for to the next, whether or not the others are shown.
extension DashboardState {
  /// What was looked for last in the focused pane.
  var lastQuery: String { focus == .cleanup ? cleanupQuery : moduleFilter.query }

  /// Selects the next row that fits, or the one before; after the last comes the first.
  mutating func findAgain(by step: Int) {
    guard let filter = RowFilter(lastQuery) else {
      headline = .failed("Nothing has been looked for in this pane yet; / does that.")
      return
    }
    let found = focus == .cleanup ? findInCleanup(by: step) : findModule(filter, by: step)
    if let found {
      headline = .found(query: filter.query, place: found.place, count: found.count)
    } else {
      headline = .failed("Nothing fits \"\(filter.query)\".")
    }
  }

  private mutating func findModule(_ filter: RowFilter, by step: Int) -> (place: Int, count: Int)? {
    let fitting = Set(ModuleFilter.modules(that: filter, finds: roster))
    let modules = moduleRows.modules
    let places = modules.indices.filter { fitting.contains(roster[modules[$0]].id) }
    guard let first = places.first, let last = places.last else { return nil }
    let current = selectedModule.flatMap { roster.index(of: $0) }.flatMap { modules.firstIndex(of: $0) } ?? -1
    let next =
      step > 0 ? places.first { $0 > current } ?? first : places.last { $0 < current } ?? last
    selectedModule = roster[modules[next]].id
    return ((places.firstIndex(of: next) ?? 0) + 1, places.count)
  }

  private mutating func findInCleanup(by step: Int) -> (place: Int, count: Int)? {
    guard let match = ownership.match(for: lastQuery, from: cleanupRow, by: step) else { return nil }
    selectedCleanup = match.row
    cleanupLine = nil
    if let row = ownership.row(at: cleanupRow) { selectModule(of: row) }
    return (match.place, match.count)
  }
}
#endif
