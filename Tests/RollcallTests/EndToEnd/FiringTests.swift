import Testing

extension EndToEnd {
  /// Firing events from the list, and again.
  @Suite struct FiringTests {
    @Test func launchFillsTheTimings() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.fire("didFin")
      let screen = try await terminal.expect("the launch's timings") {
        $0.isWhole && $0.contains("#1 didFinishLaunching: yes (3 modules), 3 called, ")
          && $0.contains("2 Timings · #1 didFinishLaunching") && $0.contains("all 3 called")
          && $0.lines[0].contains("inactive   launched ") && $0.contains("didFinishLaunching    1×")
      }
      let row = try #require(screen.line(with: "3 Payments"))
      #expect(try #require(row.milliseconds) >= 12)
      let fast = try #require(screen.line(with: "1 Analytics"))
      #expect(fast.contains(" yes "))
    }

    @Test func argumentsAreTypedIntoTheForm() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.press("f")
      try await terminal.expect("the fire sheet") { $0.contains("40 of 40 events") }
      try await terminal.type("openU")
      try await terminal.expect("the form of openURL, with an example") {
        $0.contains("─ openURL ─") && $0.contains("url      pay:42") && $0.contains("calls    2 Scene, 3 Payments")
      }
      try await terminal.press(.tab, .control("u"))
      try await terminal.expect("!url      _  expects a value such as pay:42")
      try await terminal.type("https://example.org/cart")
      try await terminal.expect("url      https://example.org/cart_")
      try await terminal.press(.enter)
      try await terminal.expect("#1 openURL https://example.org/cart: yes (Scene), 2 called")
    }

    @Test func aWrongArgumentIsExplainedBesideIt() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.press("f")
      try await terminal.expect("40 of 40 events")
      try await terminal.type("openU")
      try await terminal.expect("options  empty")
      try await terminal.press(.tab, .tab)
      try await terminal.expect("options  _")
      try await terminal.type("nonsense")
      try await terminal.expect(#"!options  nonsense_  expects an object, such as {"key":"value"}"#)
      try await terminal.press(.enter)
      try await terminal.expect(
        "problem  The arguments of openURL are not valid: 'options' expects an object,", "not \"nonsense\".")
      // The sheet is still open, and the text can be corrected.
      try await terminal.press(.control("u"))
      try await terminal.expectNo("problem")
      try await terminal.press(.enter)
      try await terminal.expect("#1 openURL pay:42")
    }

    @Test func theLastEventIsFiredAgainWithOneKey() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.fire("openU")
      try await terminal.expect("#1 openURL pay:42", "F openURL pay:42")
      try await terminal.press("F")
      try await terminal.expect("#2 openURL pay:42", "openURL pay:42        2×")
    }

    @Test func launchingAgainAsksFirst() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.fire("didFin")
      try await terminal.expect("#1 didFinishLaunching")
      try await terminal.press("F")
      try await terminal.expect("Shop is inactive: it has already launched.")
      try await terminal.press(.escape)
      try await terminal.expectNo("already launched")
      try await terminal.press("F")
      try await terminal.expect("r    relaunch: create all modules anew, then launch")
      try await terminal.press("r")
      try await terminal.expect("#2 didFinishLaunching: yes (3 modules)", "3 present", "3 Cleanup")
    }
  }
}

extension String {
  /// The last duration in milliseconds in the text.
  var milliseconds: Double? { matches(of: /([0-9.]+) ms/).last.flatMap { Double($0.1) } }
}
