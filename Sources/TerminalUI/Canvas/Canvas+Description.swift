extension Canvas: CustomStringConvertible {
  /// Returns the text of each row, exactly as wide as the canvas.
  public func lines() -> [String] { (0..<size.height).map { y in row(y).reduce(into: "") { $0 += $1.text } } }

  /// The rows, joined by newlines, without styles.
  public var description: String { lines().joined(separator: "\n") }

  /// The rows between bars, followed by one line per run of cells that are not plain: row, columns, style.
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
