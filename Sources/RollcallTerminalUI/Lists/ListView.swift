import RollcallTextFormatting

/// A table in an area. The column before the first is the marker's.
package struct ListView {
  package let table: Table
  package let area: Rect
  package let selection: Int?
  /// The first row in sight; `nil` for the selected row in the middle, if possible.
  package var first: Int?
  package var emphasis: Emphasis
  /// The columns for the marker.
  package var margin = 1

  /// How the selected row stands out.
  package enum Emphasis: Equatable {
    /// Keys move in the list: the marker and a reversed row.
    case row
    /// The same, but only up to the end of a column's text. A move then costs the terminal two names, not two rows.
    case head(column: Int)
    /// Keys go elsewhere: the marker.
    case marker
    case none
  }

  /// Creates a view.
  package init(table: Table, area: Rect, selection: Int?, first: Int? = nil, emphasis: Emphasis = .row) {
    (self.table, self.area, self.selection, self.first, self.emphasis) = (table, area, selection, first, emphasis)
  }

  /// The area of the rows.
  package var body: Rect { area.inset(top: table.hasHead ? 1 : 0, bottom: table.foot == nil ? 0 : 1) }
  /// The number of rows in sight.
  package var height: Int { max(1, body.height) }
  /// The indices of the rows in sight.
  package var visible: Range<Int> {
    // Around the selected row.
    let first = first ?? max(0, min((selection ?? 0) - body.height / 2, table.count - body.height))
    return min(first, table.count)..<min(table.count, first + max(0, body.height))
  }

  /// The row below all others, with the place of the rows in sight.
  private var foot: [Table.Cell]? {
    guard var foot = table.foot, table.saysPlace, visible.count < table.count,
      let place = foot.firstIndex(where: { !$0.isEmpty })
    else { return table.foot }
    let range = "\(CountText.format(visible.lowerBound + 1))-\(CountText.format(visible.upperBound))"
    foot[place].texts[0].text = ", \(foot[place].texts[0].text)"
    foot[place].texts.insert(
      Table.Text("\(range) of \(CountText.format(table.count))", foot[place].texts[0].style), at: 0)
    return foot
  }

  package func draw(on canvas: inout Canvas) {
    let (body, visible) = (body, visible)
    let rows = visible.map(table.row)
    let layout = table.layout(for: rows, in: area.width - margin)
    if table.hasHead { drawHead(layout, on: &canvas) }
    if let foot { draw(foot, layout, on: &canvas, y: area.maxY - 1) }
    if table.count == 0 { canvas.paragraph(table.emptyText, in: body) }
    for (offset, row) in rows.enumerated() {
      let y = body.y + offset
      switch row {
      case .cells(let cells): draw(cells, layout, on: &canvas, y: y)
      case .line(let cell, let end, _): draw(cell, end, on: &canvas, y: y)
      }
      guard visible.lowerBound + offset == selection, emphasis != .none else { continue }
      if canvas[area.x, y].isBlank { canvas.mark(x: area.x, y: y) }
      emphasize(row, layout, on: &canvas, y: y)
    }
  }

  private func emphasize(_ row: Table.Row, _ layout: [(x: Int, width: Int)], on canvas: inout Canvas, y: Int) {
    switch emphasis {
    case .row: canvas.restyle(Rect(x: area.x, y: y, width: area.width, height: 1)) { $0.reversed }
    case .head(let column):
      guard case .cells(let cells) = row, column < cells.count else { return }
      let width = margin + layout[column].x + min(layout[column].width, cells[column].columnWidth)
      // One style for the head: each change of attributes costs as many bytes as a word.
      canvas.restyle(Rect(x: area.x, y: y, width: width, height: 1)) { _ in Style.plain.reversed }
    case .marker, .none: break
    }
  }

  private func drawHead(_ layout: [(x: Int, width: Int)], on canvas: inout Canvas) {
    let cells = table.columns.enumerated().map { place, column in
      table.heads[place] ?? Table.Cell(column.title, column.isSorted ? Style.plain.underlined : Style.label)
    }
    draw(cells, layout, on: &canvas, y: area.y)
  }

  private func draw(_ cells: [Table.Cell], _ layout: [(x: Int, width: Int)], on canvas: inout Canvas, y: Int) {
    for (place, cell) in cells.enumerated() where layout[place].width > 0 && !cell.isEmpty {
      let (x, width) = (area.x + margin + layout[place].x, layout[place].width)
      if let picture = cell.picture {
        draw(picture, on: &canvas, x: x, y: y, width: width)
      } else if table.columns[place].alignment == .trailing {
        canvas.write(cell, x: x + max(0, width - cell.columnWidth), y: y, width: width)
      } else {
        // A text extends into the room that the next one leaves.
        let next = cells.indices.dropFirst(place + 1).first { layout[$0].width > 0 && !cells[$0].isEmpty }
        let end = next.map { next in
          let isTrailing = table.columns[next].alignment == .trailing
          let indent = isTrailing ? max(0, layout[next].width - cells[next].columnWidth) : 0
          return layout[next].x + indent - 1
        }
        canvas.write(cell, x: x, y: y, width: max(width, (end ?? area.width - margin) - layout[place].x))
      }
    }
  }

  private func draw(_ picture: Table.Picture, on canvas: inout Canvas, x: Int, y: Int, width: Int) {
    switch picture {
    case .span(let from, let to, let waiting, let blocked, let style, let mark):
      let bar = Bar.text(from: from, to: to, width: width, waiting: waiting, blocked: blocked, glyphs: canvas.glyphs)
      canvas.write(bar, x: x, y: y, style: style)
      if let mark { draw(.mark(mark), on: &canvas, x: x, y: y, width: width) }
    case .mark(let fraction, let name):
      let place = x + min(width - 1, max(0, Int(fraction * Double(width))))
      if canvas[place, y].isBlank { canvas.write("!", x: place, y: y, style: Style.bad) }
      guard !name.isEmpty else { return }
      if place - x > name.columnWidth {
        canvas.write(name, endingAt: place - 1, y: y, style: Style.bad)
      } else {
        guard place + 2 + name.columnWidth <= x + width else { return }
        canvas.write(name, x: place + 2, y: y, style: Style.bad)
      }
    case .histogram(let values):
      canvas.write(Histogram.text(Array(values.suffix(width)), glyphs: canvas.glyphs), x: x, y: y, style: Style.bar)
    case .field(let field): field.draw(on: &canvas, x: x, y: y, width: width)
    case .ends(let start, let end):
      guard start.columnWidth + end.columnWidth + 1 <= width else { return }
      canvas.write(start, x: x, y: y, style: Style.label)
      canvas.write(end, endingAt: x + width, y: y)
    }
  }

  private func draw(_ cell: Table.Cell, _ end: Table.Text?, on canvas: inout Canvas, y: Int) {
    canvas.write(cell, x: area.x + 1, y: y, width: area.width - 2)
    guard let end, cell.columnWidth + end.text.columnWidth + 4 <= area.width else { return }
    canvas.write(end.text, endingAt: area.maxX - 1, y: y, style: end.style)
  }

  /// The index of the row at a point; `nil` for a row that can't be selected.
  package func row(at point: Point) -> Int? {
    let row = visible.lowerBound + point.y - body.y
    guard body.contains(point), visible.contains(row), table.row(row).isSelectable else { return nil }
    return row
  }
}
