#if CommandLine
import TerminalUI
import TextFormatting

/// A box over the panes with a list of choices, and notes below.
struct ChoiceBox {
  let title: String
  /// The names of the choices, and their descriptions.
  let choices: [(name: String, text: String)]
  var notes: [String] = []
  let selection: Int
  let screen: Size

  private var lines: [String] {
    let name = choices.map(\.name.columnWidth).max() ?? 0
    return choices.map { "  \($0.name.padded(toColumns: name))  \($0.text)" } + (notes.isEmpty ? [] : [""] + notes)
  }

  private var frame: Rect {
    let width = min(screen.width - 4, (lines.map(\.columnWidth).max() ?? 0) + 4)
    let height = lines.count + 2
    return Rect(x: (screen.width - width) / 2, y: max(2, (screen.height - height) / 2), width: width, height: height)
  }

  func draw(on canvas: inout Canvas) {
    let frame = frame
    canvas.box(title, frame, lines) { place in
      place == selection ? .bold : choices.indices.contains(place) ? .plain : Palette.label
    }
    canvas.mark(x: frame.x + 2, y: frame.y + 1 + selection)
  }

  /// The index of the choice at a point.
  func choice(at point: Point) -> Int? {
    let place = point.y - frame.y - 1
    return frame.inset(by: 1).contains(point) && choices.indices.contains(place) ? place : nil
  }
}
#endif
