import Testing

extension EndToEnd {
  /// The delegate lab over the panes.
  @Suite struct RollcallDelegateLabTests {
    @Test func anExperimentIsChosenRunAndClosed() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.press("d")
      try await terminal.expect("─ Delegate lab ─", "▸ release-timeline", "Press Enter to run it.", "Enter run")
      try await terminal.press(.enter)
      try await terminal.expect("the timeline to its end") {
        $0.contains("The release, step by step: done") && $0.contains("title is destroyed.")
          && $0.contains("before the releasing")
      }
      try await terminal.press(.down, .down, .enter)
      try await terminal.expect("the trap of a child process") {
        $0.contains("An unowned delegate: done")
          && $0.contains("trap       The child process was ended by SIGABRT")
      }
      try await terminal.press(.escape)
      try await terminal.expect("the panes again") { $0.isWhole && $0.contains("1 Order") && $0.contains("3 modules") }
      try await terminal.fire("didFin")
      try await terminal.expect("#1 didFinishLaunching: yes (3 modules), 3 called")
    }

    @Test func aSmallScreenHasOnePageAtATime() async throws {
      let terminal = try await Terminal.start(width: 60, height: 15, map: Maps.shop)
      try await terminal.press("d", .down, .enter)
      try await terminal.expect(
        "A weak delegate: done", "PgUp/PgDn scroll", "What does a weak reference return", " more below ")
      try await terminal.press("G")
      try await terminal.expect(" more above ")
    }
  }
}
