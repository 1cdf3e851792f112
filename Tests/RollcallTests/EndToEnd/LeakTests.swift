import Testing

extension EndToEnd {
  /// The article Leaks, on the default map, step by step.
  @Suite struct LeakTests {
    /// A module that leaks on purpose, and the dashboard's texts about it.
    struct Demonstration: Sendable, CustomTestStringConvertible {
      let module: String
      /// The distance of the module from the end of the map.
      let rowsUp: Int
      /// The prefix of the hint that fits on one line of the pane.
      let hint: String
      /// The action of the `i` key.
      let remedy: String
      let object: String

      var testDescription: String { module }
    }

    static let demonstrations = [
      Demonstration(
        module: "LeakyObserver", rowsUp: 3, hint: "perhaps: observer userDidLogOut", remedy: "cancel",
        object: "observer userDidLogOut"),
      Demonstration(
        module: "LeakyClient", rowsUp: 2, hint: "likely: session api holds its delegate", remedy: "invalidate",
        object: "session api"),
      Demonstration(
        module: "LeakyLoop", rowsUp: 1, hint: "perhaps: task poll holds it in its", remedy: "cancel",
        object: "task poll"),
      Demonstration(
        module: "LeakyPair", rowsUp: 0, hint: "likely: delegate player", remedy: "break",
        object: "delegate player"),
    ]

    @Test(arguments: demonstrations)
    func aLeakingModuleIsDetectedExplainedAndFixed(_ demonstration: Demonstration) async throws {
      let name = demonstration.module
      let terminal = try await Terminal.start(map: Maps.standard())
      try await terminal.expect("12 of 16 modules", "4 off")
      try await terminal.press("G")
      for _ in 0..<demonstration.rowsUp { try await terminal.press("k") }
      try await terminal.expect("\(name) · place \(16 - demonstration.rowsUp) of 16")
      try await terminal.press("o")
      try await terminal.expect("\(name) is switched on")
      // LeakyLoop's task holds it from its first round. If removed earlier, the module is freed: try again.
      while try await isFreedByRemoval(name, in: terminal) {
        try await terminal.press("u")
        try await terminal.expect("\(name) is back in place")
      }
      try await terminal.expect("the hint") {
        $0.contains("\(name) removed") && $0.contains("still alive") && $0.contains("OVERDUE")
          && $0.contains(demonstration.hint) && $0.contains("i \(demonstration.remedy)")
      }
      try await terminal.press("i")
      try await terminal.expect("the late release") {
        $0.contains("late release") && $0.contains("freed late") && $0.lines[1].contains(demonstration.object)
          && $0.lines[1].contains("\(name) is freed") && !$0.contains("OVERDUE")
      }
      try await terminal.press("u")
      try await terminal.expect("\(name) is back in place")
    }

    private func isFreedByRemoval(_ name: String, in terminal: Terminal) async throws -> Bool {
      try await terminal.press("x")
      let screen = try await terminal.expect("\(name) held, or freed") {
        $0.contains("\(name) removed and freed") || $0.contains("\(name) removed") && $0.contains("still alive")
      }
      return screen.contains("\(name) removed and freed")
    }
  }
}
