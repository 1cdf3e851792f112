import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal

@Suite(.inTurn, .serialized) struct PlainTextTests {
  @Test(
    arguments: [
      ("\u{1B}[1;31mred\u{1B}[0m", "red"), ("\u{1B}]0;title\u{07}text", "text"), ("\u{1B}]8;;url\u{1B}\\link", "link"),
      ("\u{1B}(Bplain", "plain"), ("tab\tbed", "tab bed"), ("bell\u{07}", "bell\u{FFFD}"),
      ("\u{9B}31m\u{202E}", "\u{FFFD}31m\u{FFFD}"), ("line\r", "line"),
      ("10%\r20%\r100%", "100%"), ("\u{1B}7saved", "saved"), ("cut \u{1B}[3", "cut "), ("日本 👍🏽", "日本 👍🏽"),
    ])
  func terminalControlsAreRemoved(line: String, expected: String) {
    expectEqual(PlainText.of(line), expected)
  }
}
