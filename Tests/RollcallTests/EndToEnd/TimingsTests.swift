import Testing

extension EndToEnd {
  /// Earlier dispatches, statistics, and the order of the rows.
  @Suite struct TimingsTests {
    @Test func anEarlierDispatchStaysWhileOthersArrive() async throws {
      let terminal = try await Terminal.start(map: Maps.till)
      try await terminal.fire("didFin")
      try await terminal.expect("#1 didFinishLaunching: yes")
      try await terminal.fire("openU")
      try await terminal.expect("#2 openURL pay:42: yes (Scene)", "2 Timings · #2 openURL")
      try await terminal.press("[")
      try await terminal.expect("the launch, marked as an earlier one") {
        $0.isWhole && $0.contains(", 1 back") && $0.contains("#1 didFinishLaunching at ")
          && $0.contains("Esc latest") && $0.contains("earlier  #1 didFinishLaunching: answered yes")
      }
      try await terminal.press("F")
      try await terminal.expect("a report of the new event, and unchanged timings") {
        $0.isWhole && $0.contains("#4 openURL pay:42: yes (Scene)") && $0.contains("Esc shows it")
          && $0.contains(", 2 back")
      }
      try await terminal.press(.escape)
      try await terminal.expect("Back to the latest: #4 openURL pay:42.", "2 Timings · #4 openURL")
      try await terminal.press("{")
      try await terminal.expect("#5 didReceiveMemoryWarning at ", "sent by Till in #4.", "2 Till")
    }

    @Test func sentEventsAreBelowTheirHandlerAndTheBudgetIsMarked() async throws {
      let terminal = try await Terminal.start(width: 200, height: 50, map: Maps.till)
      try await terminal.fire("openU")
      let screen = try await terminal.expect("the waterfall with the event that Till sent") {
        $0.isWhole && $0.contains("      #2 didReceiveMemoryWarning") && $0.contains("budget 5 ms")
          && $0.contains("over 5 ms, 2 called, 1 not")
      }
      let own = try #require(screen.line(with: "2 Till")).milliseconds
      let sent = try #require(screen.line(with: "#2 didReceiveMemoryWarning")).milliseconds
      #expect(try #require(own) >= 3, "\(screen)")
      #expect(try #require(sent) >= 4, "\(screen)")
    }

    @Test func statisticsAreSortedOnlyOnRequest() async throws {
      let terminal = try await Terminal.start(map: Maps.till)
      try await terminal.fire("openU")
      try await terminal.expect("#1 openURL pay:42")
      for count in 2...8 {
        try await terminal.press("F")
        try await terminal.expect("openURL pay:42        \(count)×")
      }
      try await terminal.press("t")
      try await terminal.expect("2 Statistics · openURL, 8 times", "p50     p95     max share", "t waterfall")
      try await terminal.press("s")
      try await terminal.expect("Sort modules by", "p50")
      try await terminal.press("s", .enter)
      let screen = try await terminal.expect("Till, which takes longest, above Scene") {
        $0.isWhole && $0.contains("1 Order by p50 of openURL")
          && $0.contains("Sorted by p50 of openURL, greatest first.")
          && $0.lines[4].contains(" 2 Till ")
      }
      #expect(try #require(screen.lines[4].milliseconds) >= 3)
      try await terminal.fire("didFin")
      try await terminal.expect("rows that stay where they are, over another event's statistics") {
        $0.isWhole && $0.contains("2 Statistics · didFinishLaunching, once") == false
          && $0.contains("2 didFinishLaunching, once") && $0.line(of: " 2 Till ") < $0.line(of: " 1 Scene ")
      }
    }

    @Test func manyModulesAreSortedAtOnce() async throws {
      let terminal = try await Terminal.start(width: 80, height: 24, map: Maps.thousand)
      try await terminal.fire("didFin")
      try await terminal.expect("#1 didFinishLaunching: yes (1,000 modules)")
      try await terminal.press("s", "G", .enter)
      try await terminal.expect("1 Order by name", "Sorted by name, A first.")
      try await terminal.press("g", "j")
      try await terminal.expect("▸  10 Module10 ")
      try await terminal.press("t")
      try await terminal.expect("    p50     p95 share")
    }
  }
}

extension Maps {
  /// A module that sends an event while it handles another one with a budget of 5 ms.
  static let till = """
    main: Scene
    budgets: { openURL: 5ms }
    modules:
      - Scene:
          type: Scripted
          handles: { didFinishLaunching: { answers: yes }, openURL: { answers: yes } }
      - Till:
          type: Scripted
          handles: { openURL: { takes: 3ms, sends: didReceiveMemoryWarning } }
      - Cache:
          type: Scripted
          handles: { didReceiveMemoryWarning: { takes: 4ms } }
    """
}
