import RollcallTestingAdditions
import Testing

/// The real program in a real terminal. One test at a time, because each needs the whole machine.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10)), .enabled(if: tool("tmux") != nil, "needs tmux"))
enum EndToEnd {}

extension EndToEnd {
  /// The screen before the first key, at every size.
  @Suite struct StartTests {
    @Test func threePanesAreFilledFromTheMap() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      let screen = try await terminal.expect("the whole screen") { $0.isWhole && $0.contains("Nothing has been fired") }
      expectEqual(
        screen.lines[0], " Shop   not running" + String(repeating: " ", count: 74) + "3 modules   1 object owned")
      expectEqual(screen.lines[1], " 3 modules registered. Press f to fire an event; didFinishLaunching comes first.")
      expectEqual(screen.line(with: "Analytics")?.hasPrefix("│▸ 1 Analytics                1     │"), true)
      expectEqual(screen.line(with: "Scene")?.hasPrefix("│  2 Scene main               2     │"), true)
      expectEqual(screen.line(with: "Payments")?.hasPrefix("│  3 Payments                 2     │"), true)
      expectEqual(
        screen.lines[39],
        " f fire  Enter detail  x remove  o off  / filter  z zoom  ↑↓ move  J K order  l log  d lab  ? help  : commands  q quit"
      )
      #expect(!screen.isCursorVisible)
    }

    @Test func threePanesFitEightyColumns() async throws {
      let terminal = try await Terminal.start(width: 80, height: 24, map: Maps.shop)
      let screen = try await terminal.expect("the whole screen") { $0.isWhole && $0.contains("Press f") }
      expectEqual(screen.lines[2], "┌─ 1 Order ───────┬─ 2 Timings ─────────┬─ 3 Cleanup ──────────────────────────┐")
      #expect(screen.contains("│  2 Scene main") && screen.contains("│  3 Payments"))
    }

    @Test func sixtyColumnsHaveTabs() async throws {
      let terminal = try await Terminal.start(width: 60, height: 15, map: Maps.shop)
      let screen = try await terminal.expect("the whole screen") { $0.isWhole && $0.contains("3 Payments") }
      #expect(screen.lines[2].contains(" 1 Order ") && screen.lines[2].contains(" 3 Cleanup "))
      #expect(!screen.contains("Nothing has been cleaned up"))
      try await terminal.press("3")
      try await terminal.expect("Nothing has been cleaned up")
    }

    @Test(arguments: [
      (59, 15, "needs 60x15, has 59x15"), (60, 14, "needs 60x15, has 60x14"), (20, 3, "needs 60x15"),
    ])
    func aSmallerTerminalShowsTheRequiredSize(width: Int, height: Int, message: String) async throws {
      let terminal = try await Terminal.start(width: width, height: height, map: Maps.shop)
      let screen = try await terminal.expect(message)
      expectEqual(screen.lines, [message] + Array(repeating: "", count: height - 1))
      try await terminal.resize(60, 15)
      try await terminal.expect("1 Order")
    }
  }
}
