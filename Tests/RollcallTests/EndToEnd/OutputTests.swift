import Testing

extension EndToEnd {
  /// Modules that throw, print, and print a lot.
  @Suite struct OutputTests {
    @Test func anErrorBecomesAWarning() async throws {
      let terminal = try await Terminal.start(map: Maps.push(#"throws: "no token""#))
      try await terminal.fire("didReceiveM")
      try await terminal.expect(
        #"WARNING  Push threw in didReceiveMemoryWarning: "no token". The other modules went on."#,
        "#1 didReceiveMemoryWarning out of state: 1 called, Push threw", "1 WARNING", "2 Push")
    }

    @Test func aPrintedLineIsShownAndPrintedAgainAfterwards() async throws {
      let terminal = try await Terminal.start(map: Maps.push(#"prints: "token \t\e[31mred""#))
      try await terminal.fire("didReceiveM")
      let screen = try await terminal.expect("the printed line in its place, the rest as it was") {
        $0.isWhole && $0.lines[38] == " Push printed in didReceiveMemoryWarning: token 42"
      }
      #expect(screen.lines[2..<38].allSatisfy { $0.count == 120 }, "\(screen)")
      try await terminal.press("q")
      #expect(try await terminal.expectPrompt().output == ["token 42"])
    }

    @Test func linesThatLookLikeTheFrameDoNotTearTheScreen() async throws {
      // It sends its own event again, up to the deepest that a composite allows.
      let map = """
        main: Scene
        modules:
          - Scene:
              type: Scripted
              handles:
                openURL: { prints: "─ a line │ that looks ┼ like the frame", sends: "openURL" }
        """
      let terminal = try await Terminal.start(map: map)
      try await terminal.fire("openU")
      let screen = try await terminal.expect("the whole screen, with the last line") {
        $0.isWhole && $0.lines[38].contains("printed in openURL: ─ a line │") && $0.contains("#1 openURL")
      }
      #expect(screen.lines[2..<38].allSatisfy { $0.count == 120 }, "\(screen)")
    }
  }
}
