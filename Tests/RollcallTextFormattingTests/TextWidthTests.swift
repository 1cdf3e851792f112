import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@Suite(.inTurn, .serialized) struct TextWidthTests {
  @Test(
    arguments: [
      ("a", "a", 1), ("é", "é", 1), ("e\u{301}", "e\u{301}", 1), ("日", "日", 2), ("한", "한", 2),
      ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}", 2), ("ｱ", "ｱ", 1), ("👍🏽", "👍", 2), ("👩‍👩‍👧‍👦", "👩", 2),
      ("❤️", "❤", 1), ("🇩🇪", "DE", 2), ("1️⃣", "1\u{20E3}", 1), ("\t", " ", 1), ("\u{1B}", "\u{FFFD}", 1),
      ("\r\n", "\u{FFFD}", 1), ("\n", " ", 1), ("\u{0}", "\u{FFFD}", 1), ("\u{85}", "\u{FFFD}", 1),
      ("\u{200B}", "", 0),
      ("\u{202E}", "\u{FFFD}", 1), ("\u{2028}", "\u{FFFD}", 1), ("\u{301}", " \u{301}", 1), ("की", "की", 2),
      ("\u{AD}", "\u{AD}", 1),
      ("\u{FFFF}", "\u{FFFD}", 1),
      ("\u{378}", "\u{FFFD}", 1), ("█", "█", 1), ("▸", "▸", 1), ("…", "…", 1), ("👨‍💻", "👨", 2),
      ("\u{1F3FD}", "\u{1F3FD}", 2),
    ] as [(Character, String, Int)])
  func displayForms(character: Character, text: String, columns: Int) {
    expectEqual(Array(displayForm(of: character).unicodeScalars), Array(text.unicodeScalars))
    expectEqual(TextWidth.columns(of: character), columns)
  }

  /// Returns a character as it is drawn.
  private func displayForm(of character: Character) -> String {
    var form = ""
    TextWidth.forEachCell(of: character) { text, _ in form += text }
    return form
  }

  @Test func aLetterKeepsFourMarks() {
    let marked = Character("a" + String(repeating: "\u{301}", count: 40))
    expectEqual(displayForm(of: marked).unicodeScalars.count, 5)
  }

  @Test(arguments: [
    ("didReceiveMemoryWarning", 8, "didRece…"), ("short", 5, "short"), ("日本語", 4, "日…"), ("日本語", 5, "日本…"),
    ("日本語", 1, "…"), ("日本語", 0, ""), ("e\u{301}tude", 3, "e\u{301}t…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦…"),
  ])
  func truncating(text: String, columns: Int, expected: String) {
    expectEqual(text.truncated(toColumns: columns), expected)
  }

  @Test(arguments: [
    ("applicationShouldTerminate", 16, "applicatio…inate"), ("short", 5, "short"), ("shorter", 4, "sh…r"),
    ("shorter", 3, "sh…"), ("shorter", 1, "…"), ("日本語中", 7, "日本…中"), ("日本語中", 6, "日本…"), ("abcd", 0, ""),
  ])
  func truncatingBeforeTheEnd(text: String, columns: Int, expected: String) {
    expectEqual(text.truncatedBeforeTheEnd(toColumns: columns), expected)
  }

  @Test func padding() {
    expectEqual("日".padded(toColumns: 5), "日   ")
    expectEqual("日".padded(toColumns: 5, alignment: .trailing), "   日")
    expectEqual("longer".padded(toColumns: 3), "longer")
    expectEqual("日本語".fitted(toColumns: 4, alignment: .trailing), " 日…")
  }

  @Test func wrapping() {
    let text = "Push threw in #117: no token"
    expectEqual(text.wrapped(toColumns: 12), ["Push threw", "in #117: no", "token"])
    expectEqual("".wrapped(toColumns: 5), [""])
    expectEqual("one\n\ntwo  three".wrapped(toColumns: 20), ["one", "", "two three"])
    expectEqual("abcdefgh ij".wrapped(toColumns: 3), ["abc", "def", "gh", "ij"])
    expectEqual("日本語です".wrapped(toColumns: 5), ["日本", "語で", "す"])
    expectEqual("日本".wrapped(toColumns: 1), ["日", "本"])
  }

  /// Measuring stops at the available width: a text too long to measure in the test's time is cut.
  @Test func aTextIsCutWithoutMeasuringAllOfIt() {
    let long = String(repeating: "日本", count: 5_000_000)
    for _ in 0..<10_000 { expectEqual(long.truncated(toColumns: 5), "日本…") }
  }

  @Test(
    arguments: [
      ("short", 5, "short"), ("longer", 5, "l…"), ("日本語", 9, "日本語"), ("日本語", 8, "日…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 40, "👩‍👩‍👧‍👦…"), ("ab", 1, "…"),
      ("a\u{301}\u{301}\u{301}", 6, "a\u{301}…"),
    ])
  func textIsCutBetweenCharacters(text: String, limit: Int, expected: String) {
    expectEqual(text.cut(toBytes: limit), expected)
  }
}
