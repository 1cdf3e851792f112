import TextFormatting

/// A text field on one row. An offered text is dim.
package struct InputField {
  package let text: EditedText
  package let isFocused: Bool
  /// The text to show in an empty field; after the cursor while the field is being edited.
  package var placeholder: String

  package init(text: EditedText, isFocused: Bool, placeholder: String = "") {
    (self.text, self.isFocused, self.placeholder) = (text, isFocused, placeholder)
  }

  /// Draws the field with its cursor always visible, and returns the number of columns used.
  @discardableResult
  package func draw(on canvas: inout Canvas, x: Int, y: Int, width: Int) -> Int {
    guard width > 0 else { return 0 }
    let style = text.isOffered || text.text.isEmpty ? Style.label : .plain
    guard isFocused else {
      return canvas.write(text.text.isEmpty ? placeholder : text.text, x: x, y: y, style: style, maxColumns: width)
    }
    let (before, after) = text.parts
    let cursor = after.first.map(String.init) ?? "_"
    let rest = String(after.dropFirst())
    let room = max(0, width - cursor.columnWidth)
    // If there is not enough room, the text before the cursor matters more than the text after it.
    let start = before.suffix(ofColumns: room - min(rest.columnWidth, room / 3))
    var used = canvas.write(String(start), x: x, y: y, style: style.underlined)
    let cursorStyle = after.isEmpty ? Style.key : Style.plain.reversed
    used += canvas.write(cursor, x: x + used, y: y, style: cursorStyle, maxColumns: width - used)
    used += canvas.write(rest, x: x + used, y: y, style: style.underlined, maxColumns: width - used)
    guard !placeholder.isEmpty, used < width else { return used }
    return used + 1
      + canvas.write(placeholder, x: x + used + 1, y: y, style: Style.label, maxColumns: width - used - 1)
  }
}
