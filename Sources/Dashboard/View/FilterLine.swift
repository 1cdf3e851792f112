#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// The line above the key bar while a filter is typed: the words, whose end stays in sight, and how many rows fit.
struct FilterLine {
  let state: DashboardState
  let query: String

  func draw(on canvas: inout Canvas, y: Int) {
    let room = canvas.size.width - 2
    let count = count
    var x = 1 + canvas.write("/", x: 1, y: y, style: Palette.key) + 1
    var visible = Substring(query)
    while visible.columnWidth > max(0, room - count.columnWidth - 6), !visible.isEmpty { visible.removeFirst() }
    x += canvas.write(String(visible), x: x, y: y, style: .underlined)
    x += canvas.write("_", x: x, y: y, style: Palette.key)
    if query.isEmpty {
      let hint =
        state.focus == .cleanup
        ? "words in the owner, kind, name or reason" : "words in the name, or in what it handles"
      canvas.write(hint, x: x + 1, y: y, style: Palette.label, maxColumns: max(0, room - x - count.columnWidth - 2))
    }
    canvas.write(count, x: canvas.size.width - 1 - count.columnWidth, y: y, style: Palette.label)
  }

  private var count: String {
    if state.focus == .cleanup {
      let log = state.ownership
      return log.filter == nil
        ? Words.count(log.objectCount, "row")
        : "\(Words.number(log.matchCount)) of \(Words.count(log.objectCount, "row"))"
    }
    let all = Words.count(state.roster.count, "module")
    return state.moduleFilter.filter == nil ? all : "\(Words.number(state.moduleFilter.matchCount)) of \(all)"
  }
}
#endif
