import Testing

extension EndToEnd {
  /// Detail, help and other sizes.
  @Suite struct ReadingTests {
    @Test func enterShowsTheDetailAndEscapeGoesBack() async throws {
      let terminal = try await Terminal.start(width: 80, height: 24, map: Maps.shop)
      try await terminal.press("j", .enter)
      try await terminal.expect("Scene's detail alone") {
        $0.contains("─ Scene · place 2 of 3 · main ─") && $0.contains("handles  didFinishLaunching, openURL")
          && $0.contains("Esc back") && !$0.contains("1 Order")
      }
      try await terminal.press(.escape)
      try await terminal.expect("the panes again") { $0.isWhole && $0.contains("1 Order") }
    }

    @Test(arguments: ["?", .f1] as [TerminalKey])
    func helpListsTheKeys(key: TerminalKey) async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.press(key)
      try await terminal.expect(" Panes  Firing  Modules ", "1 2 3 Tab  focus a pane", "Esc back")
      try await terminal.press(.tab, .tab)
      try await terminal.expect("x          remove the selected module: the composite releases it")
      try await terminal.press(.escape)
      try await terminal.expect("the panes again") { $0.isWhole && $0.contains("1 Order") }
    }

    @Test func theScreenFollowsTheTerminalSize() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.fire("didFin")
      try await terminal.expect("#1 didFinishLaunching: yes (3 modules), 3 called")
      for (width, height) in [(80, 24), (200, 50), (60, 15), (40, 10), (120, 40)] {
        try await terminal.resize(width, height)
        guard width >= 60 else {
          try await terminal.expect("needs 60x15, has \(width)x\(height)")
          continue
        }
        let screen = try await terminal.expect("the whole screen at \(width)x\(height)") {
          $0.isWhole && $0.width == width && $0.lines[2].count == width && $0.contains("#1 didFinishLaunching")
        }
        #expect(screen.lines[2..<(height - 2)].allSatisfy { $0.count == width }, "\(screen)")
      }
    }

    @Test func controlLRedrawsTheScreen() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.expect("the whole screen") { $0.isWhole }
      try await terminal.scribble("\u{1B}[5;5HGRAFFITI")
      try await terminal.expect("GRAFFITI")
      try await terminal.press(.control("l"))
      try await terminal.expectNo("GRAFFITI")
    }
  }
}
