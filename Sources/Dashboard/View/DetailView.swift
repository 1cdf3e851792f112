#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// The lines of a detail, wrapped to the width and scrolled.
struct DetailView {
  /// Columns for the labels, unless there are longer ones.
  static let indent = 10

  let detail: Detail
  var indent = Self.indent
  /// The module whose row is marked.
  var selected: ModuleID?

  /// The lines as they are drawn.
  func rows(width: Int) -> [Detail.Line] {
    detail.lines.flatMap { line -> [Detail.Line] in
      if line.isRow { return [line] }
      let texts = line.text.wrapped(toColumns: max(1, width - indent - 1))
      return texts.enumerated().map { offset, text in
        var row = line
        row.text = text
        if offset > 0 { row.label = "" }
        return row
      }
    }
  }

  func draw(on canvas: inout Canvas, in area: Rect, scroll: Int = 0) {
    let rows = rows(width: area.width)
    let first = min(scroll, max(0, rows.count - area.height))
    for (offset, row) in rows.dropFirst(first).prefix(area.height).enumerated() {
      if row.isRow {
        canvas.write(row.text, x: area.x + 1, y: area.y + offset, style: row.style, maxColumns: area.width - 2)
        if row.module != nil, row.module == selected {
          canvas.write(canvas.glyphs.selection, x: area.x, y: area.y + offset, style: Palette.accent.bold)
        }
        continue
      }
      canvas.write(row.label, x: area.x + 1, y: area.y + offset, style: row.labelStyle, maxColumns: indent - 2)
      canvas.write(row.text, x: area.x + indent, y: area.y + offset, style: row.style, maxColumns: area.width - indent)
    }
    if first > 0 {
      let text = " \(Words.number(first)) more above "
      canvas.write(text, x: area.maxX - text.columnWidth - 1, y: area.y - 1, style: Palette.label)
    }
    let hidden = rows.count - first - area.height
    if hidden > 0 {
      let text = " \(Words.number(hidden)) more below "
      canvas.write(text, x: area.maxX - text.columnWidth - 1, y: area.maxY, style: Palette.label)
    }
  }
}
#endif
