import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@Suite(.inTurn, .serialized) struct ChartTests {
  @Test func waitingAndBlockedPartsAreAtTheEndOfABar() {
    expectEqual(Bar.text(from: 0, to: 1, width: 8, waiting: 0.25, blocked: 0.5), "██▒▒░░░░")
    expectEqual(Bar.text(from: 0, to: 1, width: 8, waiting: 0.25, blocked: 0.5, glyphs: .ascii), "##~~....")
    expectEqual(Bar.text(from: 0.5, to: 0.55, width: 4, blocked: 0.9), "  ░ ")
    expectEqual(Bar.text(from: 0, to: 0.5, width: 4, waiting: 1, blocked: 1), "░░  ")
    expectEqual(Bar.text(from: 0, to: 0.5, width: 4, waiting: 0.1, blocked: 0.1), "██  ")
  }

  @Test(arguments: [
    (0.0, 1.0, "████████"), (0.25, 0.5, "  ██    "), (0, 0, "▏       "), (1, 1, "       ▏"), (0.5, 0.5, "    ▏   "),
    (0, 0.078125, "▋       "), (0.95, 1, "       ▍"), (0.3, 0.1, "  ▏     "), (-1, 2, "████████"),
    (.nan, .nan, "▏       "),
    (0.9375, 1, "       ▌"),
  ])
  func bars(start: Double, end: Double, expected: String) {
    expectEqual(Bar.text(from: start, to: end, width: 8), expected)
  }

  @Test(arguments: [(0.0, 1.0, "########"), (0, 0, "|       "), (0.25, 0.52, "  ##    "), (0, 0.07, "#       ")])
  func asciiBars(start: Double, end: Double, expected: String) {
    expectEqual(Bar.text(from: start, to: end, width: 8, glyphs: .ascii), expected)
  }

  @Test func barsHaveTheirWidth() {
    for width in 0...13 {
      for step in 0...40 {
        let bar = Bar.text(from: Double(step) / 40, to: Double(step) / 30, width: width)
        expectEqual(bar.columnWidth, width)
        #expect(width == 0 || bar.contains { $0 != " " })
      }
    }
  }

  @Test func histograms() {
    expectEqual(Histogram.text([0, 1, 4, 8]), " ▁▄█")
    #expect(Histogram.text([8, 8, 7.9, 8]) == "▁▁▁▁" && Histogram.text([3]) == "▁", "level is low")
    expectEqual(Histogram.text([0, 1, 4, 8], glyphs: .ascii), " _.#")
    expectEqual(Histogram.text([0, .nan, 0]), "   ")
    #expect(Histogram.text([]).isEmpty)
  }

  @Test func percentilesAreMeasuredValues() {
    let hundred = Array(1...100 as ClosedRange<UInt64>)
    expectEqual([50, 95, 99, 100].map { Percentile.value($0, of: hundred) }, [50, 95, 99, 100])
    expectEqual([1, 50, 51, 100].map { Percentile.value($0, of: [7, 9]) }, [7, 7, 9, 9])
    #expect(Percentile.value(-5, of: hundred) == 1 && Percentile.value(500, of: hundred) == 100)
    #expect(Percentile.value(50, of: []) == nil)
  }
}
