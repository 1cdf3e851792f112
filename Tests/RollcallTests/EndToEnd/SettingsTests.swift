import Testing

extension EndToEnd {
  /// A user's settings in a real terminal.
  @Suite struct SettingsTests {
    private func start(_ settings: String, _ arguments: String...) async throws -> Terminal {
      let terminal = try await Terminal.shell(map: Maps.shop, environment: ["ROLLCALL_CONFIG": "config.yaml"])
      try terminal.folder.write(settings, to: "config.yaml")
      try await terminal.open((["rollcall", "run"] + arguments).joined(separator: " "))
      return terminal
    }

    /// The parameters of all style escape sequences. An indexed colour counts as one.
    private func looks(_ terminal: Terminal) async throws -> Set<String> {
      try await terminal.expect("the launch") { $0.isWhole && $0.contains("all 3 called") }
      return Set(
        try await terminal.styledLines().flatMap { line in
          line.matches(of: /\u{1B}\[([0-9;]*)m/).flatMap { match in
            match.1.replacing("38;5;", with: "38:5:").split(separator: ";").map(String.init)
          }
        })
    }

    /// Bold, dim, underlined and reversed, and their resets.
    private static let attributes: Set<String> = ["0", "1", "2", "4", "7", "22", "24", "27", "39", "49"]

    @Test func eachThemeHasItsColours() async throws {
      let terminal = try await start("theme: terminal")
      try await terminal.fire("didFin")
      let usual = try await looks(terminal)
      #expect(usual.isSuperset(of: ["32", "34", "36"]) && usual.contains("2"), "\(usual)")

      let mono = try await start("theme: mono")
      try await mono.fire("didFin")
      let attributes = try await looks(mono)
      #expect(attributes.isSubset(of: Self.attributes) && attributes.contains("1"), "\(attributes)")

      let contrast = try await start("theme: mono", "--theme", "contrast")
      try await contrast.fire("didFin")
      let bright = try await looks(contrast)
      #expect(bright.isSuperset(of: ["92", "96"]), "\(bright)")
      #expect(bright.isDisjoint(with: ["2", "32", "34", "36"]), "\(bright)")
    }

    @Test func theMouseFollowsTheSettings() async throws {
      let terminal = try await start("mouse: off")
      let screen = try await terminal.expect("the keys") { $0.contains("f fire") && $0.contains("q quit") }
      #expect(!screen.isMouseReported)
      try await terminal.type("q")
      try await terminal.expectPrompt()
    }
  }
}
