#if CommandLine
import TerminalUI
import TextFormatting

/// A box over the panes with a list of choices, and notes below.
struct Menu {
  let title: String
  /// The names of the choices, and their descriptions.
  let choices: [(name: String, text: String)]
  var notes: [String] = []
  let selection: Int
  let screen: Size

  private var frame: Rect {
    let name = choices.map(\.name.columnWidth).max() ?? 0
    let lines = choices.map { name + 4 + $0.text.columnWidth } + notes.map(\.columnWidth)
    let width = min(screen.width - 4, (lines.max() ?? 0) + 4)
    let height = choices.count + (notes.isEmpty ? 0 : notes.count + 1) + 2
    return Rect(x: (screen.width - width) / 2, y: max(2, (screen.height - height) / 2), width: width, height: height)
  }

  var list: ListView {
    let (inside, choices) = (frame.inset(by: 1), choices)
    let columns = [Table.Column(width: 0...inside.width), Table.Column(width: 0...Int.max, gap: 2)]
    let table = Table(columns: columns, count: choices.count) { place in
      .cells([Table.Cell(choices[place].name), Table.Cell(choices[place].text)])
    }
    let area = Rect(x: inside.x + 1, y: inside.y, width: inside.width - 2, height: min(inside.height, choices.count))
    return ListView(table: table, area: area, selection: selection)
  }

  func draw(on canvas: inout Canvas) {
    let frame = frame
    canvas.box(title, frame, choices.map { _ in "" } + (notes.isEmpty ? [] : [""] + notes)) { _ in Style.label }
    list.draw(on: &canvas)
  }
}
#endif
