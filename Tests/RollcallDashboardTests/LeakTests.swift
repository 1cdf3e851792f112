import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Overdue owners and their remedies.
@MainActor @Suite(.inTurn, .serialized) struct LeakTests {
  @Test func theHintIsBelowTheOverdueOwnerAndTheKeyBreaksTheCycle() async throws {
    let shop = try LeakyShop()
    let driver = shop.driver
    await shop.removeAndWait("Network")
    #expect(driver.line(with: "Network, still alive, removed 22:40:02") != nil)
    #expect(driver.line(with: "2 session   api      OVERDUE") != nil)
    #expect(driver.line(with: "likely: session api holds its delegate") != nil)
    #expect(driver.line(with: "until it is closed") != nil)
    #expect(driver.lines.contains { $0.contains("i close") && !$0.contains("f fire") })
    #expect(driver.lines[39].contains("i close"))
    #expect(driver.lines[0].contains("1 OVERDUE"), "the log file lives on by design")

    driver.wait(.seconds(37)).press(.character("i"))
    #expect(driver.lines[1].hasPrefix(" session api was closed, and Network is freed, 38 s late."))
    #expect(driver.line(with: "Network, late release after 38 s") != nil)
    #expect(driver.line(with: "2 session   api      cancelled") != nil)
    #expect(driver.line(with: "1 observer reachable freed late") != nil)
    #expect(!driver.lines[0].contains("OVERDUE"))
    #expect(driver.line(with: "4 cleaned (2 late)") != nil)
    #expect(driver.state.tickInterval == nil)
    #expect(driver.line(with: "Network is still alive") == nil, "it is freed")
  }

  @Test func theEndOfANamesakeKeepsTheNotice() throws {
    let driver = try LeakyShop().driver
    let now = driver.composite.journal.now
    func freed(_ owner: OwnerID) throws -> AnyEntry {
      try JournalLine.entry(
        #"{"at_ns":\#(now),"change":"freed","late_release":false,"name":"Player","owner_id":\#(owner),"took_ns":1,"type":"owner"}"#
      )
    }
    let message = "Player should be gone and is still alive."
    driver.act(
      .entries([
        .warning(
          WarningEntry(
            kind: .ownerOverdue, message: message, module: nil, dispatch: nil, atNanoseconds: now, ownerID: 9_001))
      ]))
    #expect(driver.line(with: message) != nil)
    driver.act(.entries([try freed(9_002)]))
    #expect(driver.line(with: message) != nil)
    driver.act(.entries([try freed(9_001)]))
    #expect(driver.line(with: message) == nil)
  }

  @Test func theKeyActsOnTheSelectedObjectInTheLog() async throws {
    let shop = try LeakyShop()
    let driver = shop.driver
    await shop.removeAndWait("Network")
    driver.press(.character("3"), .character("G"))
    #expect(driver.line(with: "▸ 1 observer") != nil)
    #expect(driver.lines[39].contains("i cancel"))
    driver.press(.character("i"))
    #expect(driver.lines[1].hasPrefix(" observer reachable was cancelled, but Network is still alive."))
    #expect(driver.line(with: "1 observer reachable cancelled") != nil)
    driver.press(.up, .up, .up)
    #expect(driver.lines[39].contains("i close"), "on the heading, the key follows the hint")
    driver.press(.character("i"))
    #expect(driver.lines[1].hasPrefix(" session api was closed, and Network is freed, 1.0 s late."))
  }

  @Test func withoutAnOverdueOwnerTheKeySaysSo() async throws {
    let shop = try LeakyShop()
    let driver = shop.driver
    driver.press(.character("i"))
    #expect(driver.lines[1].hasPrefix(" Nothing here is overdue. "))
    await shop.removeAndWait("Player")
    #expect(driver.line(with: "no hint about what holds it") != nil)
    #expect(!driver.lines[39].contains("i "), "the bar names no key that does nothing")
    driver.press(.character("i"))
    #expect(driver.lines[1].hasPrefix(" The holder is unknown: there is no owned object to clean. "))
    shop.holder.held = nil
    driver.press(.character("f")).type("memory").press(.enter)
    #expect(driver.line(with: "Player, late release after 1.0 s") != nil)
  }

