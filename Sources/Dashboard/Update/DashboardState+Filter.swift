#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// The filters: one for the modules, whose rows panes 1 and 2 share, and one for the cleanup log.
extension DashboardState {
  mutating func openFilter() {
    moduleFilter.origin = selectedModule ?? moduleFilter.origin
    overlay = .filter(filterQuery)
  }

  /// The words that the focused pane's rows have to fit; empty for none.
  var filterQuery: String {
    (focus == .cleanup ? ownership.filter?.query : moduleFilter.filter?.query) ?? ""
  }

  /// Shows only the rows of the focused pane that fit; the selection stays with its row as long as that is there.
  mutating func setFilter(_ query: String) {
    // What was found was found by other words.
    if case .found = headline { headline = history.latest.map { .dispatched($0.id) } ?? .start }
    if focus == .cleanup {
      ownership.setFilter(query)
      cleanupLine = nil
      if ownership.filter != nil { cleanupQuery = query }
    } else {
      moduleFilter.set(query, in: roster)
      selectedModule = moduleFilter.origin ?? selectedModule
    }
  }

  /// Shows all rows again; what was selected among the others stays so.
  mutating func showAll() {
    moduleFilter.origin = selectedModule ?? moduleFilter.origin
    setFilter("")
  }

  /// Selects the first module that fits from the selected one on, or else the last before it; none if none fits.
  ///
  /// In the cleanup pane keys mean the module of the selected row, whether or not it has one in the others.
  mutating func keepSelectionFitting() {
    guard focus != .cleanup, moduleFilter.filter != nil else { return }
    // In a recording, one that is not there yet will come again.
    if playback != nil, let selectedModule, roster[selectedModule] == nil { return }
    if let selectedModule, moduleFilter.shows(selectedModule) { return }
    let start = (selectedModule ?? moduleFilter.origin).flatMap { roster.index(of: $0) } ?? 0
    let modules = moduleRows.modules
    selectedModule = (modules.first { $0 >= start } ?? modules.last).map { roster[$0].id }
  }

  /// What a key does while the filter is typed. Rows can be walked meanwhile.
  mutating func press(_ key: Key, inFilter query: String) -> [Effect] {
    switch key {
    case .enter: overlay = nil
    case .escape:
      overlay = nil
      setFilter("")
    case .backspace, .delete:
      if query.isEmpty { overlay = nil } else { change(filter: String(query.dropLast())) }
    case .control("u"): change(filter: "")
    case .character(let character): change(filter: query + String(character))
    case .paste(let text): change(filter: query + text.filter { !$0.isNewline })
    default:
      guard let step = movement(of: key) else { break }
      move(by: step)
      moduleFilter.origin = selectedModule
    }
    return []
  }

  private mutating func change(filter query: String) {
    let query = String(query.prefix(200))
    overlay = .filter(query)
    setFilter(query)
  }
}

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
