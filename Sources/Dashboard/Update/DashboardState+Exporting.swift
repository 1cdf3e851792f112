#if CommandLine
import ModuleLifecycle
import TerminalUI

/// Exporting what the journal keeps: a question in which format, and a file in the working folder.
extension DashboardState {
  mutating func openExport() {
    if !source.exports.isEmpty { overlay = .export(selection: 0) }
  }

  /// What a key does while the format is asked for: a letter or an arrow selects, Enter exports.
  mutating func pressInExport(_ key: Key, selection: Int) -> [Effect] {
    switch key {
    case .escape, .character("q"), .backspace: overlay = nil
    case .up: selectExport(selection - 1)
    case .down: selectExport(selection + 1)
    case .home, .pageUp: selectExport(0)
    case .end, .pageDown: selectExport(.max)
    case .enter:
      overlay = nil
      guard source.exports.indices.contains(selection) else { return [] }
      return [.perform(exporting(source.exports[selection], to: nil))]
    case .character(let letter):
      if let place = source.exports.firstIndex(where: { $0.name.first == letter }) { selectExport(place) }
    default: break
    }
    return []
  }

  /// The command to export: what is about one dispatch is about the one that the user has gone back to.
  func exporting(_ format: ExportDescription, to path: String?) -> Command {
    .export(format: format.name, path: path, dispatch: format.isAboutOneDispatch ? pinned?.dispatch.id : nil)
  }

  mutating func selectExport(_ place: Int) {
    overlay = .export(selection: min(max(0, place), source.exports.count - 1))
  }
}
#endif
