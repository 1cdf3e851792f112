import RollcallTestingAdditions
import Testing

@testable import RollcallTerminalUI

@Suite(.inTurn, .serialized) struct ClipboardTests {
  private func clipboard(_ type: String, isXtermLike: Bool = true, _ variables: [String: String]) -> Clipboard? {
    Clipboard(type: type, isXtermLike: isXtermLike) { variables[$0] }
  }

  @Test func theEnvironmentTellsTheWay() {
    expectEqual(clipboard("xterm-256color", [:]), .terminal)
    expectEqual(clipboard("tmux-256color", [:]), .multiplexer)
    expectEqual(clipboard("tmux-256color", ["TMUX": "/tmp/tmux-501/default,1,0"]), .tmux)
    #expect(clipboard("vt100", isXtermLike: false, [:]) == nil)
  }

  /// Over ssh, the variable of the terminal may come along, but the command would copy on the other machine.
  @Test func applesTerminalHasACommand() {
    let local = ["TERM_PROGRAM": "Apple_Terminal"]
    expectEqual(clipboard("xterm-256color", local), .pasteboard)
    expectEqual(
      clipboard("xterm-256color", local.merging(["SSH_CONNECTION": "10.0.0.2 5 10.0.0.1 22"]) { $1 }), .terminal)
    expectEqual(clipboard("screen", local.merging(["TMUX": "/tmp/t,1,0"]) { $1 }), .tmux)
    #expect(Clipboard.pasteboard.command == ["pbcopy"] && Clipboard.terminal.command == nil)
  }
}
