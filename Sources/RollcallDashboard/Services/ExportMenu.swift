#if CommandLine
import RollcallReports
import ModuleLifecycle
import RollcallTerminalUI

/// The choice of a format for an export to a file in the working folder.
struct ExportMenu: MenuLayer {
  static let commands = [
    UserCommand("Enter", bar: { _ in ("export", 1) }, press: { state, _ in state.exportSelected() }),
    .moving("choose", 2, with: UserCommand.arrowKeys + [.home, .end]),
    UserCommand(
      also: ExportFormat.allCases.compactMap { $0.rawValue.first.map(Key.character) },
      view: { state, key in
        let formats = state.capabilities.exports
        if let place = formats.firstIndex(where: { $0.rawValue.first.map(Key.character) == key }) {
          state[ExportMenu.self]?.selection = place
        }
      }),
    .close("close", 0),
  ]

  var selection = 0

  func menu(in state: DashboardState) -> Menu {
    let formats = state.capabilities.exports
    let whole = state.playback == nil ? "the kept journal" : "the whole recording"
    let names = formats.filter(\.isAboutOneDispatch).map(\.rawValue).joined(separator: " and ")
    let about = state.pinned.map { "\(names): only the shown #\($0.dispatch.id) \($0.dispatch.event)." }
    return Menu(
      title: "Export as", choices: formats.map { ($0.rawValue, $0.purpose) },
      notes: ["Writes \(whole) to a file in this folder."] + (names.isEmpty ? [] : [about].compactMap(\.self)))
  }
}

extension DashboardState {
  fileprivate mutating func exportSelected() -> [Effect] {
    guard let menu = self[ExportMenu.self] else { return [] }
    close()
    return export(capabilities.exports[menu.selection], to: nil)
  }

  /// Exports in a format. A format about one dispatch shows the pinned dispatch.
  mutating func export(_ format: ExportFormat, to path: String?) -> [Effect] {
    headline = .looked("Exporting as \(format.rawValue)...")
    let dispatch = format.isAboutOneDispatch ? pinned?.dispatch.id : nil
    return [.export(format: format, path: path, dispatch: dispatch)]
  }
}
#endif
