extension Canvas: CustomStringConvertible {
  /// The text of each row, of exactly as many columns as the canvas has.
  public func lines() -> [String] { (0..<size.height).map { y in row(y).reduce(into: "") { $0 += $1.text } } }

  /// The rows, one a line, without their styles.
  public var description: String { lines().joined(separator: "\n") }

  /// The rows between bars, then one line for each run of cells that are not plain: row, columns, style.
  ///
  /// Meant for tests that compare a screen with a recorded one:
  ///
  ///     |Ready   3|
  ///     0:0-4 bold
  public var styledDescription: String {
    (lines().map { "|\($0)|" } + styleRuns()).joined(separator: "\n") + "\n"
  }

  private func row(_ y: Int) -> ArraySlice<Cell> { cells[(y * size.width)..<((y + 1) * size.width)] }

  private func styleRuns() -> [String] {
    (0..<size.height).flatMap { y in
      let row = Array(row(y))
      var runs: [String] = []
      var start = 0
      while start < row.count {
        var end = start
        while end < row.count, row[end].style == row[start].style { end += 1 }
        if row[start].style != .plain { runs.append("\(y):\(start)-\(end - 1) \(row[start].style)") }
        start = end
      }
      return runs
    }
  }
}
