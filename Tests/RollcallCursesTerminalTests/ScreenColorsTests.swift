import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal

@Suite(.inTurn, .serialized) struct ScreenColorsTests {
  @Test func sixteenColorsAreShownAsTheyAre() {
    let look = ScreenColors(count: 256).look(of: .foreground(.brightRed).bold)
    expectEqual(look.foreground, 9)
    #expect(look.style.isBold)
    let plain = ScreenColors(count: 16).look(of: .plain)
    #expect(plain.foreground == -1 && !plain.style.isBold)
  }

  @Test func brightColorsAreBoldWithEightColors() {
    let look = ScreenColors(count: 8).look(of: .foreground(.brightRed))
    expectEqual(look.foreground, 1)
    #expect(look.style.isBold)
  }

  @Test func brightBlackStaysReadable() {
    let look = ScreenColors(count: 8).look(of: .foreground(.brightBlack))
    expectEqual(look.foreground, -1)
    #expect(look.style.isDim && !look.style.isBold)
  }

  @Test func withoutColorsAttributesRemain() {
    let look = ScreenColors(count: 0).look(of: .foreground(.red).reversed.underlined)
    expectEqual(look.foreground, -1)
    #expect(look.style.isReversed && look.style.isUnderlined && !look.style.isBold)
  }
}
