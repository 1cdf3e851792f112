import Testing

extension EndToEnd {
  /// A handler that does not return.
  @Suite struct HangTests {
    private let map = Maps.push("takes: 1min")

    @Test func theScreenTicksAndKeysWork() async throws {
      let terminal = try await Terminal.start(map: map)
      try await terminal.fire("didReceiveM")
      let first = try await terminal.expectLine("the running handler's time") { Self.elapsed($0) != nil }
      let start = try #require(Self.elapsed(first))
      try await terminal.expectLine("the time going on from \(start) s") { Self.elapsed($0) ?? 0 > start }
      try await terminal.expect("│ runs  ", "2 Push")
      try await terminal.press("?")
      try await terminal.expect("─ Help ─")
      try await terminal.press(.escape)
      try await terminal.expect("1 Order")
      try await terminal.press("F", "F")
      try await terminal.expect("2 commands wait.", "2 waiting")
      try await terminal.resize(80, 24)
      try await terminal.expect("the screen at its new size") { $0.isWhole && $0.width == 80 && $0.contains("runs ") }
    }

    @Test func quittingDoesNotWaitForIt() async throws {
      let terminal = try await Terminal.shell(map: map)
      let modes = try await terminal.shell("stty -g")
      try await terminal.open("rollcall run")
      try await terminal.fire("didReceiveM")
      try await terminal.expect("Push has been handling didReceiveMemoryWarning for ")
      let start = ContinuousClock.now
      try await terminal.press("q")
      let screen = try await terminal.expectPrompt()
      // The promise is 100 ms; a busy machine may take longer to start processes and to show the prompt.
      #expect(ContinuousClock.now - start < .seconds(3))
      #expect(screen.output == ["rollcall: Push was still handling didReceiveMemoryWarning and was left."])
      #expect(try await terminal.exitStatus() == 0)
      #expect(try await terminal.shell("stty -g") == modes)
    }

    /// The seconds in "… has been handling … for 1.2 s."
    private static func elapsed(_ line: String) -> Double? {
      line.firstMatch(of: /has been handling \w+ for ([0-9.]+) (s|ms)\b/).flatMap { match in
        Double(match.1).map { match.2 == "ms" ? $0 / 1000 : $0 }
      }
    }
  }
}
