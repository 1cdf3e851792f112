#if CommandLine
import TextFormatting

/// Rows of text in columns that are as wide as they need to be, with a head.
struct TextTable {
  private var rows: [[String]]
  private let alignments: [Alignment]

  /// - Parameter alignments: Those of the first columns; the others are leading.
  init(_ head: [String], alignments: [Alignment] = []) {
    rows = [head]
    self.alignments = alignments
  }

  /// - Parameter row: Texts as they are; each is made printable, on one line.
  mutating func add(_ row: [String]) { rows.append(row.map { $0.printable(.line) }) }

  var isEmpty: Bool { rows.count == 1 }

  /// The table, each row indented by a space and ended without spaces.
  var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].columnWidth : 0 }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, text in
        text.padded(
          toColumns: widths[column], alignment: column < alignments.count ? alignments[column] : .leading)
      }
      let line = " " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
#endif
