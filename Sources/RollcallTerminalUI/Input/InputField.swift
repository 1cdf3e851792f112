import RollcallTextFormatting

/// A text field on one row. An offered text is dim.
package struct InputField: Sendable, Equatable {
  package let text: EditedText
  package let isFocused: Bool
  /// The text to show in an empty field; after the cursor while the field is being edited.
  package var placeholder: String
  /// What is wrong with the text, for beside it; empty if nothing is.
  package var problem: String

  package init(text: EditedText, isFocused: Bool, placeholder: String = "", problem: String = "") {
    (self.text, self.isFocused, self.placeholder, self.problem) = (text, isFocused, placeholder, problem)
  }

  /// Whether nothing is wrong, or there is room for what is.
  package func saysProblem(in width: Int) -> Bool {
    problem.isEmpty || shown.columnWidth + 2 + problem.columnWidth <= width
  }

  /// The text, with its cursor if that is after it.
  private var shown: String {
    if isFocused { return text.text + (text.parts.after.isEmpty ? "_" : "") }
    return text.text.isEmpty ? placeholder : text.text
  }

  /// Draws the field with its cursor always visible, and what is wrong with it if there is room.
  ///
  /// - Returns: The number of columns used.
  @discardableResult
  package func draw(on canvas: inout Canvas, x: Int, y: Int, width: Int) -> Int {
    let used = drawText(on: &canvas, x: x, y: y, width: width)
    guard !problem.isEmpty, saysProblem(in: width) else { return used }
    return used + 2 + canvas.write(problem, x: x + used + 2, y: y, style: Style.bad)
  }

  private func drawText(on canvas: inout Canvas, x: Int, y: Int, width: Int) -> Int {
    guard width > 0 else { return 0 }
    let style = text.isOffered || text.text.isEmpty ? Style.label : .plain
    guard isFocused else { return canvas.write(shown, x: x, y: y, style: style, maxColumns: width) }
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
