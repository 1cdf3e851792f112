/// A grid of styled cells to draw on: a screen as a value.
///
/// Drawing is clipped to the grid, so any coordinates are valid. A wide character takes two cells, with its text in the
/// first. Half of one never remains.
///
///     var canvas = Canvas(size: Size(width: 12, height: 3))
///     canvas.frame(Rect(canvas.size))
///     canvas.write("hello", x: 1, y: 1, style: .bold)
///     canvas.lines()  // ["┌──────────┐", "│hello     │", "└──────────┘"]
///
/// Filling 200 by 50 cells with plain ASCII takes well under a millisecond.
public struct Canvas: Equatable, Sendable {
  /// The size in columns and rows.
  public let size: Size
  /// The symbols to draw with. With the ASCII set, all text is converted to ASCII.
  public let glyphs: GlyphSet

  var cells: [Cell]

  /// Creates a blank canvas.
  public init(size: Size, glyphs: GlyphSet = .unicode) {
    self.size = size
    self.glyphs = glyphs
    cells = Array(repeating: .blank, count: size.width * size.height)
  }

  /// The whole canvas as a rectangle, with its origin at zero.
  public var bounds: Rect { Rect(size) }

  /// The cell at a column and row; a blank outside the canvas.
  public subscript(x: Int, y: Int) -> Cell {
    bounds.contains(x: x, y: y) ? cells[y * size.width + x] : .blank
  }

  /// Fills the canvas with blanks. Reusing the canvas of an older frame is cheaper than allocating one: that would cost
  /// more than most drawing.
  public mutating func clear() {
    for index in cells.indices { cells[index] = .blank }
  }

  /// Returns the range of columns, from the first to the last, in which a row differs from another canvas's row. All
  /// columns if the sizes differ; empty if the rows are equal. Wide characters are included whole.
  public func changedColumns(ofRow y: Int, since other: Canvas) -> Range<Int> {
    guard y >= 0, y < size.height else { return 0..<0 }
    guard size == other.size else { return 0..<size.width }
    let (row, new, old) = (y * size.width, cells.span, other.cells.span)
    var (start, end) = (0, size.width)
    while start < end, new[row + start] == old[row + start] { start += 1 }
    while start < end, new[row + end - 1] == old[row + end - 1] { end -= 1 }
    func isCut(at column: Int) -> Bool {
      cells[row + column].isContinuation || other.cells[row + column].isContinuation
    }
    while start > 0, start < end, isCut(at: start) { start -= 1 }
    while start < end, end < size.width, isCut(at: end) { end += 1 }
    return start..<end
  }

  /// Puts text of one or two columns into cells that are known to exist. Blanks the rest of a wide character that it
  /// covers.
  mutating func put(_ text: String, columns: Int, x: Int, y: Int, style: Style) {
    let index = y * size.width + x
    mend(from: x, to: x + columns, y: y)
    cells[index] = Cell(text: text, style: style)
    if columns == 2 { cells[index + 1] = Cell(text: "", style: style) }
  }

  /// Blanks the outer halves of wide characters that the ends of a range cut.
  mutating func mend(from start: Int, to end: Int, y: Int) {
    let row = y * size.width
    if start > 0, cells[row + start].isContinuation { cells[row + start - 1].text = " " }
    if end < size.width, cells[row + end].isContinuation { cells[row + end].text = " " }
  }
}
