import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal
@testable import RollcallTerminalUI

/// From the cells of a row to what curses draws.
@Suite(.inTurn, .serialized) struct CellRunTests {
  private func runs(_ canvas: Canvas, in columns: Range<Int>) -> [String] {
    var runs: [String] = []
    CellRun.forEach(in: columns, ofRow: 0, of: canvas) { run in
      let text = String(String.UnicodeScalarView(run.scalars.compactMap(Unicode.Scalar.init)))
      let style = run.style == .plain ? "plain" : run.style == .bold ? "bold" : "other"
      runs.append("\(run.start): \(text), \(style)")
    }
    return runs
  }

  @Test func aRunEndsWhereTheStyleChanges() {
    CharacterSet.adopt(for: .unicode)
    var canvas = Canvas(size: Size(width: 10, height: 1))
    canvas.write("网络支 ab", x: 0, y: 0)
    canvas.restyle(Rect(x: 4, y: 0, width: 1, height: 1)) { $0.bold }
    expectEqual(runs(canvas, in: 0..<10), ["0: 网络, plain", "4: 支, bold", "6:  ab , plain"])
    expectEqual(runs(canvas, in: 4..<6), ["4: 支, bold"])
    expectEqual(runs(canvas, in: 3..<3), [])
  }

  /// A canvas does not make such cells, but a run that began with half a character would shift the rest of the row.
  @Test func theSecondHalfOfAWideCharacterNeverBeginsARun() {
    CharacterSet.adopt(for: .unicode)
    var canvas = Canvas(size: Size(width: 5, height: 1))
    canvas.write("支付x", x: 0, y: 0)
    canvas.cells[1].style = .bold
    canvas.cells[3].style = .bold
    expectEqual(runs(canvas, in: 0..<5), ["0: 支付x, plain"])
  }
}