  @Test func aHintThatDidNotHelpIsDropped() async throws {
    let shop = try LeakyShop()
    let driver = shop.driver
    shop.select("Feed").press(.character("x"), .character("u"))
    let feed = driver.composite.module(Feed.self, named: "Feed")
    await shop.removeAndWait("Feed")
    let first = try #require(driver.state.leakFix)
    #expect(driver.line(with: "perhaps: timer") != nil)
    driver.press(.character("i"))
    #expect(driver.lines[1].hasPrefix(" timer no. 6 was cancelled, but Feed is still alive."))
    #expect(driver.state.leakFix != first)
    #expect(driver.line(with: "(it was cleaned, which") != nil)
    while driver.state.leakFix != nil { driver.press(.character("i")) }
    #expect(driver.line(with: "no other hint about what holds it") != nil)
    withExtendedLifetime(feed) {}
  }

  @Test func anObjectThatEndedMeanwhileIsNotCleanedTwice() async throws {
    let shop = try LeakyShop()
    await shop.removeAndWait("Network")
    let object = try #require(shop.driver.state.leakFix?.object)
    shop.driver.composite.cancel(object)
    shop.driver.press(.character("i"))
    #expect(shop.driver.lines[1].hasPrefix(" It has already been cleaned. "))
    #expect(shop.driver.state.awaitedLeakFix == nil)
  }

  @Test func anEarlierInstanceThatIsOverdueIsFoundFromItsModule() async throws {
    let shop = try LeakyShop()
    await shop.removeAndWait("Network")
    shop.driver.press(.character("u"))
    #expect(shop.driver.lines[39].contains("i close"))
    shop.driver.press(.character("i"))
    #expect(shop.driver.lines[1].hasPrefix(" session api was closed, and Network is freed, 1.0 s late."))
  }

  @Test func anObjectThatLivesUntilTheApplicationEndsIsNotOverdue() async throws {
    let shop = try LeakyShop()
    let driver = shop.driver
    await shop.removeAndWait("Network")
    #expect(driver.line(with: "until app ends") != nil)
    driver.press(.character("3"), .character("G"), .up, .up, .character("i"))
    #expect(driver.lines[1].hasPrefix(" Nothing here is overdue; Network in the cleanup pane is. "))
    driver.press(.enter)
    #expect(driver.line(with: "not yet: it lives until the application ends, whatever happens to Network") != nil)
    driver.press(.escape, .character("1"), .character("i"))
    #expect(driver.line(with: "until app ends") != nil, "it stays when its owner is freed")
    driver.press(.character("f")).type("willterm").press(.enter)
    #expect(driver.line(with: "app ended") != nil)
  }

  @Test func anOwnerWithoutABagDiesBetweenTwoEvents() async throws {
    let shop = try LeakyShop()
    let driver = shop.driver
    if let thumbnail = shop.thumbnail { driver.composite.own(for: thumbnail, "cache", as: .file) {} }
    driver.press(.character("f")).type("memory").press(.enter)
    shop.dropThumbnail()
    driver.press(.character("F"))
    #expect(driver.line(with: "Thumbnail, died between #117 and #118") != nil)
    #expect(driver.line(with: "1 file      cache    swept") != nil)
    driver.press(.character("3"), .enter)
    #expect(driver.line(with: "because its owner, which has no bag, was found dead") != nil)
    #expect(driver.line(with: "it died between #117 and #118") != nil)
  }

  @Test func anExpectedOwnerIsShownUntilItGoes() async throws {
    let shop = try LeakyShop()
    let driver = shop.driver
    var page: Thumbnail? = Thumbnail()
    if let page { driver.composite.expectRelease(of: page, named: "Page") }
    driver.pull()
    #expect(driver.line(with: "Page, not freed yet") != nil)
    driver.clock.advance(by: .seconds(1))
    await driver.letGraceRunOut(shop.sleeper)
    #expect(driver.line(with: "still alive") != nil)
    #expect(driver.lines[0].contains("1 OVERDUE"))
    driver.press(.character("w"))
    #expect(driver.line(with: "Page should be gone and is still alive.") != nil)
    #expect(driver.line(with: "It is freed by now.") == nil)
    driver.press(.escape)
    page = nil
    driver.press(.character("f")).type("memory").press(.enter)
    #expect(driver.line(with: "Page, late release after 1.0 s") != nil)
    driver.press(.character("w"))
    #expect(driver.line(with: "Page should be gone and is still alive. It is freed by now.") != nil)
  }

