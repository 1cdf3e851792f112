import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

extension Canvas {
  /// The rows between bars, followed by one line per run of cells that are not plain: row, columns, style.
  ///
  ///     |Ready   3|
  ///     0:0-4 bold
  var styledDescription: String {
    (lines().map { "|\($0)|" } + (0..<size.height).flatMap(styleRuns)).joined(separator: "\n") + "\n"
  }

  private func styleRuns(ofRow y: Int) -> [String] {
    var runs: [String] = []
    var start = 0
    while start < size.width {
      var end = start
      while end < size.width, self[end, y].style == self[start, y].style { end += 1 }
      if self[start, y].style != .plain { runs.append("\(y):\(start)-\(end - 1) \(self[start, y].style.words)") }
      start = end
    }
    return runs
  }
}

extension Style {
  /// The style as text, such as `bold reversed red`.
  fileprivate var words: String {
    let attributes = [(isBold, "bold"), (isDim, "dim"), (isReversed, "reversed"), (isUnderlined, "underlined")]
    let color = (foreground != .standard, "\(foreground)")
    return (attributes + [color]).filter(\.0).map(\.1).joined(separator: " ")
  }
}

@Suite(.inTurn, .serialized) struct StyledDescriptionTests {
  @Test func stylesAreDescribedInRuns() {
    var canvas = Canvas(size: Size(width: 9, height: 2))
    canvas.write("Ready", x: 0, y: 0, style: .bold.foreground(.red))
    canvas.restyle(Rect(x: 3, y: 0, width: 3, height: 2)) { $0.reversed }
    expectEqual(
      canvas.styledDescription,
      """
      |Ready    |
      |         |
      0:0-2 bold red
      0:3-4 bold reversed red
      0:5-5 reversed
      1:3-5 reversed

      """)
  }
}
