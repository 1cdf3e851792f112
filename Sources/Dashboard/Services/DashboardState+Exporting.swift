#if CommandLine
import Exports
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// Exporting the journal or the recording: the choice of a format, and a file in the working folder.
extension DashboardState {
  /// The open menu.
  var menu: Menu? {
    switch overlay {
    case .export(let selection): exportMenu(selection)
    case .sort(let menu): box(of: menu)
    default: nil
    }
  }

  private func exportMenu(_ selection: Int) -> Menu {
    let whole =
      "Writes \(playback == nil ? "the kept journal" : "the whole recording") to a file in this folder."
    let names = capabilities.exports.filter(\.isAboutOneDispatch).map(\.rawValue)
    let about = pinned.map {
      "\(names.joined(separator: " and ")): only the shown #\($0.dispatch.id) \($0.dispatch.event)."
    }
    return Menu(
      title: "Export as", choices: capabilities.exports.map { ($0.rawValue, $0.purpose) },
      notes: [whole] + (names.isEmpty ? [] : [about].compactMap(\.self)), selection: selection, screen: size)
  }

  mutating func exportSelected() -> [Effect] {
    guard case .export(let selection) = overlay else { return [] }
    overlay = nil
    guard capabilities.exports.indices.contains(selection) else { return [] }
    return export(capabilities.exports[selection], to: nil)
  }

  mutating func selectExport(beginningWith letter: Character) {
    if let place = capabilities.exports.firstIndex(where: { $0.rawValue.first == letter }) {
      overlay = .export(selection: place)
    }
  }

  /// Exports in a format. A format about one dispatch shows the pinned dispatch.
  mutating func export(_ format: ExportFormat, to path: String?) -> [Effect] {
    headline = .looked("Exporting as \(format.rawValue)...")
    let dispatch = format.isAboutOneDispatch ? pinned?.dispatch.id : nil
    return [.export(format: format, path: path, dispatch: dispatch)]
  }
}
#endif
