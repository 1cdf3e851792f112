import Foundation
import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// Accidents: afterwards the screen is complete, keys work, and the terminal is restored.
  @Suite struct RoughHandlingTests {
    @Test func twoHundredSizesLeaveAWholeScreen() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.fire("didFin")
      for step in 0..<200 {
        // Every tenth size is nearly the smallest possible.
        let (width, height) = step % 10 == 0 ? (3, 3) : (200, 60)
        try await terminal.resize(1 + step * 73 % width, 1 + step * 31 % height)
      }
      try await terminal.resize(1, 1)
      try await terminal.resize(120, 40)
      let screen = try await terminal.expect("the whole screen") {
        $0.isWhole && $0.width == 120 && $0.contains("all 3 called")
      }
      #expect(screen.lines[2].hasPrefix("┌─ 1 Order "))
      try await terminal.press("q")
      try await terminal.expectPrompt()
      try await expectEqual(terminal.exitStatus(), 0)
    }

    @Test func aMegabyteOfNoiseIsNoCommand() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      // Terminals remove bytes from a paste that would send a signal or stop the flow, and this one does, too.
      let withheld: Set<UInt8> = [0x03, 0x11, 0x13, 0x1A, 0x1B, 0x1C]
      let noise = (0..<1_000_000 as Range<UInt64>)
        .map { UInt8(truncatingIfNeeded: ($0 &* 0x9E37_79B9_7F4A_7C15) >> 29) }
        .filter { !withheld.contains($0) }
      try Data(noise).write(to: URL(filePath: terminal.folder.path(of: "noise")))
      try await terminal.press("f")
      try await terminal.expect("Esc close")
      try await terminal.paste(file: "noise")
      // Keys after the paste work again.
      try await terminal.press(.control("u"))
      try await terminal.expect("an empty query") { $0.contains("> _") }
      try await terminal.type("didfin")
      try await terminal.press(.enter)
      try await terminal.expect("the launch") { $0.isWhole && $0.contains("all 3 called") }
      try await terminal.press("q")
      try await terminal.expectPrompt()
    }

    @Test(arguments: ["xterm", "xterm-256color", "screen", "tmux-256color", "linux", "vt100"])
    func everyKindOfTerminalIsReadable(type: String) async throws {
      let terminal = try await Terminal.shell(map: Maps.shop)
      let known = try await terminal.shell("infocmp \(type) > /dev/null 2>&1; echo $?")
      try #require(
        known == ["0"], "This machine has no terminfo entry for \(type). Install ncurses-base or ncurses-term.")
      // Not every terminal type has an alternate screen to wait for.
      try await terminal.type("TERM=\(type) rollcall run")
      try await terminal.press(.enter)
      try await terminal.expect("the start as \(type)") { $0.isWhole && $0.contains("Nothing has been fired") }
      try await terminal.fire("didFin")
      try await terminal.expect("the launch as \(type)") { $0.isWhole && $0.contains("all 3 called") }
      try await terminal.press(.down, "x")
      try await terminal.expect("a removal as \(type)") { $0.isWhole && $0.contains("removed") }
      try await terminal.press("q")
      let screen = try await terminal.expectPrompt()
      #expect(screen.isCursorVisible)
    }
  }
}
