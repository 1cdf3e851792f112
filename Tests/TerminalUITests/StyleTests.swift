import TerminalUI
import Testing

@Suite struct StyleTests {
  @Test func chaining() {
    let style: Style = .bold.underlined.foreground(.red).background(.brightBlue)
    #expect(style == Style(foreground: .red, background: .brightBlue, isBold: true, isUnderlined: true))
    #expect(style.description == "bold underlined red on brightBlue")
    #expect(Style.plain.description == "plain")
  }
}
