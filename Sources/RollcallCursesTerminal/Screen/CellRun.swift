import CNcurses
import RollcallTerminalUI

/// Adjacent cells of one style, as scalars for curses.
struct CellRun {
  var start = 0
  var style = Style.plain
  var scalars: [UInt32] = []

  /// Calls a closure with each run in some columns of a canvas's row. The second half of a wide character is drawn with
  /// the first, so it never begins a run.
  static func forEach(in columns: Range<Int>, ofRow y: Int, of canvas: Canvas, _ body: (CellRun) -> Void) {
    var run = CellRun()
    for x in columns {
      let cell = canvas[x, y]
      if cell.isContinuation { continue }
      if cell.style != run.style || run.scalars.isEmpty {
        if !run.scalars.isEmpty { body(run) }
        run = CellRun(start: x, style: cell.style)
      }
      run.add(cell, columns: canvas[x + 1, y].isContinuation ? 2 : 1)
    }
    if !run.scalars.isEmpty { body(run) }
  }

  /// Adds a cell of one or two columns.
  private mutating func add(_ cell: Cell, columns: Int) {
    if !Self.isPlaced(cell.text.unicodeScalars, inColumns: columns) {
      scalars.append(contentsOf: repeatElement(UInt32(UInt8(ascii: "?")), count: columns))
    } else {
      for scalar in cell.text.unicodeScalars { scalars.append(scalar.value) }
    }
  }

  /// Whether curses will place text in as many columns as the canvas. If the C library disagrees, other text must be
  /// shown, or the rest of the row would shift.
  static func isPlaced(_ text: some Sequence<Unicode.Scalar>, inColumns columns: Int) -> Bool {
    let total = text.reduce(0) { total, scalar in
      let width = (0x20..<0x7F).contains(scalar.value) ? 1 : Int(rollcall_column_width(scalar.value))
      // A scalar that can't be shown has no place at all.
      return width < 0 ? Int(Int32.min) : total + width
    }
    return total == columns
  }
}
