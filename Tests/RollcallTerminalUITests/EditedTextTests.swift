import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

/// Editing a text of one line.
@Suite(.inTurn, .serialized) struct EditedTextTests {
  private func shown(_ text: EditedText) -> String { "\(text.parts.before)|\(text.parts.after)" }

  @Test func theTextIsEditedAtTheCursor() {
    var text = EditedText("pay:42")
    expectEqual(shown(text), "pay:42|")
    text.move(by: -2)
    expectEqual(shown(text), "pay:|42")
    text.insert("1")
    expectEqual(shown(text), "pay:1|42")
    text.eraseBefore()
    text.eraseBefore()
    expectEqual(shown(text), "pay|42")
    text.eraseAfter()
    expectEqual(shown(text), "pay|2")
    text.move(by: -100)
    expectEqual(shown(text), "|pay2")
    text.eraseBefore()
    text.move(by: -1)
    expectEqual(shown(text), "|pay2")
    text.move(by: 100)
    expectEqual(shown(text), "pay2|")
    text.eraseAfter()
    expectEqual(shown(text), "pay|")
    text.clear()
    text.eraseBefore()
    text.eraseAfter()
    text.eraseWord()
    expectEqual(shown(text), "|")
  }

  @Test func aWordIsErasedWithTheSpacesAfterIt() {
    var text = EditedText("one two  three", afterCount: 5)
    text.eraseWord()
    expectEqual(shown(text), "one |three")
    text.eraseWord()
    expectEqual(shown(text), "|three")
    text.eraseWord()
    expectEqual(shown(text), "|three")
  }

  @Test func lineBreaksAreRemovedAndTheLengthIsLimited() {
    var text = EditedText("ad", afterCount: 1)
    text.insert("b\nc\r\n")
    expectEqual(shown(text), "abc|d")
    text.insert(String(repeating: "x", count: 5_000))
    #expect(text.text.count == EditedText.limit && text.text.hasSuffix("xd"))
  }

  /// A letter with thousands of marks is one character.
  @Test func theLimitCountsMarksToo() {
    var text = EditedText("e")
    for _ in 1...3 { text.insert(String(repeating: "\u{301}", count: 3_000)) }
    expectEqual(text.text.unicodeScalars.count, EditedText.limit)
  }

  @Test func aCharacterOfSeveralScalarsIsEditedAsOne() {
    var text = EditedText("漢👨‍👩‍👧e")
    text.insert("\u{301}")
    expectEqual(shown(text), "漢👨‍👩‍👧e\u{301}|")
    text.move(by: -1)
    text.eraseBefore()
    expectEqual(shown(text), "漢|e\u{301}")
    text.move(by: -100)
    text.insert("a")
    text.eraseAfter()
    expectEqual(shown(text), "a|e\u{301}")
  }

  @Test(arguments: [
    ("pay:42", 0, 10, "pay:42_"), ("pay:42", 2, 10, "pay:42"), ("", 0, 3, "_"), ("0123456789", 0, 6, "56789_"),
    ("0123456789", 10, 6, "01234…"), ("0123456789", 5, 6, "12345…"), ("漢字漢字漢字", 0, 6, "漢字_"), ("漢字漢字漢字", 6, 5, "漢字…"),
    ("abc", 0, 1, "_"), ("abc", 3, 1, "a"), ("abc", 0, 0, ""),
  ]) func theCursorIsAlwaysInSight(text: String, after: Int, width: Int, shown: String) {
    var canvas = Canvas(size: Size(width: 20, height: 1))
    let used = InputField(text: EditedText(text, afterCount: after), isFocused: true)
      .draw(on: &canvas, x: 0, y: 0, width: width)
    #expect(used <= width)
    let line = canvas.lines()[0]
    expectEqual(line.truncated(toColumns: used, ellipsis: "").columnWidth, used)
    expectEqual(String(line.reversed().drop { $0 == " " }.reversed()), shown)
  }
}
