import TerminalUI

/// The lines of a detail, wrapped to the width and scrolled.
struct DetailView {
  /// Columns for the labels, unless there are longer ones.
  static let indent = 10

  let detail: Detail
  var indent = Self.indent

  /// The lines as they are drawn.
  func rows(width: Int) -> [Detail.Line] {
    detail.lines.flatMap { line -> [Detail.Line] in
      let texts = line.text.wrapped(toColumns: max(1, width - indent - 1))
      return texts.enumerated().map { offset, text in
        Detail.Line(label: offset == 0 ? line.label : "", text: text, style: line.style)
      }
    }
  }

  func draw(on canvas: inout Canvas, in area: Rect, scroll: Int = 0) {
    let rows = rows(width: area.width)
    let first = min(scroll, max(0, rows.count - area.height))
    for (offset, row) in rows.dropFirst(first).prefix(area.height).enumerated() {
      canvas.write(row.label, x: area.x + 1, y: area.y + offset, style: Palette.label, maxColumns: indent - 2)
      canvas.write(row.text, x: area.x + indent, y: area.y + offset, style: row.style, maxColumns: area.width - indent)
    }
    let hidden = rows.count - first - area.height
    if hidden > 0 {
      let text = " \(hidden) more below "
      canvas.write(text, x: area.maxX - text.columnWidth - 1, y: area.maxY, style: Palette.label)
    }
  }
}
