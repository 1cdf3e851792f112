import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) struct StyleTests {
  @Test func chaining() {
    let style: Style = .bold.underlined.foreground(.red)
    #expect(style.foreground == .red && style.isBold && style.isUnderlined && !style.isDim && !style.isReversed)
  }
}
