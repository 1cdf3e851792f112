import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// The state from a recording equals the state of the live dashboard.
@MainActor @Suite(.inTurn, .serialized) struct SameStateTests {
  private func expectSame(_ driver: Driver, _ location: SourceLocation = #_sourceLocation) throws {
    let store = try Recorded.store(driver)
    let description = Hello(application: "Storefront", startedNanoseconds: 81_600 * 1_000_000_000)
    // One state gets from its source what the other reads from entries.
    var left = driver.state.application
    let right = store.model(at: store.count, description)
    left.source = right.source
    expectEqual(left, right, sourceLocation: location)
    // Compares the parts, so that a failure names the one that differs.
    expectEqual(left.modules, right.modules, sourceLocation: location)
    expectEqual(left.history, right.history, sourceLocation: location)
    expectEqual(left.ownership, right.ownership, sourceLocation: location)
    expectEqual(left.warnings, right.warnings, sourceLocation: location)
    expectEqual(left.state, right.state, sourceLocation: location)
    #expect(left.launchedAt == right.launchedAt && left.heardOfLaunch == right.heardOfLaunch, sourceLocation: location)
    #expect(left.log == right.log && left.currentMessage == right.currentMessage, sourceLocation: location)
    var all = ApplicationModel(description)
    all.apply(try store.anyEntries(0..<store.count))
    expectEqual(all, right, "all at once and one by one", sourceLocation: location)
  }

  @Test func modulesThatComeAndGo() throws { try expectSame(try Recorded.storefront()) }

  @Test func nestedComposites() throws {
    let driver = try Driver(build: TreeTests.build)
    driver.press(.character("f")).type("didfin").press(.enter, .down, .character("o"), .character("F"), .character("s"))
    driver.press(.down, .down, .down, .character("x"), .character("u"))
    try expectSame(driver)
  }

  @Test func overdueOwners() async throws {
    let shop = try LeakyShop()
    await shop.removeAndWait("Network")
    await shop.removeAndWait("Player")
    shop.dropThumbnail()
    shop.select("Network").press(.character("i"))
    try expectSame(shop.driver)
  }

  @Test func manyEvents() throws { try expectSame(try Recorded.warned(3_000)) }

  @Test func aRepeatedEvent() throws {
    let driver = try Driver()
    driver.press(.character("f")).type("didfin").press(.enter).wait(.seconds(1))
    driver.press(.character("f")).type("openU").press(.backTab, .control("u")).type("300").press(.enter).finishTurns()
    try expectSame(driver)
  }
}
