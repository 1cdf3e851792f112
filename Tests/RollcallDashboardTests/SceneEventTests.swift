import RollcallLaunches
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Scenes' events on the screen, and the application's events that follow from them.
@MainActor @Suite(.inTurn, .serialized) struct SceneEventTests {
  @Test func aScenesEventLeadsToTheApplicationsBeforeTheUsersEyes() throws {
    let driver = try Driver(size: Size(width: 120, height: 40))
    driver.press(.character("f")).type("didfin").press(.enter)
    driver.press(.character("f")).type("sceneDidBecome").press(.enter)
    #expect(driver.lines[1].contains("#119 didBecomeActive from #118: "), "\(driver.lines[1])")
    #expect(driver.line(with: "2 #118 → #119 didBecomeActive") != nil, "\(driver.lines[2])")
    #expect(driver.lines[0].contains("active"))
    driver.press(.character("2"), .enter)
    #expect(driver.line(with: "follows  #118 sceneDidBecomeActive") != nil, "\(driver.lines)")
    driver.press(.escape, .character("["), .enter)
    #expect(driver.line(with: "led to   #119 didBecomeActive from #118: ") != nil, "\(driver.lines)")
  }

  @Test func whatWasHeldSaysForHowLong() {
    var entry = DispatchEntry(id: 120, event: "openURL", arguments: .object(["url": .string("pay:42")]))
    (entry.details.follows, entry.details.heldNanoseconds) = (118, 300_000_000)
    expectEqual(entry.summary, "#120 openURL pay:42 held 300.0 ms: no module handles it, 0 µs")
    var span = HandlerSpan(module: "Router")
    span.outcome = .held
    #expect(span.deed == "held until it has started" && span.answerWord == "held")
  }
}
