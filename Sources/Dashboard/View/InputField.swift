#if CommandLine
import TerminalUI
import TextFormatting

/// A text that can be typed into, on one row.
struct InputField {
  let text: EditedText
  let isFocused: Bool
  /// Stands for a text that is empty, and behind the cursor while it is being edited.
  var placeholder = ""

  /// Draws it, and gives the columns that it takes. The cursor is always in sight.
  @discardableResult
  func draw(on canvas: inout Canvas, x: Int, y: Int, width: Int) -> Int {
    guard width > 0 else { return 0 }
    guard isFocused else {
      let shown = text.text.isEmpty ? placeholder : text.text
      return canvas.write(shown, x: x, y: y, style: text.text.isEmpty ? Palette.label : .plain, maxColumns: width)
    }
    let (before, after) = text.parts
    let cursor = after.first.map(String.init) ?? "_"
    let rest = String(after.dropFirst())
    let room = max(0, width - cursor.columnWidth)
    // Where there is not room for all, what was typed last matters more than what comes after it.
    let start = String(before.reversed())
      .truncated(toColumns: room - min(rest.columnWidth, room / 3), ellipsis: "").reversed()
    var used = canvas.write(String(start), x: x, y: y, style: .underlined)
    let style = after.isEmpty ? Palette.key : Style.plain.reversed
    used += canvas.write(cursor, x: x + used, y: y, style: style, maxColumns: width - used)
    if text.text.isEmpty, !placeholder.isEmpty {
      return used + 1
        + canvas.write(placeholder, x: x + used + 1, y: y, style: Palette.label, maxColumns: max(0, width - used - 1))
    }
    return used + canvas.write(rest, x: x + used, y: y, style: .underlined, maxColumns: width - used)
  }
}
#endif
