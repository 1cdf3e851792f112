import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// The dashboard without a screen, with a user who types.
  @Suite struct PlainTests {
    private func begin(_ command: String, map: String = Maps.shop) async throws -> Terminal {
      let terminal = try await Terminal.shell(map: map)
      try await terminal.type(command)
      try await terminal.press(.enter)
      try await terminal.expect("the prompt") { $0.contains("'help' lists the commands.") && $0.lastLine == ">" }
      return terminal
    }

    private func enter(_ line: String, in terminal: Terminal) async throws {
      try await terminal.type(line)
      try await terminal.press(.enter)
    }

    /// Text that is typed before the prompt mixes with it.
    private func expectPrompt(after text: String, in terminal: Terminal) async throws {
      try await terminal.expect("\(text), and the prompt") { $0.contains(text) && $0.lastLine == ">" }
    }

    @Test(arguments: ["TERM=dumb rollcall run", "rollcall run --plain", "rollcall run | cat"])
    func aUserTypesLines(command: String) async throws {
      let terminal = try await begin(command)
      try await enter("fire openURL url=pay:7", in: terminal)
      try await terminal.expect("the result") {
        $0.contains("#1 openURL pay:7: yes (Payments), 2 called, ") && $0.lastLine == ">" && !$0.isAlternate
      }
      try await enter("remove Payments", in: terminal)
      try await expectPrompt(after: "Payments removed and freed; it owned nothing.", in: terminal)
      try await enter("bring bakc", in: terminal)
      try await expectPrompt(after: "There is no module 'bakc'.", in: terminal)
      try await enter("bring back", in: terminal)
      try await expectPrompt(after: "Payments is back in place 3: created again in ", in: terminal)
      try await enter("quit", in: terminal)
      try await terminal.expectPrompt()
      try await expectEqual(terminal.exitStatus(), 0)
    }

    @Test func controlDEnds() async throws {
      let terminal = try await begin("rollcall run --plain")
      let modes = try await terminal.screen()
      #expect(modes.isCursorVisible && !modes.isMouseReported)
      try await terminal.press(.control("d"))
      try await terminal.expectPrompt()
      try await expectEqual(terminal.exitStatus(), 0)
    }

    @Test func quittingDoesNotWaitForAHandler() async throws {
      let terminal = try await begin("rollcall run --plain", map: Maps.push("takes: 1min"))
      try await enter("fire didReceiveMemoryWarning", in: terminal)
      try await terminal.expect("Push has run didReceiveMemoryWarning for 1.")
      try await enter("status", in: terminal)
      try await terminal.expect("1 command under way")
      try await enter("quit", in: terminal)
      try await terminal.expect("Push was still handling didReceiveMemoryWarning and was abandoned.")
      try await terminal.expectPrompt()
    }

    @Test func aLeakIsDetectedAndFixed() async throws {
      let map = "main: Scene\nmodules:\n  - Scene: { type: Scripted }\n  - LeakyPair\n"
      let terminal = try await begin("rollcall run --plain", map: map)
      try await enter("remove LeakyPair", in: terminal)
      // Without any input, the program reports the leak when it detects it.
      try await terminal.expect("WARNING: LeakyPair is still alive: likely")
      try await enter("fix leakypair", in: terminal)
      try await terminal.expect("delegate player was cleaned, and LeakyPair is freed, ")
    }
  }
}
