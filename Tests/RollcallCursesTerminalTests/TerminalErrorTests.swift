import RollcallCursesTerminal
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) struct TerminalErrorTests {
  @Test(
    arguments: [
      (
        .notATerminal(.input),
        "No terminal: standard input is not one. Start this in a terminal and do not redirect it."
      ),
      (
        .notATerminal(.output),
        "No terminal: standard output is not one. Start this in a terminal and do not redirect it."
      ),
      (.missingType, "The type of the terminal is unknown: TERM is not set. Set it, for example TERM=xterm-256color."),
      (
        .unknownType("foo"),
        "The terminal type \"foo\" in TERM is unknown here. Use one that is known, for example TERM=xterm-256color."
      ),
      (
        .missingDatabase(type: "foo"),
        "The terminal type \"foo\" can't be looked up: no terminfo database was found. Install it, or set TERMINFO."
      ),
      (
        .noCursorAddressing(type: "dumb"),
        "A terminal of type \"dumb\" (TERM) can't place text on its screen. "
          + "If yours can, name its type, for example TERM=xterm-256color."
      ),
      (.unavailable("no pipe could be opened"), "The terminal can't be used: no pipe could be opened."),
    ] as [(TerminalError, String)])
  func messages(error: TerminalError, message: String) {
    expectEqual(error.description, message)
  }
}
