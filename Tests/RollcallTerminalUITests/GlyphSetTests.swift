import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@Suite(.inTurn, .serialized) struct GlyphSetTests {
  @Test func everyGlyphHasOneColumnInBothSets() {
    for glyphs in [GlyphSet.unicode, .ascii] {
      let signs = [
        glyphs.ellipsis, glyphs.selection, glyphs.times, glyphs.up, glyphs.down, glyphs.left, glyphs.right,
      ]
      for sign in signs + glyphs.barEighths + glyphs.columnEighths { expectEqual(sign.columnWidth, 1) }
    }
  }

  @Test func ourGlyphsHaveSubstitutes() {
    for (sign, substitute) in [
      (GlyphSet.unicode.ellipsis, "~"), (GlyphSet.unicode.selection, ">"), ("·", "-"),
      (GlyphSet.unicode.times, "x"), ("µ", "u"), ("┼", "+"), ("─", "-"), ("│", "|"),
    ] {
      expectEqual(GlyphSet.ascii.plain(sign), substitute)
      expectEqual(GlyphSet.unicode.plain(sign), sign)
    }
  }

  @Test func substitutesHaveTheColumnsOfTheOriginal() {
    for text in ["日本", "👩‍👩‍👧‍👦", "e\u{301}", "🇩🇪", "\t\n\u{1B}", "\u{200B}", "“a” — b", "की"] {
      let plain = GlyphSet.ascii.plain(text)
      expectEqual(plain.columnWidth, text.columnWidth)
      #expect(plain.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    }
  }
}