  /// Without a bag, its end is seen when the composite looks: that is an upper limit.
  @Test func howSoonAnExpectedOwnerWentIsALimit() async throws {
    let driver = try LeakyShop().driver
    var page: Thumbnail? = Thumbnail()
    if let page { driver.composite.expectRelease(of: page, named: "Page") }
    page = nil
    driver.clock.advance(by: .milliseconds(300))
    driver.press(.character("f")).type("memory").press(.enter)
    #expect(driver.line(with: "Page, freed within 300.0 ms") != nil, "\(driver.lines)")
  }

  @Test func anOwnerHeldByAnOverdueOwnerNamesIt() async throws {
    let shop = try LeakyShop()
    let driver = shop.driver
    let (page, list) = (Thumbnail(), Thumbnail())
    driver.composite.expectRelease(of: page, named: "Page")
    driver.composite.expectRelease(of: list, named: "List", partOf: page)
    driver.clock.advance(by: .seconds(1))
    await driver.letGraceRunOut(shop.sleeper, for: 2)
    #expect(driver.line(with: "because of Page, itself overdue") != nil)
    withExtendedLifetime((page, list)) {}
  }
}

/// Switching modules off and on.
@MainActor @Suite(.inTurn, .serialized) struct SwitchTests {
  @Test func aModuleThatWasNeverCreatedCanBeSwitched() throws {
    let shop = try LeakyShop()
    let driver = shop.select("Payments")
    #expect(driver.line(with: "5 Payments off") != nil)
    #expect(driver.lines[0].contains("4 of 5 modules   1 off"))
    #expect(driver.line(with: "not yet: it is created when it is switched on") != nil)
    driver.press(.character("x"))
    #expect(driver.lines[1].hasPrefix(" 'Payments' is switched off and was never created. Switch it on first. "))
    driver.press(.character("o"))
    #expect(
      driver.lines[1].hasPrefix(
        " Payments is switched on: it was created in 0 µs, and is called from the next event on. "))
    #expect(driver.lines[0].contains("   5 modules   "))
    driver.press(.character("f")).type("didEnterB").press(.enter)
    #expect(driver.lines[1].contains("2 called"))
    driver.press(.character("o"))
    #expect(driver.lines[1].hasPrefix(" Payments is switched off: it is not called, and keeps its 2 objects. "))
    #expect(driver.line(with: "switched off: no event calls it, and it keeps what it owns") != nil)
    driver.press(.character("o"))
    #expect(driver.lines[1].hasPrefix(" Payments is switched on: it is called from the next event on. "))
  }

  @Test func aModuleThatIsOffIsNotCalledAndTheSheetSaysSo() throws {
    let shop = try LeakyShop()
    let driver = shop.select("Payments").press(.character("o"), .character("o"))
    driver.press(.character("f")).type("didEnterB")
    #expect(driver.line(with: "skips    5 Payments (off)") != nil)
    driver.press(.enter)
    #expect(driver.lines[1].contains("1 called"))
    let row = try #require(driver.line(with: "5 Payments off"))
    #expect(row.contains("│ off  "))
    #expect(driver.line(with: "#117 didEnterBackground: not called, it was off") != nil)
  }

  @Test func mainAndRemovedModulesCanNotBeSwitched() throws {
    let shop = try LeakyShop()
    let driver = shop.driver.press(.character("o"))
    #expect(
      driver.lines[1].hasPrefix(" 'Scene' is the main module: it owns the window and can't be switched off. "))
    shop.select("Feed").press(.character("x"), .character("o"))
    #expect(driver.lines[1].hasPrefix(" 'Feed' has been removed. Bring it back to switch it. "))
    #expect(!driver.lines[39].contains("o off"))
  }

  @Test func aModuleRemovedWhileOffComesBackOn() throws {
    let shop = try LeakyShop()
    let driver = shop.select("Feed").press(.character("o"), .character("x"))
    #expect(driver.line(with: "4 Feed           gone") != nil)
    driver.press(.character("u"))
    #expect(driver.line(with: "4 Feed           gone") == nil)
    #expect(driver.line(with: "4 Feed           off") == nil)
    expectEqual(driver.state.application.modules.counts.off, 1)
  }
}
