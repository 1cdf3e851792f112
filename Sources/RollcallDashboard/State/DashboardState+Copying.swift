#if CommandLine
import RollcallTextFormatting

extension DashboardState {
  /// What `y` copies: the open text, or the detail of the selection. In the timings pane, that is the shown dispatch.
  private var copied: Detail? {
    if let layer { return layer.copied(in: self) }
    guard focus == .timings, let shownDispatch else { return Detail(of: self) }
    return Detail(dispatch: shownDispatch, state: self)
  }

  /// Copies the open text or the selection, and reports it in the headline.
  mutating func copy() -> [Effect] {
    guard let copied else {
      headline = .failed("There is nothing to copy here.")
      return []
    }
    let text = copied.plainText
    headline = .copied(what: copied.title, lines: copied.lines.count + 1, isCut: text.isCut)
    return [.copy(text.text)]
  }
}

extension Detail {
  /// The most bytes of text to copy. Terminals limit the length of one escape sequence, many to 100,000 bytes.
  static let mostBytes = 70_000

  /// The title and lines as unwrapped text, with the labels in a column and no line break within a line.
  ///
  /// `isCut` tells whether lines were left out because the text is too long.
  var plainText: (text: String, isCut: Bool) {
    // Room for the line that says what is missing.
    let room = Self.mostBytes - 40
    let width = lines.map(\.label.columnWidth).max() ?? 0
    let head = title.cut(toBytes: room - 1).printable(.line)
    var text = "\(head.cut(toBytes: room - 1))\n"
    var isCut = title.utf8.count >= room
    for (index, line) in lines.enumerated() {
      let label = width > 0 && !line.isRow ? line.label.padded(toColumns: width + 2) : ""
      var row = label + line.text.cut(toBytes: room).printable(.line)
      while row.utf8.last == UInt8(ascii: " ") { row.removeLast() }
      isCut = isCut || line.text.utf8.count > room
      if text.utf8.count + row.utf8.count + 1 > room {
        return (text + "and \(Phrases.count(lines.count - index, "more line"))\n", true)
      }
      text += row + "\n"
    }
    return (text, isCut)
  }
}
#endif
