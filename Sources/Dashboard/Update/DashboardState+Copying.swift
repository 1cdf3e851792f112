import ModuleLifecycle
import TerminalUI

extension DashboardState {
  /// What `y` copies: the text that is read, or the detail of what is selected; in the timings that is the dispatch.
  private var copied: Detail? {
    switch overlay {
    case .dispatch, .help: reading?.detail
    case .warnings(let sheet): sheet.selected.map { Detail(warning: $0, state: self) }
    case .lab: LabView(state: self).detail
    case nil where focus == .timings: shownDispatch.map { Detail(dispatch: $0, state: self) } ?? Detail(of: self)
    default: Detail(of: self)
    }
  }

  /// Copies what is shown or selected, and says so.
  mutating func copy() -> [Effect] {
    guard let copied else {
      headline = .failed("There is nothing to copy here.")
      return []
    }
    headline = .copied(what: copied.title, lines: copied.lines.count + 1)
    return [.copy(copied.plainText)]
  }
}

extension Detail {
  /// The most bytes of text to put on a clipboard: terminals bound what they take in one sequence, many at 100,000.
  static let mostBytes = 70_000

  /// Title and lines as text without a width: the labels in a column, no line broken.
  var plainText: String {
    let width = lines.map(\.label.columnWidth).max() ?? 0
    var text = "\(title)\n"
    for (index, line) in lines.enumerated() {
      let label = width > 0 && !line.isRow ? line.label.padded(toColumns: width + 2) : ""
      var row = label + line.text
      while row.utf8.last == UInt8(ascii: " ") { row.removeLast() }
      if text.utf8.count + row.utf8.count > Self.mostBytes {
        return text + "and \(Words.count(lines.count - index, "more line"))\n"
      }
      text += row + "\n"
    }
    return text
  }
}
