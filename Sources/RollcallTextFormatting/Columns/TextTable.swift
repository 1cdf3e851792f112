/// A table of text with a head, in columns as wide as their contents.
public struct TextTable: Sendable {
  /// Unescaped texts, the head first.
  private var rows: [[String]]
  private let numbers: Set<String>

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - head: The titles of the columns.
  ///   - numbers: The titles of the columns that are aligned at their end, as for numbers.
  ///   - rows: The rows, unescaped.
  public init(_ head: [String], numbers: Set<String> = [], rows: [[String]] = []) {
    self.rows = [head] + rows
    self.numbers = numbers
  }

  /// Adds a row of unescaped texts.
  public mutating func add(_ row: [String]) { rows.append(row) }

  /// Removes the column with this title, if there is one.
  public mutating func drop(_ head: String) {
    guard let column = rows[0].firstIndex(of: head) else { return }
    for index in rows.indices { rows[index].remove(at: column) }
  }

  /// Whether the table has no rows but its head.
  public var isEmpty: Bool { rows.count == 1 }

  /// The alignment of each column.
  public var alignments: [Alignment] { rows[0].map { numbers.contains($0) ? .trailing : .leading } }

  /// Returns the rows, the head first, with each text padded to its column's width.
  ///
  /// - Parameters:
  ///   - least: The minimum width of a column.
  ///   - spell: Converts a text to the form in which it is written.
  public func cells(least: Int = 0, _ spell: (String) -> String) -> [[String]] {
    let (spelled, alignments) = (rows.map { $0.map(spell) }, alignments)
    let widths = (0..<(spelled.map(\.count).max() ?? 0)).map { column in
      spelled.map { column < $0.count ? $0[column].columnWidth : 0 }.reduce(least, max)
    }
    return spelled.map { row in
      row.enumerated().map { column, text in
        text.padded(toColumns: widths[column], alignment: column < alignments.count ? alignments[column] : .leading)
      }
    }
  }

  /// The table as text: each cell printable on one line, each row indented by one space and without trailing spaces.
  public var text: String {
    cells { $0.printable(.line) }.map { cells in
      let line = " " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
