import TerminalUI

/// A text that can be typed into, on one row.
struct InputField {
  let text: String
  let isFocused: Bool
  /// Stands for a text that is empty and not being edited.
  var placeholder = ""

  /// Draws it, and gives the columns that it takes.
  @discardableResult
  func draw(on canvas: inout Canvas, x: Int, y: Int, width: Int) -> Int {
    guard isFocused else {
      let shown = text.isEmpty ? placeholder : text
      return canvas.write(shown, x: x, y: y, style: text.isEmpty ? Palette.label : .plain, maxColumns: max(0, width))
    }
    // The end of the text is what is being typed, so that stays in sight.
    let visible = String(String(text.reversed()).truncated(toColumns: max(0, width - 1), ellipsis: "").reversed())
    let used = canvas.write(visible, x: x, y: y, style: .underlined)
    return used + canvas.write("_", x: x + used, y: y, style: Palette.key)
  }
}
