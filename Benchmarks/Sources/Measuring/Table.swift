/// A table for the terminal that is also valid Markdown.
public struct Table: Sendable {
  private var rows: [[String]]
  private let leading: Set<Int>

  /// Creates a table without rows.
  ///
  /// - Parameters:
  ///   - header: The columns' headers.
  ///   - leading: The indices of the text columns, which are aligned left. Other columns are aligned right.
  public init(_ header: [String], leading: Set<Int> = [0]) {
    rows = [header]
    self.leading = leading
  }

  /// Adds a row. It must have as many cells as there are headers.
  public mutating func add(_ row: [String]) { rows.append(row) }

  /// The table's lines.
  public var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let rule = widths.enumerated().map { column, width in
      let dashes = String(repeating: "-", count: width + 1)
      return leading.contains(column) ? dashes + "-" : dashes + ":"
    }
    let lines = rows.map { row in
      "| " + row.enumerated().map { cell($1, column: $0, width: widths[$0]) }.joined(separator: " | ") + " |"
    }
    return ([lines[0], "|" + rule.joined(separator: "|") + "|"] + lines.dropFirst()).joined(separator: "\n")
  }

  private func cell(_ text: String, column: Int, width: Int) -> String {
    let space = String(repeating: " ", count: width - text.count)
    return leading.contains(column) ? text + space : space + text
  }
}
