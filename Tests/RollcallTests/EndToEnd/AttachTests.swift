import Foundation
import Testing

extension EndToEnd {
  /// Two terminals: one with a composite, one with a dashboard attached to it.
  @Suite struct AttachTests {
    private func attach(to served: Served, width: Int = 120, height: Int = 40) async throws -> Terminal {
      try await Terminal.start(
        width: width, height: height, map: Maps.shop, arguments: ["attach", "\(served.pid)", "--control"],
        environment: ["ROLLCALL_SOCKETS": Served.sockets(in: served.folder)])
    }

    @Test func anAttachedDashboardDoesTheSameAsALiveOne() async throws {
      let served = try await Served(Maps.feed, "--allow-control")
      let terminal = try await attach(to: served)
      try await terminal.expect("ATTACHED \(served.pid), control", "2 modules registered.")
      try await terminal.fire("didFinish")
      try await terminal.expect("#1 didFinishLaunching: yes (Scene, Feed), 2 called")
      try await terminal.press("j", "x")
      try await terminal.expect("x again to remove Feed from Application (\(served.pid)).")
      try await terminal.press("x")
      try await terminal.expect("Feed removed", "its 3 objects were cleaned, last acquired first")
      try await terminal.press("u")
      try await terminal.expect("Feed is back in place 2")
      let other = try await attach(to: served, width: 80, height: 24)
      try await other.expect("ATTACHED")
      try await other.fire("openU")
      try await terminal.expect("(it says it is \"rollcall\") asked to fire openURL.", "openURL pay:42")
      // The list of events takes keys until the application has answered.
      try await other.expectNo("Esc close")
      try await other.press("q")
      try await other.expectPrompt()
      served.signal(SIGTERM)
      try await terminal.expect("Application (\(served.pid)) has ended.", "ENDED \(served.pid)")
      try await terminal.press("f")
      try await terminal.expect("Application (\(served.pid)) is gone: it takes no more commands.")
    }

    @Test func attachingToAHungAppShowsTheHandler() async throws {
      let map = Maps.push("takes: 60min")
      let served = try await Served(map, "--allow-control")
      let terminal = try await attach(to: served)
      try await terminal.expect("ATTACHED")
      try await terminal.fire("didReceiveM")
      try await terminal.expect("Push has run didReceiveMemoryWarning for ")
      // The most important case: a dashboard that attaches during the hang.
      let late = try await attach(to: served)
      try await late.expect("Push has run didReceiveMemoryWarning for ", "runs  ")
      try await late.press("F")
      try await terminal.press("F", "F")
      try await terminal.expect("2 commands wait.", "2 waiting", "HANGS \(served.pid)")
      served.signal(SIGSTOP)
      try await terminal.expect("Application (\(served.pid)) is stopped, and has sent nothing for ", "STOPPED")
      served.signal(SIGCONT)
      try await terminal.expect("Push has run didReceiveMemoryWarning for ")
      served.signal(SIGKILL)
      try await terminal.expect(
        "Application (\(served.pid)) has ended without notice: exit, signal, or crash.",
        "waiting for it to come back")
      // The known state can still be inspected.
      try await terminal.press("e")
      try await terminal.expect("Export as")
      try await terminal.press(.escape)
      let again = try await Served(map, "--allow-control", in: served.folder)
      try await terminal.expect(
        "Application (\(again.pid)) is back and attached again: view only.", "ATTACHED \(again.pid), view only",
        "C ask for control")
      try await terminal.press("f")
      try await terminal.expect("This dashboard only looks so far: C asks for control.")
      try await terminal.press("C")
      try await terminal.expect(
        "Application (\(again.pid)) granted the role 'control'.", "ATTACHED \(again.pid), control")
    }
  }
}
