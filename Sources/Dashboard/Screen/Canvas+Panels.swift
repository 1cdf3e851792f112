#if CommandLine
import TerminalUI
import TextFormatting

/// The colours and weights of the screen. Text always says the same.
extension Style {
  static let label = Style.dim
  static let good = Style.foreground(.green)
  static let bad = Style.foreground(.red).bold
  static let caution = Style.foreground(.yellow)
  static let accent = Style.foreground(.cyan)
  static let key = Style.foreground(.cyan).bold
  static let bar = Style.foreground(.blue)
  static let border = Style.dim
}

/// Parts that several views draw.
extension Canvas {
  /// Draws a frame with a title.
  mutating func panel(_ title: String, _ frame: Rect) {
    self.frame(frame, style: Style.border)
    self.title(title, on: frame, style: .bold)
  }

  /// Draws a frame of text lines, with a title, over the screen's content. `style` gives the style of each line.
  mutating func box(_ title: String, _ box: Rect, _ lines: [String], style: (Int) -> Style = { _ in .plain }) {
    fill(box)
    frame(box)
    self.title(title, on: box, style: .bold)
    for (place, line) in lines.enumerated() {
      write(line, x: box.x + 2, y: box.y + 1 + place, style: style(place), maxColumns: box.width - 4)
    }
  }

  /// Draws a text in an area, wrapped, with a margin of one column, cut to the area's rows.
  mutating func paragraph(_ text: String, in area: Rect) {
    for (offset, line) in text.wrapped(toColumns: area.width - 2).prefix(area.height).enumerated() {
      write(line, x: area.x + 1, y: area.y + offset, style: Style.label)
    }
  }

  /// Writes text that ends before a column.
  mutating func write(_ text: String, endingAt end: Int, y: Int, style: Style = Style.label) {
    write(text, x: end - text.columnWidth, y: y, style: style)
  }

  /// Draws the marker of a selected row.
  mutating func mark(x: Int, y: Int) { write(glyphs.selection, x: x, y: y, style: Style.accent.bold) }

  /// Draws a progress bar, `[███   ]`, for a fraction from 0 to 1.
  ///
  /// - Parameter isEmpty: Whether nothing is done. Otherwise even the smallest fraction is visible.
  mutating func progress(_ fraction: Double, isEmpty: Bool, x: Int, y: Int, width: Int) {
    write("[", x: x, y: y, style: Style.label)
    if !isEmpty {
      write(Bar.text(from: 0, to: fraction, width: width - 2, glyphs: glyphs), x: x + 1, y: y, style: Style.bar)
    }
    write("]", x: x + width - 1, y: y, style: Style.label)
  }
}

extension Rect {
  /// A pane's inside without its head and total.
  var body: Rect { inset(top: 1, bottom: 1) }

  func contains(_ point: Point) -> Bool { contains(x: point.x, y: point.y) }
}

extension String {
  /// The text, padded at the start to so many columns.
  func trailing(_ columns: Int) -> String { padded(toColumns: columns, alignment: .trailing) }
}

#endif
