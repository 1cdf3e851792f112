import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// Firing an event many times.
  @Suite struct RepeatingTests {
    /// Payments handles a memory warning as given. Feed owns an object and can be removed meanwhile.
    private func map(_ handler: String) -> String {
      """
      application: { name: Shop }
      main: Scene
      modules:
        - Scene: { type: Scripted, handles: { didReceiveMemoryWarning: { } } }
        - Payments: { type: Scripted, handles: { didReceiveMemoryWarning: { \(handler) } } }
        - Feed: { type: Scripted, owns: [ { timer: { name: refresh, every: 60min } } ] }
      """
    }

    private func repeatWarning(_ times: String, in terminal: Terminal) async throws {
      try await terminal.press("f")
      try await terminal.expect("40 of 40 events")
      try await terminal.type("didReceiveM")
      try await terminal.expect("> didReceiveM_", "repeat   1")
      try await terminal.press(.tab, .control("u"))
      try await terminal.expect("repeat   _")
      try await terminal.type(times)
      try await terminal.expect("repeat   \(times)_")
      try await terminal.press(.enter)
    }

    @Test func progressThenASummaryThenAgain() async throws {
      let terminal = try await Terminal.start(map: map("takes: 5ms"))
      try await repeatWarning("200", in: terminal)
      let line = try await terminal.expectLine("the progress, with what is left") {
        $0.contains(" of 200 ") && $0.contains("/s ") && $0.contains(" left")
      }
      #expect(line.contains("didReceiveMemoryWarning  ["))
      try await terminal.expect("Esc stop")
      let screen = try await terminal.expect("the summary") {
        $0.isWhole && $0.contains("didReceiveMemoryWarning 200 times: ") && $0.contains(#/median \d/#)
          && $0.contains("F didReceiveMemory") && $0.contains("again")
          && $0.contains("#200 didReceiveMemoryWarning")
      }
      #expect(screen.contains(#/p95 \d/#) && screen.contains(#/together \d/#))
      try await terminal.press("F")
      try await terminal.expect("F again does all of it again") { $0.contains("400×") && $0.contains(" 200 times: ") }
    }

    @Test func escapeStopsTheRestAndOtherCommandsRun() async throws {
      let terminal = try await Terminal.start(map: map("takes: 3ms"))
      try await repeatWarning("1,000,000", in: terminal)
      try await terminal.expect(" of 1,000,000 ")
      try await terminal.press(.down, .down)
      try await terminal.expect("▸ 3 Feed")
      try await terminal.press("x")
      try await terminal.expect("Feed removed and freed: its 1 object was cleaned", "u bring back")
      try await terminal.resize(80, 24)
      try await terminal.expect("the progress again, at the new size") {
        $0.isWhole && $0.width == 80 && $0.contains(" of 1,000,000 ") && $0.contains("Esc stop")
      }
      try await terminal.press(.escape)
      try await terminal.expect("the end") {
        $0.isWhole && $0.contains("stopped after ") && $0.contains("median ") && !$0.contains("Esc stop")
      }
    }

    @Test func quittingDoesNotWaitForTheRest() async throws {
      let terminal = try await Terminal.start(map: map("takes: 1ms"))
      try await repeatWarning("1,000,000", in: terminal)
      try await terminal.expect(" of 1,000,000 ")
      try await terminal.press("q")
      // A million times take at least 17 minutes. The prompt comes long before.
      let screen = try await terminal.expectPrompt()
      expectEqual(screen.output, [])
      try await expectEqual(terminal.exitStatus(), 0)
    }

    @Test func anImpossibleNumberIsExplained() async throws {
      let terminal = try await Terminal.start(width: 80, height: 24, map: map("takes: 1ms"))
      try await repeatWarning("2000000", in: terminal)
      try await terminal.expect("!repeat   2000000_", "Not fired: 'repeat' expects a whole number", "1,000,000")
      try await terminal.press(.control("u"))
      try await terminal.type("3")
      try await terminal.expectNo("problem")
      try await terminal.press(.enter)
      try await terminal.expect("didReceiveMemoryWarning 3 times")
    }
  }
}
