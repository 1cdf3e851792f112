#if CommandLine
import TerminalUI
import TextFormatting

/// Rows in columns, regardless of where they are shown. Rows are made when they are asked for: those out of sight cost
/// nothing.
struct Table {
  struct Column {
    var title = ""
    /// The least and the most columns that its cells get. A column without a limit gets all that the others leave.
    let width: ClosedRange<Int>
    var alignment = Alignment.leading
    /// The blank columns before it.
    var gap = 1
  }

  /// Texts that follow each other on one row.
  struct Cell {
    var texts: [(text: String, style: Style)]

    init(_ text: String, _ style: Style = .plain) { texts = [(text, style)] }

    /// A text with the number of times that it happened, unless that is once.
    init(_ text: String, times: Int, _ style: Style = .plain) {
      self.init(text, style)
      if times > 1 { texts.insert(("\(Phrases.number(times))\u{00D7} ", Style.accent), at: 0) }
    }

    var columnWidth: Int { texts.reduce(0) { $0 + $1.text.columnWidth } }
  }

  enum Row {
    case cells([Cell])
    /// A heading of the rows below it, with a text at the end of the row, if there is room.
    case heading(String, end: String)
  }

  let columns: [Column]
  let count: Int
  /// Makes the row with an index.
  let row: (Int) -> Row

  /// Whether the columns have titles.
  var hasHead: Bool { columns.contains { !$0.title.isEmpty } }

  /// The width of each column for some rows in so many columns of the screen.
  fileprivate func widths(for rows: [Row], in room: Int) -> [Int] {
    var widths = columns.map { max($0.width.lowerBound, $0.title.columnWidth) }
    for case .cells(let cells) in rows {
      for (place, cell) in cells.enumerated() { widths[place] = max(widths[place], cell.columnWidth) }
    }
    for (place, column) in columns.enumerated() { widths[place] = min(widths[place], column.width.upperBound) }
    guard let greedy = columns.firstIndex(where: { $0.width.upperBound == .max }) else { return widths }
    let others = columns.reduce(0) { $0 + $1.gap } + widths.reduce(0, +) - widths[greedy]
    widths[greedy] = max(0, room - others)
    return widths
  }
}

/// A table in an area, with the selected row in the middle if possible. The column before the first is the marker's.
struct ListView {
  let table: Table
  let area: Rect
  let selection: Int
  var emphasis = Emphasis.row

  /// How the selected row stands out.
  enum Emphasis {
    /// Keys move in the list: the marker and a reversed row.
    case row
    /// Keys go elsewhere: the marker.
    case marker
    case none
  }

  /// The area of the rows.
  private var body: Rect { area.inset(top: table.hasHead ? 1 : 0) }
  /// The number of rows in sight.
  var height: Int { max(1, body.height) }
  private var first: Int { firstInSight(around: selection, of: table.count, rows: body.height) }

  func draw(on canvas: inout Canvas) {
    let (body, first) = (body, first)
    let rows = (0..<table.count).dropFirst(first).prefix(body.height).map(table.row)
    let widths = table.widths(for: rows, in: area.width - 1)
    if table.hasHead {
      draw(table.columns.map { Table.Cell($0.title, Style.label) }, widths, on: &canvas, y: area.y)
    }
    for (offset, row) in rows.enumerated() {
      let y = body.y + offset
      switch row {
      case .cells(let cells): draw(cells, widths, on: &canvas, y: y)
      case .heading(let text, let end): drawHeading(text, end, on: &canvas, y: y)
      }
      guard first + offset == selection, emphasis != .none else { continue }
      canvas.mark(x: area.x, y: y)
      if emphasis == .row { canvas.restyle(Rect(x: area.x, y: y, width: area.width, height: 1)) { $0.reversed } }
    }
  }

  private func draw(_ cells: [Table.Cell], _ widths: [Int], on canvas: inout Canvas, y: Int) {
    var x = area.x + 1
    for (place, column) in table.columns.enumerated() where place < cells.count && widths[place] > 0 {
      let (cell, width) = (cells[place], widths[place])
      x += column.gap
      var used = column.alignment == .trailing ? max(0, width - cell.columnWidth) : 0
      for (text, style) in cell.texts where used < width {
        used += canvas.write(text, x: x + used, y: y, style: style, maxColumns: min(width - used, area.maxX - x - used))
      }
      x += width
    }
  }

  private func drawHeading(_ text: String, _ end: String, on canvas: inout Canvas, y: Int) {
    let used = canvas.write(text, x: area.x + 1, y: y, style: Style.caution.bold, maxColumns: area.width - 2)
    guard used + end.columnWidth + 4 <= area.width else { return }
    canvas.write(end, endingAt: area.maxX - 1, y: y)
  }

  /// The index of the row at a point; `nil` for a heading.
  func row(at point: Point) -> Int? {
    let row = first + point.y - body.y
    guard body.contains(point), row < table.count, case .cells = table.row(row) else { return nil }
    return row
  }
}

/// The index of the first visible item. The selected item is in the middle if possible.
func firstInSight(around selection: Int, of count: Int, rows: Int) -> Int {
  max(0, min(selection - rows / 2, count - rows))
}
#endif
