import Testing

extension EndToEnd {
  /// `Documentation/Leaks.md`, on the default map, step by step.
  @Suite struct LeakTests {
    /// One of the modules that leak on purpose, and what the dashboard says of it.
    struct Demonstration: Sendable, CustomTestStringConvertible {
      let module: String
      /// How far from the end of the map it stands.
      let rowsUp: Int
      /// The beginning of the hint, as long as it stands in one line of the pane.
      let hint: String
      /// What `i` does.
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
    func aModuleThatLeaksIsSeenExplainedAndHelped(_ demonstration: Demonstration) async throws {
      let name = demonstration.module
      let terminal = try await Terminal.start(map: Maps.standard())
      try await terminal.expect("12 of 16 modules", "4 off")
      try await terminal.press("G")
      for _ in 0..<demonstration.rowsUp { try await terminal.press("k") }
      try await terminal.expect("\(name) · place \(16 - demonstration.rowsUp) of 16")
      try await terminal.press("o")
      try await terminal.expect("\(name) is switched on")
      // LeakyLoop is held from the first round of its task on. Removed before that, it is freed: then once more.
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
        $0.contains("\(name) removed") && ($0.contains("still alive") || $0.contains(" Freed."))
      }
      return screen.contains(" Freed.")
    }
  }
}
