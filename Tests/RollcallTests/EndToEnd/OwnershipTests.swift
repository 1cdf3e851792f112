import Testing

extension EndToEnd {
  /// Switching modules, and finding rows in the cleanup log.
  @Suite struct OwnershipTests {
    @Test func aModuleIsSwitchedOffAndOn() async throws {
      let terminal = try await Terminal.start(map: Maps.feed)
      try await terminal.press("G", "o")
      try await terminal.expect(
        "Feed is switched off: it is not called, and keeps its 3 objects.", "o switch it on again", "1 off",
        "2 Feed off")
      try await terminal.fire("didFin")
      try await terminal.expect("1 called, 1 not", "not called, it was off")
      try await terminal.press("o")
      try await terminal.expect("Feed is switched on: it is called from the next event on.", "o switch it off again")
      try await terminal.press("g", "o")
      try await terminal.expect("is the main module: it owns the window and can't be switched off.")
    }

    @Test func rowsAreFilteredWhileTyping() async throws {
      let terminal = try await Terminal.start(map: Maps.feed)
      try await terminal.press("G", "x")
      try await terminal.expect("3 cleaned")
      try await terminal.press("3", "/")
      try await terminal.expect("/ _", "3 rows", "Esc show all")
      try await terminal.type("feed rel TIM")
      try await terminal.expect("the one matching row") {
        $0.contains("1 of 3 rows") && $0.contains("timer refresh") && !$0.contains("1 observer logOut")
      }
      try await terminal.press(.enter)
      try await terminal.expect("3 Cleanup · feed rel TIM · 1 of 3", "Feed · object 2 of 3 · timer refresh")
      try await terminal.press(.escape)
      try await terminal.expect("all rows again") { $0.contains("1 observer logOut") && !$0.contains("TIM") }
    }

    @Test func aFilterWithoutMatchesIsCleared() async throws {
      let terminal = try await Terminal.start(width: 80, height: 24, map: Maps.feed)
      try await terminal.press("G", "x", "3", "/")
      try await terminal.expect("3 rows")
      try await terminal.type("zebra")
      try await terminal.expect("No row matches \"zebra\"", "0 of 3 rows")
      try await terminal.press(.escape)
      try await terminal.expect("3 cleaned") { $0.contains("3 cleaned") && !$0.contains("zebra") }
    }
  }
}
