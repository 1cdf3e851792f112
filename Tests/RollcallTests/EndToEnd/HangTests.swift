import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// A handler that does not return.
  @Suite struct HangTests {
    /// The handler blocks far longer than a test waits: all checks happen while the handler runs.
    private let map = Maps.push("takes: 60min")

    @Test func theScreenTicksAndKeysWork() async throws {
      let terminal = try await Terminal.start(map: map)
      try await terminal.fire("didReceiveM")
      let first = try await terminal.expectLine("the running handler's time") { Self.elapsed($0) != nil }
      let start = try #require(Self.elapsed(first))
      try await terminal.expectLine("the time going on from \(start) s") { Self.elapsed($0) ?? 0 > start }
      try await terminal.expect("│ runs  ", "2 Push")
      try await terminal.press("?")
      try await terminal.expect("focus a pane")
      try await terminal.press(.escape)
      try await terminal.expectNo("focus a pane")
      try await terminal.press("F", "F")
      try await terminal.expect("2 commands wait.", "2 waiting")
      try await terminal.resize(80, 24)
      try await terminal.expect("the screen at its new size") { $0.isWhole && $0.width == 80 && $0.contains("runs ") }
    }

    @Test func theBudgetIsShown() async throws {
      let terminal = try await Terminal.start(map: "budgets: { didReceiveMemoryWarning: 30min }\n\(map)")
      try await terminal.fire("didReceiveM")
      try await terminal.expect("of the event's 30 min.")
    }

    @Test func anExceededBudgetIsAWarning() async throws {
      let terminal = try await Terminal.start(map: "budgets: { didReceiveMemoryWarning: 2s }\n\(map)")
      try await terminal.fire("didReceiveM")
      // Without a key press, the watchdog's thread warns while the handler blocks.
      let screen = try await terminal.expect("the budget exceeded, and the warning") {
        $0.contains(" over its 2 s.") && $0.contains("1 WARNING")
          && $0.contains("WARNING  didReceiveMemoryWarning has taken ")
          && $0.contains("so far, over its budget of 2 s. Push has been running for ")
      }
      #expect(screen.contains("│ runs  "))
      try await terminal.press("F", "F", "F")
      try await terminal.expect("the commands counted") { $0.contains("3 commands wait.") && $0.contains("3 waiting") }
      // Ends with the first size: tmux garbles a saved shell screen that had another size.
      for (width, height) in [(80, 24), (200, 50), (120, 40)] {
        try await terminal.resize(width, height)
        try await terminal.expect("the screen at its new size") {
          $0.isWhole && $0.width == width && $0.contains("3 waiting") && $0.contains("runs ") && $0.contains("2 s")
        }
      }
      try await terminal.press("q")
      let end = try await terminal.expectPrompt()
      expectEqual(end.output, ["rollcall: Push was still handling didReceiveMemoryWarning and was abandoned."])
    }

    @Test func quittingDoesNotWaitForIt() async throws {
      let terminal = try await Terminal.shell(map: map)
      let modes = try await terminal.shell("stty -g")
      try await terminal.open("rollcall run")
      try await terminal.fire("didReceiveM")
      try await terminal.expect("Push has run didReceiveMemoryWarning for ")
      try await terminal.press("q")
      let screen = try await terminal.expectPrompt()
      expectEqual(screen.output, ["rollcall: Push was still handling didReceiveMemoryWarning and was abandoned."])
      try await expectEqual(terminal.exitStatus(), 0)
      try await expectEqual(terminal.shell("stty -g"), modes)
    }

    /// The seconds in "… has run … for 1.2 s."
    private static func elapsed(_ line: String) -> Double? {
      line.firstMatch(of: /has run \w+ for ([0-9.]+) (s|ms)\b/).flatMap { match in
        Double(match.1).map { match.2 == "ms" ? $0 / 1000 : $0 }
      }
    }
  }
}
