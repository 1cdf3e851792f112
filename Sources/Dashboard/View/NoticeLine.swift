import ModuleLifecycle
import TerminalUI

/// The line above the key bar: the latest warning or printed line.
struct NoticeLine {
  let state: DashboardState

  func draw(on canvas: inout Canvas) {
    let y = canvas.size.height - 2
    let room = canvas.size.width - 2
    if case .filter(let query) = state.overlay { return drawFilter(query, on: &canvas, y: y, room: room) }
    switch state.notice {
    case .warning(let warning):
      let used = canvas.write("WARNING", x: 1, y: y, style: Palette.caution.bold)
      canvas.write(warning.message, x: 3 + used, y: y, maxColumns: room - used - 2)
      let hint = "w all warnings"
      guard state.overlay == nil, used + 2 + warning.message.columnWidth + 3 + hint.columnWidth <= room else { break }
      canvas.write(hint, x: room + 1 - hint.columnWidth, y: y, style: Palette.label)
    case .output(let output):
      let place = output.module.map { "\($0) printed in \(output.event ?? "an event"):" } ?? "printed:"
      let used = canvas.write(place, x: 1, y: y, style: Palette.label, maxColumns: room)
      canvas.write(output.line, x: 2 + used, y: y, maxColumns: max(0, room - used - 1))
    case nil:
      break
    }
  }

  /// What is being typed: its end stays in sight.
  private func drawFilter(_ query: String, on canvas: inout Canvas, y: Int, room: Int) {
    let log = state.ownership
    let count = log.filter == nil ? Words.count(log.objectCount, "row") : "\(log.matchCount) of \(log.objectCount) rows"
    var x = 1 + canvas.write("/", x: 1, y: y, style: Palette.key) + 1
    var visible = Substring(query)
    while visible.columnWidth > max(0, room - count.columnWidth - 6), !visible.isEmpty { visible.removeFirst() }
    x += canvas.write(String(visible), x: x, y: y, style: .underlined)
    x += canvas.write("_", x: x, y: y, style: Palette.key)
    if query.isEmpty {
      let hint = "words in the owner, kind, name or reason"
      canvas.write(hint, x: x + 1, y: y, style: Palette.label, maxColumns: max(0, room - x - count.columnWidth - 2))
    }
    canvas.write(count, x: canvas.size.width - 1 - count.columnWidth, y: y, style: Palette.label)
  }
}
