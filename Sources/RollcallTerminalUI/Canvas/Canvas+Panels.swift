import RollcallTextFormatting

/// The colours and weights of the screen. Text always says the same.
extension Style {
  package static let label = Style.dim
  package static let good = Style.foreground(.green)
  package static let bad = Style.foreground(.red).bold
  package static let caution = Style.foreground(.yellow)
  package static let accent = Style.foreground(.cyan)
  package static let key = Style.foreground(.cyan).bold
  package static let bar = Style.foreground(.blue)
  package static let border = Style.dim
}

/// Parts that several views draw.
extension Canvas {
  /// Draws a frame with a title.
  package mutating func panel(_ title: String, _ frame: Rect) {
    self.frame(frame, style: Style.border)
    self.title(title, on: frame, style: .bold)
  }

  /// Draws a frame of text lines, with a title, over the screen's content. `style` gives the style of each line.
  package mutating func box(_ title: String, _ box: Rect, _ lines: [String], style: (Int) -> Style = { _ in .plain }) {
    fill(box)
    frame(box)
    self.title(title, on: box, style: .bold)
    for (place, line) in lines.enumerated() {
      write(line, x: box.x + 2, y: box.y + 1 + place, style: style(place), maxColumns: box.width - 4)
    }
  }

  /// Draws a text in an area, wrapped, with a margin of one column, cut to the area's rows.
  package mutating func paragraph(_ text: String, in area: Rect) {
    for (offset, line) in text.wrapped(toColumns: area.width - 2).prefix(area.height).enumerated() {
      write(line, x: area.x + 1, y: area.y + offset, style: Style.label)
    }
  }

  /// Writes the texts of a cell, of which the last is cut if they don't fit before its tail. Returns the columns used.
  @discardableResult
  package mutating func write(_ cell: Table.Cell, x: Int, y: Int, width: Int) -> Int {
    let tail = cell.tail.map { $0.text.columnWidth + 1 } ?? 0
    var used = 0
    for text in cell.texts where used < width - tail {
      if cell.dropsTexts, used > 0, used + text.text.columnWidth > width - tail { break }
      used += write(text.text, x: x + used, y: y, style: text.style, maxColumns: width - tail - used)
    }
    return cell.tail.map { used + 1 + write($0.text, x: x + used + 1, y: y, style: $0.style) } ?? used
  }

  /// Writes a line over the whole width, with a margin of one column, and a hint at its end if there is room for both.
  package mutating func line(_ cell: Table.Cell, hint: String = "", y: Int) {
    let used = write(cell, x: 1, y: y, width: size.width - 2)
    if used + 3 + hint.columnWidth <= size.width - 2 { write(hint, endingAt: size.width - 1, y: y) }
  }

  /// Writes text that ends before a column.
  package mutating func write(_ text: String, endingAt end: Int, y: Int, style: Style = Style.label) {
    write(text, x: end - text.columnWidth, y: y, style: style)
  }

  /// Draws the marker of a selected row.
  package mutating func mark(x: Int, y: Int) { write(glyphs.selection, x: x, y: y, style: Style.accent.bold) }

  /// Draws a progress bar, `[███   ]`, for a fraction from 0 to 1.
  ///
  /// - Parameter isEmpty: Whether nothing is done. Otherwise even the smallest fraction is visible.
  package mutating func progress(_ fraction: Double, isEmpty: Bool, x: Int, y: Int, width: Int) {
    write("[", x: x, y: y, style: Style.label)
    if !isEmpty {
      write(Bar.text(from: 0, to: fraction, width: width - 2, glyphs: glyphs), x: x + 1, y: y, style: Style.bar)
    }
    write("]", x: x + width - 1, y: y, style: Style.label)
  }
}

extension Rect {
  /// A pane's inside without its head and total.
  package var body: Rect { inset(top: 1, bottom: 1) }

  package func contains(_ point: Point) -> Bool { contains(x: point.x, y: point.y) }
}
