import ModuleLifecycleTesting
import OrderedCollections
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// A frozen view over a running application.
@MainActor @Suite(.inTurn, .serialized) struct FreezeTests {
  @Test func theApplicationContinuesAndItsEntriesAreCounted() throws {
    let driver = try Driver().press(.character("f")).type("didfin").press(.enter, .character(" "))
    #expect(driver.lines[0].contains("   FROZEN   1 WARNING"))
    let panes = driver.lines[1...]
    driver.composite.send(DidEnterBackground())
    driver.pull()
    #expect(driver.lines[0].contains("FROZEN, 1 behind"))
    driver.composite.send(DidReceiveMemoryWarning())
    driver.pull()
    #expect(driver.lines[0].contains("FROZEN, 2 behind"))
    expectEqual(driver.lines[1...], panes, "nothing else has changed")
    driver.press(.down, .down)
    expectEqual(driver.state.selected?.name, "Scene", "the user can still move the selection")
    driver.press(.character(" "))
    #expect(!driver.lines[0].contains("FROZEN"))
    #expect(driver.lines[1].contains("#119 didReceiveMemoryWarning"))
  }

  @Test func agesDoNotTick() throws {
    let holder = Holder()
    let driver = try Driver { try Storefront.build($0, $1, holder: holder) }
    for _ in 0..<4 { driver.press(.down) }
    driver.press(.character("x")).wait(.seconds(5)).noteOverdue("Network")
    driver.press(.character(" "))
    #expect(driver.state.tickInterval == nil)
    expectEqual(driver.line(with: "2 session   api")?.contains("5 s"), true)
    driver.wait(.seconds(30)).press(.down)
    expectEqual(driver.line(with: "2 session   api")?.contains("5 s"), true)
    driver.press(.character(" "))
    driver.wait(.zero)
    expectEqual(driver.line(with: "2 session   api")?.contains("35 s"), true)
    withExtendedLifetime(holder) {}
  }

  @Test func actingOnTheApplicationUnfreezesTheView() throws {
    let driver = try Driver().press(.character(" "))
    driver.composite.send(DidEnterBackground())
    driver.pull()
    driver.press(.down, .character("x"))
    #expect(!driver.state.isFrozen)
    #expect(driver.lines[1].contains("Appearance removed and freed"))
    #expect(driver.line(with: "2 Timings · #117 didEnterBackground") != nil)
  }

  @Test func entriesDroppedByAFullJournalAreCounted() throws {
    let driver = try Driver(capacity: 16_000).press(.character(" "))
    for _ in 0..<400 { driver.composite.send(DidReceiveMemoryWarning()) }
    driver.pull()
    let backlog = try #require(driver.state.frozen)
    #expect(backlog.kept > 0 && backlog.dropped > 0 && backlog.kept + Int(backlog.dropped) == 400)
    #expect(driver.lines[0].contains("FROZEN, 400 behind, \(backlog.dropped) dropped"))
    driver.resize(80, 24)
    #expect(driver.lines[0].contains("FROZEN, 400 behind, \(backlog.dropped) dropped"))
    driver.press(.character(" "))
    #expect(driver.lines[0].contains("\(backlog.dropped) DROPPED"))
    expectEqual(driver.state.application.history.firings["didReceiveMemoryWarning"]?.count, backlog.kept)
  }

  @Test func aHungHandlerIsShownWhenTheViewContinues() throws {
    let driver = try Driver().press(.character(" "))
    let handler = driver.handler(module: "Feed", event: "openURL", sinceNanoseconds: driver.composite.journal.now)
    driver.clock.advance(by: .seconds(3))
    driver.act(.running(handler))
    #expect(driver.state.application.running == nil && driver.state.tickInterval == nil)
    driver.press(.character(" "))
    driver.act(.running(handler))
    #expect(driver.lines[1].contains("Feed has run openURL for 3.0 s."))
  }
}
