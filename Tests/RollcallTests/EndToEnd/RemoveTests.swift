import Testing

extension EndToEnd {
  /// Letting go of modules, and having them back.
  @Suite struct RemoveTests {
    @Test func aRemovedModuleIsBroughtBack() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.press("G")
      try await terminal.expect("Payments · place 3 of 3")
      try await terminal.press("x")
      try await terminal.expect("the removal") {
        $0.contains("Payments removed and freed; it owned nothing.") && $0.contains("u bring it back")
          && $0.lines[0].hasSuffix("2 of 3 modules") && $0.contains("3 Payments    removed")
      }
      try await terminal.fire("didFin")
      try await terminal.expect("#1 didFinishLaunching: yes (Analytics, Scene), 2 called", "2 called, 1 not")
      try await terminal.press("u")
      try await terminal.expect("Payments is back in place 3: a new instance", "x remove it again", "3 present")
    }

    @Test func theMainModuleStays() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.press("j")
      try await terminal.expect("Scene · place 2 of 3 · main")
      try await terminal.press("x")
      try await terminal.expect("'Scene' is the main module: it owns the window and can't be removed.", "3 present")
    }

    @Test func aModuleThatIsThereIsNotBroughtBack() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.expect("Analytics · place 1 of 3")
      try await terminal.press("u")
      try await terminal.expect("'Analytics' is there already; only a removed module can be brought back.")
    }
  }
}
