#if CommandLine
import Exports
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// The question in which format to export, over the panes.
struct ExportView {
  let state: DashboardState

  private var notes: [String] {
    let whole =
      "\(state.playback == nil ? "What the journal keeps" : "The whole recording"), into a file in this folder."
    let names = state.offers.exports.filter(\.isAboutOneDispatch).map(\.rawValue)
    guard let dispatch = state.pinned?.dispatch, !names.isEmpty else { return [whole] }
    return [whole, "\(names.joined(separator: " and ")): about #\(dispatch.id) \(dispatch.event), which is shown."]
  }

  /// The box, its borders included.
  private var box: Rect {
    let width = min(state.size.width - 4, (lines.map(\.columnWidth).max() ?? 0) + 4)
    let height = lines.count + 2
    return Rect(
      x: (state.size.width - width) / 2, y: max(2, (state.size.height - height) / 2), width: width, height: height)
  }

  private var lines: [String] {
    let name = state.offers.exports.map(\.rawValue.columnWidth).max() ?? 0
    return state.offers.exports.map { "  \($0.rawValue.padded(toColumns: name))  \($0.purpose)" } + [""] + notes
  }

  func draw(on canvas: inout Canvas, selection: Int) {
    let box = box
    canvas.box("Export as", box, lines) { place in
      place == selection ? .bold : state.offers.exports.indices.contains(place) ? .plain : Palette.label
    }
    canvas.mark(x: box.x + 2, y: box.y + 1 + selection)
  }

  /// The place of the format whose row is at a point.
  func format(at point: Point) -> Int? {
    let place = point.y - box.y - 1
    let isInside = box.inset(by: 1).contains(point)
    return isInside && state.offers.exports.indices.contains(place) ? place : nil
  }
}

/// Exporting what the journal keeps: a question in which format, and a file in the working folder.
extension DashboardState {
  /// Exports in the selected format.
  mutating func exportSelected() -> [Effect] {
    guard case .export(let selection) = overlay else { return [] }
    overlay = nil
    guard offers.exports.indices.contains(selection) else { return [] }
    return export(offers.exports[selection], to: nil)
  }

  mutating func moveInExport(_ key: Key) {
    guard case .export(let selection) = overlay else { return }
    selectExport(selection + clamped(movement(of: key) ?? 0))
  }

  mutating func selectExport(beginningWith letter: Character) {
    if let place = offers.exports.firstIndex(where: { $0.rawValue.first == letter }) { selectExport(place) }
  }

  /// Exports: what is about one dispatch is about the one that the user has gone back to.
  mutating func export(_ format: ExportFormat, to path: String?) -> [Effect] {
    headline = .looked("Exporting as \(format.rawValue)...")
    let dispatch = format.isAboutOneDispatch ? pinned?.dispatch.id : nil
    return [.export(format: format, path: path, dispatch: dispatch)]
  }

  mutating func selectExport(_ place: Int) {
    overlay = .export(selection: min(max(0, place), offers.exports.count - 1))
  }
}
#endif
