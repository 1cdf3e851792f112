import Foundation
import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// A recording on a real terminal.
  @Suite struct ReplayTests {
    /// A terminal in a folder with `shop.rollcall`: a launch, two links and a memory warning.
    private func terminal(width: Int = 120, height: Int = 40, damage: String = "") async throws -> Terminal {
      let terminal = try await Terminal.shell(width: width, height: height, map: Maps.shop)
      let events = "didFinishLaunching openURL=url:pay:1 openURL=url:pay:2 didReceiveMemoryWarning"
      try await terminal.shell("rollcall fire \(events) --json >shop.rollcall")
      if !damage.isEmpty { try await terminal.shell("echo '\(damage)' >>shop.rollcall") }
      return terminal
    }

    @Test func aRecordingOpensAtItsFirstEvent() async throws {
      let terminal = try await terminal()
      try await terminal.open("rollcall replay shop.rollcall")
      try await terminal.expect("#1 didFinishLaunching: yes (3 modules)", "Recording", "< > event")
      try await terminal.press("$")
      try await terminal.expect("the end of a recording") {
        $0.lines[0].contains("REPLAY shop.rollcall") && $0.contains("At the end") && $0.contains("< > event")
          && $0.contains("didReceiveMemoryW") && $0.lines[39].hasSuffix(" q quit")
      }
      try await terminal.press("q")
      try await terminal.expectPrompt()
      try await expectEqual(terminal.exitStatus(), 0)
    }

    @Test func aPipeIsFollowedAndKeysWork() async throws {
      let terminal = try await terminal()
      try await terminal.open("cat shop.rollcall | rollcall replay --follow -")
      try await terminal.expect("FOLLOWS standard input", "The recording has ended.", "3 Payments")
      try await terminal.press("x")
      try await terminal.expect("This is a recording: what happened can't be changed.")
      try await terminal.press("q")
      try await terminal.expectPrompt()
      try await expectEqual(terminal.exitStatus(), 0)
    }

    @Test func aFileIsFollowedWhileItGrows() async throws {
      let terminal = try await terminal()
      try await terminal.shell("head -n 6 shop.rollcall >growing.rollcall")
      try await terminal.shell("(sleep 1; tail -n +7 shop.rollcall >>growing.rollcall) &")
      try await terminal.open("rollcall replay --follow growing.rollcall")
      try await terminal.expect("FOLLOWS growing.rollcall")
      try await terminal.expect("#4 didReceiveMemoryWarning")
      try await terminal.press("q")
      try await terminal.expectPrompt()
    }

    @Test func aRecordingIsSteppedThrough() async throws {
      let terminal = try await terminal()
      try await terminal.open("rollcall replay shop.rollcall --at start")
      try await terminal.expect("A recording of ", "entry  0 of ")
      try await terminal.press(">")
      try await terminal.expect("#1 didFinishLaunching: yes (3 modules)")
      try await terminal.press(">")
      try await terminal.expect("#2 openURL pay:1: yes (Payments)")
      try await terminal.press("<")
      try await terminal.expect("#1 didFinishLaunching: yes (3 modules)")
      try await terminal.press("0")
      try await terminal.expect("A recording of ", "entry  0 of ")
      try await terminal.press("$")
      try await terminal.expect("At the end")
      try await terminal.press("x")
      try await terminal.expect("This is a recording: what happened can't be changed.")
    }

    @Test func anEventIsFoundByItsName() async throws {
      let terminal = try await terminal(width: 80, height: 24)
      try await terminal.open("rollcall replay shop.rollcall --at end")
      try await terminal.expect("At the end")
      try await terminal.press("0", "f")
      try await terminal.expect("3 of 3 events", "Esc close")
      try await terminal.type("open")
      try await terminal.expect("> open_", "Enter go to the next")
      try await terminal.press(.enter)
      try await terminal.expect("#2 openURL pay:1: yes (Payments)", "F next of it")
      try await terminal.press("F")
      try await terminal.expect("#3 openURL pay:2: yes (Payments)")
      try await terminal.press("F")
      try await terminal.expect("openURL does not come after this position.")
    }

    @Test func theKeyBarCanBeClicked() async throws {
      let terminal = try await terminal()
      try await terminal.open("rollcall replay shop.rollcall")
      try await terminal.expect("#1 didFinishLaunching: yes (3 modules)", "Recording")
      try await terminal.click(on: "f go to event")
      try await terminal.expect("3 of 3 events", "Esc close")
      try await terminal.press(.escape)
      try await terminal.expect("? help")
      try await terminal.press("?")
      try await terminal.expect(" Panes  Replay  Modules  Timings  Ownership  Warnings  Reading ")
      try await terminal.press(.right)
      try await terminal.expect("to the previous or next event of any kind")
    }

    @Test func damageIsReportedAndTheRestIsShown() async throws {
      let terminal = try await terminal(damage: "{\"type\":\"dispatch\"}")
      try await terminal.open("rollcall replay shop.rollcall")
      let damage = try await terminal.expectLine { $0.hasPrefix(" DAMAGED  Line ") }
      #expect(damage.contains(" was skipped: "))
      try await terminal.expect("Recording", "1 UNREAD")
    }

    @Test func aFileThatIsNotARecordingLeavesTheTerminalAlone() async throws {
      let terminal = try await terminal()
      let lines = try await terminal.shell("rollcall replay Modules.map")
      expectEqual(lines.first?.hasPrefix("'Modules.map' is not a recording: "), true, "\(lines)")
      try await expectEqual(
        terminal.shell("rollcall replay gone; echo status $?"), ["There is no file 'gone'.", "status 66"])
    }
  }
}
