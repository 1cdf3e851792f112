/// A grid of styled cells that views draw on: a screen as a value.
///
/// Everything that is drawn is clipped to the grid, so any coordinates are valid. A wide character takes two cells, its
/// text in the first; it is never left in halves.
///
///     var canvas = Canvas(size: Size(width: 12, height: 3))
///     canvas.frame(Rect(canvas.size))
///     canvas.write("hello", x: 1, y: 1, style: .bold)
///     canvas.lines()  // ["┌──────────┐", "│hello     │", "└──────────┘"]
///
/// Drawing plain ASCII over all of 200 by 50 cells takes well under a millisecond.
public struct Canvas: Equatable, Sendable {
  /// Columns and rows.
  public let size: Size
  /// The signs that the canvas is drawn with. On an ASCII canvas all text becomes ASCII.
  public let glyphs: GlyphSet

  var cells: [Cell]

  /// Makes a blank canvas.
  public init(size: Size, glyphs: GlyphSet = .unicode) {
    self.size = size
    self.glyphs = glyphs
    cells = Array(repeating: .blank, count: size.width * size.height)
  }

  /// The whole canvas as a rectangle.
  public var bounds: Rect { Rect(size) }

  /// The cell at a column and a row; a blank outside of the canvas.
  public subscript(x: Int, y: Int) -> Cell {
    bounds.contains(x: x, y: y) ? cells[y * size.width + x] : .blank
  }

  /// Blanks everything, so that the canvas of an older frame can be drawn on: allocating one for each frame would cost more
  /// than most drawing.
  public mutating func clear() {
    for index in cells.indices { cells[index] = .blank }
  }

  /// The columns from the first to the last in which a row differs from that of another canvas; all where the sizes
  /// differ, none where the rows are equal. A wide character is in it whole.
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

  /// Puts a cell of one or two columns where it is known to fit, and blanks what remains of a wide character under it.
  mutating func put(_ text: String, columns: Int, x: Int, y: Int, style: Style) {
    let index = y * size.width + x
    mend(from: x, to: x + columns, y: y)
    cells[index] = Cell(text: text, style: style)
    if columns == 2 { cells[index + 1] = Cell(text: "", style: style) }
  }

  /// Blanks the other halves of wide characters that stand across the ends of a range of columns.
  mutating func mend(from start: Int, to end: Int, y: Int) {
    let row = y * size.width
    if start > 0, cells[row + start].isContinuation { cells[row + start - 1].text = " " }
    if end < size.width, cells[row + end].isContinuation { cells[row + end].text = " " }
  }
}
