import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@Suite(.inTurn, .serialized) struct CanvasTests {
  private func canvas(_ width: Int, _ height: Int, _ glyphs: GlyphSet = .unicode) -> Canvas {
    Canvas(size: Size(width: width, height: height), glyphs: glyphs)
  }

  @Test func textIsClippedOnAllSides() {
    var canvas = canvas(5, 2)
    expectEqual(canvas.write("abcdef", x: 2, y: 0), 3)
    expectEqual(canvas.write("abcdef", x: -4, y: 1), 6)
    canvas.write("no", x: 0, y: -1)
    canvas.write("no", x: 0, y: 2)
    expectEqual(canvas.write("no", x: 5, y: 0), 0)
    expectEqual(canvas.lines(), ["  abc", "ef   "])
  }

  @Test func longTextEndsInTheEllipsis() {
    var unicode = canvas(10, 1)
    expectEqual(unicode.write("didFinishLaunching", x: 0, y: 0, maxColumns: 7), 7)
    expectEqual(unicode.lines(), ["didFin…   "])
    var ascii = canvas(10, 1, .ascii)
    ascii.write("didFinishLaunching", x: 0, y: 0, maxColumns: 7)
    expectEqual(ascii.lines(), ["didFin~   "])
    expectEqual(unicode.write("any", x: 0, y: 0, maxColumns: 0), 0)
  }

  @Test func aWideCharacterTakesTwoCells() {
    var canvas = canvas(6, 1)
    expectEqual(canvas.write("日本", x: 1, y: 0, style: .bold), 4)
    expectEqual(canvas[1, 0], Cell(text: "日", style: .bold))
    expectEqual(canvas[2, 0], Cell(text: "", style: .bold))
    expectEqual(canvas.lines(), [" 日本 "])
  }

  @Test func halfAWideCharacterIsASpace() {
    var canvas = canvas(3, 3)
    expectEqual(canvas.write("日本", x: 0, y: 0), 3)
    canvas.write("日本", x: -1, y: 1)
    canvas.write("日本", x: -3, y: 2)
    expectEqual(canvas.lines(), ["日 ", " 本", "   "])
  }

  @Test(arguments: [(1, "a本"), (2, "日a "), (0, "a 本"), (3, "日 a")])
  func overwritingHalfAWideCharacterBlanksTheOther(x: Int, expected: String) {
    var canvas = canvas(4, 1)
    canvas.write("日本", x: 0, y: 0)
    canvas.write("a", x: x, y: 0)
    expectEqual(canvas.lines(), [x == 1 ? " a本" : expected])
  }

  @Test(arguments: [
    ("abcdef", "abcdef", 0..<0), ("abcdef", "abXdYf", 2..<5), ("", "x", 0..<1), ("abcdef", "abcdeX", 5..<6),
    ("\u{65E5}\u{672C}", "a \u{672C}", 0..<2), ("a\u{65E5}", "a\u{672C}", 1..<3), ("a\u{65E5}b", "axyb", 1..<3),
    ("axyb", "a\u{65E5}c", 1..<4),
    ("x\u{65E5}\u{672C}", "x\u{65E5}y", 3..<5),
  ])
  func aRowSaysWhichOfItsColumnsHaveChanged(before: String, after: String, columns: Range<Int>) {
    let texts = [before, after].map { text in
      var canvas = canvas(6, 2)
      canvas.write(text, x: 0, y: 1)
      return canvas
    }
    let changed = texts[1].changedColumns(ofRow: 1, since: texts[0])
    #expect(columns.isEmpty ? changed.isEmpty : changed == columns)
    #expect(texts[1].changedColumns(ofRow: 0, since: texts[0]).isEmpty)
    expectEqual(texts[1].changedColumns(ofRow: 0, since: canvas(4, 2)), 0..<6, "a canvas of another size")
  }

  @Test func aWideCharacterOverTwoHalvesBlanksTheOtherHalves() {
    var canvas = canvas(4, 1)
    canvas.write("日本", x: 0, y: 0)
    canvas.write("語", x: 1, y: 0)
    expectEqual(canvas.lines(), [" 語 "])
  }

  @Test func anASCIICanvasHoldsOnlyASCII() {
    var canvas = canvas(16, 2, .ascii)
    expectEqual(canvas.write("▸ 3× é 日本 1 µs", x: 0, y: 0), 16)
    canvas.write(String(repeating: "█", count: 16), x: 0, y: 1)
    expectEqual(canvas.lines(), ["> 3x ? ???? 1 us", "################"].map { $0.padded(toColumns: 16) })
  }

  @Test func filledRectanglesBlankHalvesOfWideCharacters() {
    var canvas = canvas(6, 1)
    canvas.write("日本語", x: 0, y: 0)
    canvas.fill(Rect(x: 1, y: -1, width: 2, height: 9))
    expectEqual(canvas.lines(), ["    語"])
  }

  /// A wide character has one style: half of one can't be drawn.
  @Test func aWideCharacterIsRestyledWhole() {
    var canvas = canvas(8, 1)
    canvas.write("a网🚀支", x: 0, y: 0)
    canvas.restyle(Rect(x: 5, y: 0, width: 1, height: 1)) { $0.bold }
    canvas.restyle(Rect(x: 2, y: 0, width: 2, height: 1)) { $0.underlined }
    expectEqual(canvas.lines(), ["a网🚀支 "])
    let styles = [Style.plain] + Array(repeating: .plain.underlined, count: 4) + [.bold, .bold, .plain]
    #expect((0..<8).map { canvas[$0, 0].style } == styles)
  }

  @Test func everyLineHasTheWidthOfTheCanvas() {
    var canvas = canvas(23, 4)
    for (y, text) in ["👩‍👩‍👧‍👦 family", "e\u{301}\u{302}tude \u{200B}x", "🇩🇪 flag ❤️", "\u{1B}[31m\ttab\r\n"].enumerated() {
      canvas.write(text, x: y, y: y)
    }
    expectEqual(canvas.lines().map(\.columnWidth), [23, 23, 23, 23])
  }

  @Test func anEmptyCanvasAcceptsAnything() {
    var canvas = canvas(0, 0)
    canvas.write("a日", x: 0, y: 0)
    canvas.frame(Rect(x: 0, y: 0, width: 3, height: 3))
    canvas.fill(Rect(x: 0, y: 0, width: 3, height: 3))
    #expect(canvas.lines().isEmpty)
  }

  @Test func aCellKeepsALetterWithItsMarks() {
    let marked = "x\u{301}\u{302}\u{303}\u{304}"
    var canvas = canvas(2, 1)
    canvas.write(marked + "\u{305}", x: 0, y: 0)
    expectEqual(Array(canvas[0, 0].text.unicodeScalars), Array(marked.unicodeScalars))
    #expect(Cell(text: "").isContinuation && Cell(text: "").text.isEmpty && !Cell(text: "").isBlank)
    #expect(Cell().isBlank && Cell(text: "日") != Cell(text: "本") && Cell(text: "e\u{301}") != Cell(text: "e"))
  }
}
