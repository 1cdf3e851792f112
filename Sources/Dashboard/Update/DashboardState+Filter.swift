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
#endif
