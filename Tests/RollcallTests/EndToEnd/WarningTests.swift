import Testing

extension EndToEnd {
  /// The list of warnings.
  @Suite struct WarningTests {
    private let map = Maps.push(#"throws: "no token""#)

    @Test func theListExplainsAWarning() async throws {
      let terminal = try await Terminal.start(map: map)
      try await terminal.fire("didReceiveM")
      try await terminal.expect("the warning, and the key for all warnings") {
        $0.contains("1 WARNING") && $0.contains("w all warnings") && $0.contains("  w warnings  ")
      }
      try await terminal.press("w")
      try await terminal.expect("the list with an explanation") {
        $0.contains("─ Warnings · 1, 1 kind ─") && $0.contains("A handler threw · 1")
          && $0.contains("where    Push, #1 didReceiveMemoryWarning, ") && $0.contains("│ why ") && $0.contains("│ do ")
      }
      try await terminal.resize(60, 15)
      try await terminal.expect("the list alone") {
        $0.width == 60 && $0.contains("Warnings") && !$0.contains("│ why ")
      }
      try await terminal.press(.enter)
      try await terminal.expect("│ why ")
      try await terminal.press(.escape, .escape)
      try await terminal.expect("1 Order")
    }

    @Test func theListLeadsToTheModule() async throws {
      let terminal = try await Terminal.start(map: map)
      try await terminal.fire("didReceiveM")
      try await terminal.expect("1 WARNING")
      try await terminal.press("w")
      try await terminal.expect("1 its module", "2 #1")
      try await terminal.press("1")
      try await terminal.expect("Push selected") { $0.contains("│▸ 2 Push") && $0.contains("Push · place 2 of 2") }
    }

    @Test func allowedWarningsAreOnlyCounted() async throws {
      let terminal = try await Terminal.start(map: map, arguments: ["run", "--allow", "handlerThrew:Push"])
      try await terminal.fire("didReceiveM")
      let screen = try await terminal.expect("the count") { $0.isWhole && $0.contains("1 allowed") }
      #expect(!screen.contains("WARNING"), "\(screen)")
      try await terminal.press("w")
      try await terminal.expect("There are only allowed warnings.", "1 allowed: handlerThrew:Push 1")
    }
  }
}
