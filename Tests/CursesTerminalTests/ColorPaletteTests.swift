import TerminalUI
import Testing

@testable import CursesTerminal

@Suite struct ColorPaletteTests {
  @Test func sixteenColorsAreShownAsTheyAre() {
    let look = ColorPalette(colors: 256).look(of: .foreground(.brightRed).background(.blue).bold)
    #expect(look.foreground == 9)
    #expect(look.background == 4)
    #expect(look.isBold)
    let plain = ColorPalette(colors: 16).look(of: .plain)
    #expect(plain.foreground == -1 && plain.background == -1 && !plain.isBold)
  }

  @Test func ofEightColorsBrightOnesAreBold() {
    let look = ColorPalette(colors: 8).look(of: .foreground(.brightRed).background(.brightBlue))
    #expect(look.foreground == 1)
    #expect(look.background == 4)
    #expect(look.isBold)
  }

  @Test func brightBlackStaysReadable() {
    let look = ColorPalette(colors: 8).look(of: .foreground(.brightBlack))
    #expect(look.foreground == -1)
    #expect(look.isDim && !look.isBold)
  }

  @Test func withoutColorsAttributesRemain() {
    let look = ColorPalette(colors: 0).look(of: .foreground(.red).background(.brightBlue).reversed.underlined)
    #expect(look.foreground == -1 && look.background == -1)
    #expect(look.isReversed && look.isUnderlined && !look.isBold)
  }

  @Test func withoutDefaultColorsTextIsWhiteOnBlack() {
    let look = ColorPalette(colors: 8, hasDefaults: false).look(of: .plain)
    #expect(look.foreground == 7 && look.background == 0)
  }
}
