#if Maps
import RollcallTextFormatting

/// One line of a file with a caret under one of its characters, as a terminal shows them.
///
/// Tabs become four spaces, and unprintable characters become U+FFFD, so that the caret is in the right column. A line
/// that is too wide is cut to the part around the position.
struct SourcePicture {
  /// The position as people and editors count it: in characters, starting at 1.
  let column: Int
  let text: String
  let caret: String

  private struct Cell {
    let text: String
    let width: Int
  }

  /// - Parameters:
  ///   - line: The line, without its line break.
  ///   - scalarColumn: The position in Unicode scalars, starting at 1, as the YAML reader counts.
  ///   - width: The most columns for the picture.
  init(line: String, scalarColumn: Int, width: Int = 88) {
    let before = String(String.UnicodeScalarView(line.unicodeScalars.prefix(max(0, scalarColumn - 1)))).count
    column = before + 1
    let cells = line.map(Self.cell)
    let place = min(before, cells.count)
    let window = Self.window(cells, around: place, width: width)
    let head = window.lowerBound > 0 ? "..." : ""
    let tail = window.upperBound < cells.count ? "..." : ""
    text = head + cells[window].map(\.text).joined() + tail
    let offset = head.count + cells[window.lowerBound..<place].reduce(0) { $0 + $1.width }
    caret = String(repeating: " ", count: offset) + "^"
  }

  private static func cell(_ character: Character) -> Cell {
    if character == "\t" { return Cell(text: "    ", width: 4) }
    let text = String(character).printable(.line)
    // The line is shown unchanged, with the variation selectors that it contains.
    let asksForEmoji = character.unicodeScalars.contains("\u{FE0F}")
    return Cell(text: text, width: asksForEmoji ? 2 : text.first.map(TextWidth.columns) ?? 0)
  }

  /// Returns the cells to show: all if they fit, otherwise those around the position, more of them after it.
  private static func window(_ cells: [Cell], around place: Int, width: Int) -> Range<Int> {
    guard cells.reduce(0, { $0 + $1.width }) > width else { return 0..<cells.count }
    var (low, high, taken) = (place, place, 6)
    while low > 0, taken + cells[low - 1].width <= width / 2 {
      low -= 1
      taken += cells[low].width
    }
    while high < cells.count, taken + cells[high].width <= width {
      taken += cells[high].width
      high += 1
    }
    while low > 0, taken + cells[low - 1].width <= width {
      low -= 1
      taken += cells[low].width
    }
    return low..<high
  }
}
#endif
