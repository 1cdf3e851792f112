import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal

@Suite(.inTurn, .serialized) struct ControlSequencesTests {
  @Test(
    arguments: [
      ("\u{1B}[m\u{0F}$<2>", "\u{1B}[m\u{0F}"), ("a$<5*/>b$<10>c", "abc"), ("plain", "plain"), ("cost $5", "cost $5"),
      ("$", "$"), ("$<open", "$<open"),
    ])
  func delaysAreRemoved(capability: String, expected: String) {
    expectEqual(ControlSequences.withoutDelays(capability), expected)
  }

  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("日本", "5pel5pys")])
  func textIsCopiedInBase64(text: String, code: String) {
    expectEqual(ControlSequences.copy(text), "\u{1B}]52;c;\(code)\u{07}")
  }

  @Test(
    arguments: [
      ("xterm-ghostty", ["ghostty", "xterm-256color"]), ("xterm-kitty", ["xterm-256color"]), ("xterm-256color", []),
      ("ghostty", []), ("foo", []),
    ] as [(String, [String])])
  func anUnknownTypeHasFallbacks(type: String, others: [String]) {
    expectEqual(TerminalTypes.fallbacks(for: type), others)
  }

  @Test func xtermsAreRecognised() {
    for type in ["xterm-256color", "tmux-256color", "screen", "foot", "st-256color"] {
      #expect(ControlSequences.isXtermLike(type: type))
    }
    for type in ["vt100", "linux", "dumb", "sun", "ansi", "cons25"] {
      #expect(!ControlSequences.isXtermLike(type: type))
    }
  }
}
