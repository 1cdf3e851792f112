import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// Modules that throw, print, or print a lot.
  @Suite struct OutputTests {
    @Test func anErrorBecomesAWarning() async throws {
      let terminal = try await Terminal.start(map: Maps.push(#"throws: "no token""#))
      try await terminal.fire("didReceiveM")
      try await terminal.expect(
        #"WARNING  Push threw in didReceiveMemoryWarning: "no token". The other modules continued."#,
        "#1 didReceiveMemoryWarning: Push threw, 1 called", "1 WARNING", "2 Push")
    }

    @Test func aPrintedLineIsShownAndPrintedAgainAfterwards() async throws {
      let terminal = try await Terminal.start(map: Maps.push(#"prints: "token 42""#))
      try await terminal.fire("didReceiveM")
      let screen = try await terminal.expect("the printed line, and the rest unchanged") {
        $0.isWhole && $0.lines[38] == " Push printed in didReceiveMemoryWarning: token 42"
      }
      #expect(screen.lines[2..<38].allSatisfy { $0.count == 120 }, "\(screen)")
      try await terminal.press("q")
      try await expectEqual(terminal.expectPrompt().output, ["token 42"])
    }

    @Test func linesThatLookLikeTheFrameDoNotTearTheScreen() async throws {
      let terminal = try await Terminal.start(map: Maps.push(#"prints: "─ a line │ that looks ┼ like the frame""#))
      try await terminal.fire("didReceiveM")
      for number in 1...20 {
        let screen = try await terminal.expect("the whole screen, with the line") {
          $0.isWhole && $0.contains("#\(number) didReceiveMemoryWarning")
            && $0.lines[38].hasSuffix(": ─ a line │ that looks ┼ like the frame")
        }
        #expect(screen.lines[2..<38].allSatisfy { $0.count == 120 }, "\(screen)")
        try await terminal.press("F")
      }
      try await terminal.expect("#21 didReceiveMemoryWarning")
      try await terminal.press("q")
      let output = try await terminal.expectPrompt().output
      expectEqual(output, Array(repeating: "─ a line │ that looks ┼ like the frame", count: 21))
    }
  }
}
