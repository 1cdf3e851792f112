import RollcallTestingAdditions
import Testing

@testable import RollcallTerminalUI

/// From bytes to keys: only known sequences become keys.
@Suite(.inTurn, .serialized) struct InputParserTests {
  private func inputs(_ text: String, _ parser: InputParser = InputParser()) -> [TerminalInput] {
    inputs(Array(text.utf8), parser)
  }

  private func inputs(_ bytes: [UInt8], _ parser: InputParser = InputParser()) -> [TerminalInput] {
    var parser = parser
    return parser.parse(bytes) + (parser.patience == nil ? [] : parser.timeOut())
  }

  @Test(
    arguments: [
      ("a", .character("a")), ("日", .character("日")), (" ", .character(" ")), ("\t", .tab), ("\n", .enter),
      ("\r", .enter), ("\u{7F}", .backspace), ("\u{08}", .backspace), ("\u{0C}", .control("l")),
      ("\u{01}", .control("a")), ("\u{1A}", .control("z")), ("\0", .control("@")), ("\u{1F}", .control("_")),
      ("\u{1B}", .escape), ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right),
      ("\u{1B}[D", .left), ("\u{1B}[H", .home), ("\u{1B}OF", .end), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
      ("\u{1B}[4~", .end), ("\u{1B}[8~", .end), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete),
      ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab), ("\u{1B}OM", .enter),
      ("\u{1B}OP", .function(1)), ("\u{1B}[11~", .function(1)), ("\u{1B}[[A", .function(1)),
      ("\u{1B}[[E", .function(5)), ("\u{1B}[15~", .function(5)), ("\u{1B}[24~", .function(12)),
      ("\u{1B}[1;1A", .up), ("\u{1B}[1;129A", .up), ("\u{1B}x", .alt("x")), ("\u{1B}é", .alt("é")),
      ("\u{1B}/", .alt("/")), ("\u{1B}[97;5u", .control("a")), ("\u{1B}[97;3u", .alt("a")),
      ("\u{1B}[27;5;97~", .control("a")), ("\u{1B}[13u", .enter), ("\u{1B}[27u", .escape), ("\u{1B}[9;2u", .backTab),
      ("\u{1B}[127u", .backspace), ("\u{1B}[99;5u", .control("c")), ("\u{1B}[27;5;99~", .control("c")),
      ("\u{1B}[99;69u", .control("c")), ("\u{1B}[27;5;67~", .control("c")), ("\u{1B}[122;5:1u", .control("z")),
      ("\u{1B}[92;5u", .control("\\")), ("\u{1B}[27;1u", .escape), ("\u{1B}[27;1:1u", .escape),
      ("\u{1B}[27;1;27~", .escape),
    ] as [(String, Key)])
  func aKey(bytes: String, key: Key) {
    expectEqual(inputs(bytes), [.key(key)])
  }

  /// Sequences without a meaning here, each in the bytes that terminals send.
  static let unknown = [
    "\u{1B}[x", "\u{1B}[24;80R", "\u{1B}[?1;2c", "\u{1B}[>41;354;0c", "\u{1B}[0n", "\u{1B}[I", "\u{1B}[O",
    "\u{1B}P>|XTerm(370)\u{1B}\\", "\u{1B}P1$r0;1qx\u{1B}\\", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\",
    "\u{1B}]52;c;cXhv\u{07}", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}^qx\u{1B}\\", "\u{1B}Xqx\u{1B}\\", "\u{1B}Ox",
    "\u{1B}[1;5A", "\u{1B}[3;2~", "\u{1B}[97;9u", "\u{1B}[97u", "\u{1B}[97;5:3u", "\u{1B}[?0u", "\u{1B}[48;24;80;0;0t",
    "\u{1B}[?2026;1$y", "\u{1B}[7$", "\u{1B}[34$", "\u{1B}\u{1B}[7$", "\u{1B}[40$", "\u{1B}[4$y", "\u{1B}[7;1$y",
    "\u{1B}\u{1B}[A", "\u{1B}\u{1B}Ox", "\u{1B}(B",
    "\u{1B}[A\u{1B}[201~".replacing("\u{1B}[A", with: ""),
    "\u{9B}24;80R", "\u{90}1$r0;1qx\u{9C}", "\u{1B}[", "\u{1B}[24;8", "\u{1B}O", "\u{1B}Pqx", "\u{1B}]0;q",
    "\u{1B}[\(String(repeating: "1;", count: 500))x", "\u{1B}]\(String(repeating: "x", count: 100_000))\u{07}",
  ]

  @Test(arguments: unknown) func anUnknownSequenceIsSwallowedWhole(bytes: String) {
    expectEqual(inputs(bytes), [])
  }

  @Test(arguments: unknown) func anOrdinaryKeyWorksAfterAnySequence(bytes: String) {
    var parser = InputParser()
    _ = parser.parse(bytes.utf8)
    if parser.patience != nil { _ = parser.timeOut() }
    expectEqual(parser.parse("j".utf8), [.key(.character("j"))])
    #expect(parser.patience == nil)
  }

  /// Shift and Home, as urxvt sends them. The next key is not part of the sequence, however soon it comes.
  @Test func aDollarEndsAShiftedKey() {
    expectEqual(inputs("\u{1B}[7$j\u{1B}[11$k"), [.key(.character("j")), .key(.character("k"))])
    var parser = InputParser(escapeDelay: .milliseconds(7))
    expectEqual(parser.parse("\u{1B}[40$".utf8), [])
    expectEqual(parser.patience, .milliseconds(7), "the sequence may or may not be complete")
    expectEqual(parser.parse("yj".utf8), [.key(.character("j"))])
  }

  /// Bytes that are not UTF-8, such as the 8-bit introducers of sequences.
  @Test func rawControlBytesIntroduceSequences() {
    expectEqual(inputs([0x9B] + Array("24;80R".utf8)), [])
    expectEqual(inputs([0x90] + Array("1$rq".utf8) + [0x9C]), [])
    expectEqual(inputs([0xFF, 0xC0, 0xE6, 0x97]), [])
    expectEqual(inputs([0xE6, 0x97, 0x61]), [.key(.character("a"))])
  }

  /// A letter with Alt does not act as the letter alone, whatever else is held or precedes it.
  @Test func altIsAModifier() {
    expectEqual(inputs("\u{1B}\u{1B}x"), [.key(.alt("x"))])
    expectEqual(inputs("\u{1B}q\u{1B}x"), [.key(.alt("q")), .key(.alt("x"))])
    expectEqual(inputs("\u{1B}\r"), [])
  }

  @Test func eachOfSeveralEscapesIsAKey() {
    expectEqual(inputs("\u{1B}\u{1B}"), [.key(.escape), .key(.escape)])
  }

  /// Only an unfinished sequence needs a wait: after an escape character, the configured time.
  @Test func onlyUnfinishedSequencesAreWaitedFor() {
    var parser = InputParser(escapeDelay: .milliseconds(7))
    #expect(parser.patience == nil)
    expectEqual(parser.parse("a".utf8), [.key(.character("a"))])
    #expect(parser.patience == nil)
    expectEqual(parser.parse("\u{1B}".utf8), [])
    expectEqual(parser.patience, .milliseconds(7))
    expectEqual(parser.parse("[".utf8), [])
    expectEqual(parser.patience, InputParser.sequencePatience)
    expectEqual(parser.parse("A".utf8), [.key(.up)])
    #expect(parser.patience == nil)
    expectEqual(parser.parse([0xE6]), [])
    expectEqual(parser.patience, InputParser.sequencePatience)
    expectEqual(parser.parse([0x97, 0xA5]), [.key(.character("日"))])
    #expect(parser.patience == nil)
  }

  @Test func theMouseIsReportedInBothForms() {
    let place = Point(x: 9, y: 4)
    expectEqual(inputs("\u{1B}[<0;10;5M"), [.mouse(MouseEvent(.press, at: place))])
    expectEqual(inputs("\u{1B}[<0;10;5m"), [.mouse(MouseEvent(.release, at: place))])
    expectEqual(inputs("\u{1B}[<4;10;5M"), [.mouse(MouseEvent(.press, at: place))])
    expectEqual(inputs("\u{1B}[<64;10;5M"), [.mouse(MouseEvent(.scrollUp, at: place))])
    expectEqual(inputs("\u{1B}[<65;10;5M"), [.mouse(MouseEvent(.scrollDown, at: place))])
    expectEqual(inputs("\u{1B}[<32;10;5M\u{1B}[<2;10;5M\u{1B}[<0;0;5M\u{1B}[<0;5M"), [])
    expectEqual(inputs([0x1B, 0x5B, 0x4D, 32, 42, 37]), [.mouse(MouseEvent(.press, at: place))])
    expectEqual(inputs([0x1B, 0x5B, 0x4D, 35, 42, 37]), [.mouse(MouseEvent(.release, at: place))])
    expectEqual(inputs([0x1B, 0x5B, 0x4D, 96, 32 + 200, 37]), [.mouse(MouseEvent(.scrollUp, at: Point(x: 199, y: 4)))])
  }

  @Test func aPasteIsOneKey() {
    expectEqual(
      inputs("\u{1B}[200~two\rlines 日\u{1B}[A qx\u{1B}[201~j"),
      [.key(.paste("two\nlines 日\u{1B}[A qx")), .key(.character("j"))])
    expectEqual(inputs("\u{1B}[200~\u{1B}\u{1B}[201~"), [.key(.paste("\u{1B}"))])
  }

  @Test func aPasteIsBounded() {
    let text = String(repeating: "a", count: PasteCollector.maximumLength)
    expectEqual(inputs("\u{1B}[200~\(text)and more\u{1B}[201~"), [.key(.paste(text))])
  }

  /// Creates a parser whose paste has stalled.
  private func stalled(after text: String) -> InputParser {
    var parser = InputParser()
    expectEqual(parser.parse("\u{1B}[200~\(text)".utf8), [])
    expectEqual(parser.patience, .seconds(1))
    expectEqual(parser.timeOut(), [.unfinishedPaste])
    #expect(parser.patience == nil)
    return parser
  }

  @Test func theRestOfAStalledPasteIsNotAKey() {
    var parser = stalled(after: "qx\u{1B}[20")
    expectEqual(parser.parse("q\u{1B}[A\u{1B}x\u{1B}[<0;10;5Mé日".utf8), [])
    #expect(parser.patience == nil)
    expectEqual(parser.parse("x\u{1B}[201~j".utf8), [.unfinishedPasteIsOver, .key(.character("j"))])
  }

  @Test(arguments: ["", "\u{1B}", "\u{1B}[20"]) func theMarkCanStallToo(begun: String) {
    var parser = stalled(after: begun)
    expectEqual(parser.parse("\u{1B}[201~".dropFirst(begun.count).utf8), [.unfinishedPasteIsOver])
  }

  @Test(arguments: ["\u{1B}", "\u{1B}\u{1B}", "\u{1B}[27u"]) func escapeEndsAStalledPaste(escape: String) {
    var parser = stalled(after: "rm x")
    expectEqual(parser.parse("q\(escape)".utf8), [])
    expectEqual(parser.patience, .milliseconds(300))
    expectEqual(parser.timeOut(), [.unfinishedPasteIsOver])
    #expect(parser.patience == nil)
    expectEqual(parser.parse("j".utf8), [.key(.character("j"))])
  }

  /// A terminal's description overrides the usual sequences.
  @Test func theTerminalsOwnKeysAreKnown() {
    let keys: [[UInt8]: Key] = [
      Array("\u{1B}[224z".utf8): .function(1), Array("\u{1B}A".utf8): .up, Array("\u{1B}OQ".utf8): .home,
      Array("\u{1B}[M".utf8): .function(2),
    ]
    let parser = InputParser(keys: keys)
    expectEqual(inputs("\u{1B}[224z", parser), [.key(.function(1))])
    expectEqual(inputs("\u{1B}A", parser), [.key(.up)])
    expectEqual(inputs("\u{1B}OQ", parser), [.key(.home)])
    expectEqual(inputs("\u{1B}[M", parser), [.key(.function(2))])
    expectEqual(inputs("\u{1B}\u{1B}A", parser), [.key(.alt("A"))])
  }

  /// Cutting the input between any two bytes does not change its meaning.
  @Test func bytesCanArriveInAnyPieces() {
    let whole =
      Array("a\u{1B}[Aé\u{1B}OP\u{1B}[<0;10;5M日\u{1B}[200~pa\u{1B}[ste\u{1B}[201~\u{1B}x".utf8)
      + [0x1B, 0x5B, 0x4D, 32, 200, 37] + Array("\u{1B}P>|XTerm(370)\u{1B}\\\u{1B}[24;80Rz".utf8)
    let expected = inputs(whole)
    expectEqual(expected.count, 10)
    for first in whole.indices {
      for second in [first, (first + whole.count) / 2] {
        var parser = InputParser()
        let found = [whole[..<first], whole[first..<second], whole[second...]].flatMap { parser.parse($0) }
        expectEqual(found, expected, "cut at \(first) and \(second)")
      }
    }
  }
}
