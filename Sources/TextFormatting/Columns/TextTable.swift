/// Rows of text in columns that are as wide as they need to be, with a head.
public struct TextTable: Sendable {
  /// Texts as they are, the head first.
  private var rows: [[String]]
  private let numbers: Set<String>

  /// A table.
  ///
  /// - Parameters:
  ///   - head: What stands above the columns.
  ///   - numbers: Those of them that end on the right, as numbers do.
  ///   - rows: Texts as they are.
  public init(_ head: [String], numbers: Set<String> = [], rows: [[String]] = []) {
    self.rows = [head] + rows
    self.numbers = numbers
  }

  /// Adds a row of texts as they are.
  public mutating func add(_ row: [String]) { rows.append(row) }

  /// Takes a column out.
  public mutating func drop(_ head: String) {
    guard let column = rows[0].firstIndex(of: head) else { return }
    for index in rows.indices { rows[index].remove(at: column) }
  }

  /// Whether it has nothing but its head.
  public var isEmpty: Bool { rows.count == 1 }

  /// On which side the texts below each word of the head stand.
  public var alignments: [Alignment] { rows[0].map { numbers.contains($0) ? .trailing : .leading } }

  /// The rows, the head first, each text padded to its column.
  ///
  /// - Parameters:
  ///   - least: How wide a column is at least.
  ///   - spell: How a text is written.
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

  /// The table, each text printable on one line, each row indented by a space and ended without spaces.
  public var text: String {
    cells { $0.printable(.line) }.map { cells in
      let line = " " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
