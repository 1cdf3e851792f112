#if CommandLine
import TextFormatting

/// Rows of text in columns that are as wide as they need to be, with a head.
struct TextTable {
  private var rows: [[String]]
  private let numbers: Set<String>

  /// - Parameters:
  ///   - head: What stands above the columns.
  ///   - numbers: Those of them that end on the right, as numbers do.
  ///   - rows: Texts as they are; each is made printable, on one line.
  init(_ head: [String], numbers: Set<String> = [], rows: [[String]] = []) {
    self.rows = [head]
    self.numbers = numbers
    for row in rows { add(row) }
  }

  /// - Parameter row: Texts as they are; each is made printable, on one line.
  mutating func add(_ row: [String]) { rows.append(row.map { $0.printable(.line) }) }

  /// Takes a column out.
  mutating func drop(_ head: String) {
    guard let column = rows[0].firstIndex(of: head) else { return }
    for index in rows.indices { rows[index].remove(at: column) }
  }

  var isEmpty: Bool { rows.count == 1 }

  /// The table, each row indented by a space and ended without spaces.
  var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].columnWidth : 0 }.max() ?? 0 }
    let alignments = rows[0].map { numbers.contains($0) ? Alignment.trailing : .leading }
    return rows.map { row in
      let cells = row.enumerated().map { column, text in
        text.padded(toColumns: widths[column], alignment: column < alignments.count ? alignments[column] : .leading)
      }
      let line = " " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
#endif
