#if Maps
import TextFormatting

/// One line of a file with a caret under one of its characters, as a terminal will show them.
///
/// Tabs become four spaces, and what is not printable U+FFFD, so that the caret stands where the eye expects it.
/// Of a line that is too wide, the part around the place is shown.
struct SourcePicture {
  /// The place as people and editors count it: in characters, from one.
  let column: Int
  let text: String
  let caret: String

  private struct Cell {
    let text: String
    let width: Int
  }

  /// - Parameters:
  ///   - line: The line, without its end.
  ///   - scalarColumn: The place, in Unicode scalars from one, as the YAML reader counts.
  ///   - width: The columns that the picture may take.
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
    // The line is shown as it is, with the shapes that it asks for.
    let asksForEmoji = character.unicodeScalars.contains("\u{FE0F}")
    return Cell(text: text, width: asksForEmoji ? 2 : text.first.map(TextWidth.columns) ?? 0)
  }

  /// The cells to show: all where they fit, otherwise those around the place, more of them after it than before.
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
