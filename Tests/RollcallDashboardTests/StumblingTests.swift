import ModuleLifecycle
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallDashboard

/// Problems that users have reported.
@MainActor @Suite(.inTurn, .serialized) struct StumblingTests {
  @Test func arrowsInAFieldKeepTheTypedText() throws {
    let driver = try Driver().press(.character("f")).type("openU").press(.tab, .end).type("7").press(.down, .up)
    #expect(driver.line(with: "url      pay:427_") != nil)
  }

  @Test func aNewQueryClearsTheOldMatchCount() throws {
    let driver = try Driver().press(.character("/")).type("openu").press(.enter, .character("n"))
    #expect(driver.lines[1].contains("that match: \"openu\""))
    driver.press(.character("/"), .control("u")).type("zzz")
    #expect(!driver.lines[1].contains("openu"))
  }

  @Test func stoppingARepetitionKeepsTheViewFrozen() throws {
    let driver = try Driver()
    driver.press(.character(" "))
    #expect(driver.state.isFrozen)
    var state = driver.state
    _ = state.unfreezing([.perform(.stopRepeating)])
    #expect(state.isFrozen)
    _ = state.unfreezing([.perform(.fire(event: "openURL", arguments: .null))])
    #expect(!state.isFrozen)
  }

  @Test func linesScrolledOffTheTopAreCounted() throws {
    let driver = try Driver(size: Size(width: 80, height: 24)).press(.character("?"), .pageDown)
    expectEqual(driver.line(with: " more above")?.hasPrefix("└"), true)
  }

  @Test func theHelpsPagesFitSixtyColumns() throws {
    let driver = try Driver(size: Size(width: 60, height: 15)).press(.character("?"))
    expectEqual(driver.lines[2], "┌─Panes Firing Modules Timings Ownership Warnings Reading ─┐")
  }
}
