import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// Removing modules and bringing them back.
  @Suite struct RemoveTests {
    @Test func aRemovedModuleIsBroughtBack() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.press("G")
      try await terminal.expect("Payments · place 3 of 3")
      try await terminal.press("x")
      try await terminal.expect("the removal") {
        $0.contains("Payments removed and freed; it owned nothing.") && $0.contains("u bring it back")
          && $0.lines[0].hasSuffix("2 of 3 modules   1 object owned") && $0.contains("3 Payments gone")
      }
      try await terminal.fire("didFin")
      try await terminal.expect("#1 didFinishLaunching: yes (Analytics, Scene), 2 called", "2 called, 1 not")
      try await terminal.press("u")
      try await terminal.expect(
        "Payments is back in place 3 and has missed the launch: created again", "x remove it again", "3 present")
    }

    @Test func objectsOfARemovedModuleAreCleanedInReverseOrder() async throws {
      let terminal = try await Terminal.start(map: Maps.feed)
      try await terminal.expect("4 objects owned", "3 Cleanup", "x removes the")
      try await terminal.press("G", "x")
      let screen = try await terminal.expect("the headline and the log") {
        $0.isWhole && $0.contains("Feed removed and freed: its 3 objects were cleaned, last acquired first, in ")
          && $0.contains("1 observer") && $0.contains("3 cleaned")
      }
      let log = screen.lines.compactMap { $0.firstMatch(of: /│ +(\d) (observer|timer|task) +(\w+) +released/) }
      expectEqual(log.map { "\($0.1) \($0.2) \($0.3)" }, ["3 task preload", "2 timer refresh", "1 observer logOut"])
      try await terminal.press("u")
      try await terminal.expect("Feed is back in place 2: created again", "4 objects owned")
      try await terminal.press("3", .enter)
      try await terminal.expect("Feed · object 1 of 3 · observer logOut", "because its owner was released")
    }

    @Test func aHeldModuleIsShownAsOverdue() async throws {
      let terminal = try await Terminal.start(
        map: "main: Scene\nmodules:\n  - Scene: { type: Scripted }\n  - LeakyClient")
      try await terminal.press("G", "x")
      try await terminal.expect("still alive", "OVERDUE", "u bring it back")
    }

    @Test func theMainModuleStays() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.press("j")
      try await terminal.expect("Scene · place 2 of 3 · main")
      try await terminal.press("x")
      try await terminal.expect("'Scene' is the main module: it owns the window and can't be removed.", "3 present")
    }

    @Test func aPresentModuleIsNotBroughtBack() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.expect("Analytics · place 1 of 3")
      try await terminal.press("u")
      try await terminal.expect("There is no removed module to bring back.")
    }
  }
}
