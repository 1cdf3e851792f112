import ModuleLifecycleTesting
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// The statistics, and the order of the rows.
@MainActor @Suite(.inTurn, .serialized) struct SortTests {
  private func names(_ driver: Driver) -> [String] {
    let rows = driver.state.moduleRows
    return (0..<driver.state.application.modules.count).map {
      driver.state.application.modules[rows.modules[$0]].name
    }
  }

  private func title(_ driver: Driver) -> String { driver.lines[2] }

  @Test func tTurnsTheWaterfallIntoStatistics() throws {
    let driver = try Driver.checkout(payments: 30).press(.character("t"))
    #expect(title(driver).contains("2 Statistics · didPay, 30 times ─"))
    #expect(driver.line(with: " p50     p95     max share") != nil)
    // Every thirteenth payment takes 31 ms, the others 5.0 to 6.6 ms.
    expectEqual(driver.line(with: "2 Payments")?.contains("5.8 ms 31.0 ms 31.0 ms"), true)
    expectEqual(driver.line(with: "batch")?.contains("30  0.7 ms  0.7 ms  0.7 ms"), true)
    #expect(
      driver.line(with: "cartDidChange") == nil, "what was sent belongs to the waterfall"
    )
    expectEqual(driver.line(with: "4 present")?.contains("10.2 ms 35.4 ms 35.4 ms"), true)
    driver.press(.character("t"))
    #expect(title(driver).contains("2 Timings · #"))
  }

  @Test func theStatisticsFollowTheShownEvent() throws {
    let driver = try Driver.checkout(payments: 3).press(.character("t"), .character("{"))
    #expect(
      title(driver).contains("2 Statistics · cartDidChange, 3 times")
        || title(driver).contains("2 cartDidChange, 3 times"))
    driver.press(.escape).composite.send(Checkout.DidPay(amount: 1))
    driver.pull()
    #expect(title(driver).contains("2 Statistics · didPay, 4 times"))
  }

  @Test func theMenuSortsAndTheTitleNamesTheKey() throws {
    let driver = try Driver.checkout(payments: 1)
    expectEqual(names(driver), ["Scene", "Payments", "Cart", "Analytics"])
    driver.press(.character("s"))
    #expect(driver.line(with: "─ Sort modules by ─") != nil)
    #expect(driver.line(with: "▸ order call order, first called first") != nil)
    #expect(driver.line(with: "self own time in #120, longest first") != nil)
    driver.press(.escape).sort(by: "self")
    expectEqual(names(driver), ["Payments", "Cart", "Analytics", "Scene"], "modules that were not called come last")
    #expect(title(driver).contains("┌─ 1 Order by self in #120 ─"))
    #expect(driver.lines[1].contains(" Sorted by own time in #120, longest first."))
    driver.sort(by: "owned")
    expectEqual(names(driver), ["Cart", "Payments", "Scene", "Analytics"])
    #expect(title(driver).contains("┌─ 1 Order by owned ─"))
    driver.sort(by: "name")
    expectEqual(names(driver), ["Analytics", "Cart", "Payments", "Scene"])
    #expect(title(driver).contains("┌─ 1 Order by name ─"))
    driver.sort(by: "order")
    expectEqual(names(driver), ["Scene", "Payments", "Cart", "Analytics"])
    #expect(title(driver).contains("┌─ 1 Order ─"))
    #expect(driver.lines[1].contains(" The modules are in call order."))
  }

  @Test func reversingAnOrderKeepsRowsWithoutValuesLast() throws {
    let driver = try Driver.checkout(payments: 1).sort(by: "self", reversed: true)
    expectEqual(names(driver), ["Analytics", "Cart", "Payments", "Scene"])
    #expect(driver.lines[1].contains(" Sorted by own time in #120, shortest first."))
    driver.press(.character("s"))
    #expect(driver.line(with: "name name, Z first") != nil, "the menu knows that the order is reversed")
    driver.press(.escape).sort(by: "name", reversed: true)
    expectEqual(names(driver), ["Scene", "Payments", "Cart", "Analytics"])
    driver.sort(by: "order", reversed: true)
    expectEqual(names(driver), ["Analytics", "Cart", "Payments", "Scene"])
    #expect(title(driver).contains("┌─ 1 Order by order ─"))
  }

  @Test func theMenuOfTheStatisticsHasTheVisibleColumns() throws {
    func choices(_ driver: Driver) -> [String] {
      driver.press(.character("s"))
      defer { driver.press(.escape) }
      guard let menu = driver.state[SortMenu.self] else { return [] }
      return menu.keys.map(\.word)
    }
    let driver = try Driver.checkout(payments: 30).press(.character("t"))
    expectEqual(choices(driver).suffix(3), ["share", "owned", "name"])
    driver.resize(200, 50)
    expectEqual(choices(driver), ["order", "last", "p50", "p95", "p99", "max", "share", "owned", "name"])
    driver.click(on: "p95  ", twice: true)
    driver.press(.character("s"))
    expectEqual(driver.click(on: "p95 of didPay", twice: true).state.rowOrder?.key.word, "p95", "two clicks choose")
  }

  @Test func rowsNeverMoveByThemselves() throws {
    var times = [1, 2, 3]
    let driver = try Driver { composite, clock in
      for index in times.indices {
        try composite.register("M\(index)") {
          Stage(clock: clock) { handlers in
            handlers.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .milliseconds(times[index])) }
          }
        }
      }
    }
    driver.composite.send(DidReceiveMemoryWarning())
    driver.pull()
    driver.sort(by: "self")
    expectEqual(names(driver), ["M2", "M1", "M0"])
    times = [3, 2, 1]
    driver.composite.send(DidReceiveMemoryWarning())
    driver.pull()
    expectEqual(names(driver), ["M2", "M1", "M0"])
    #expect(title(driver).contains("1 Order by self in #117"), "the title names the dispatch")
    driver.press(.character("s"), .enter)
    expectEqual(names(driver), ["M0", "M1", "M2"])
    #expect(title(driver).contains("1 Order by self in #118"))
    driver.press(.character("["))
    expectEqual(names(driver), ["M0", "M1", "M2"])
  }

  @Test func theSelectionFollowsItsModuleAndMovesInSortedOrder() throws {
    let driver = try Driver.checkout().sort(by: "self")
    expectEqual(driver.state.selected?.name, "Scene")
    #expect(driver.line(with: "▸ 1 Scene") != nil)
    driver.press(.down)
    expectEqual(driver.state.selected?.name, "Scene", "Scene is the last row")
    driver.press(.character("g"))
    expectEqual(driver.state.selected?.name, "Payments")
    driver.press(.down)
    expectEqual(driver.state.selected?.name, "Cart")
    driver.press(.character("G"))
    expectEqual(driver.state.selected?.name, "Scene")
  }

  @Test func aSortedListFollowsNewAndRemovedModules() throws {
    let driver = try Driver.checkout().sort(by: "self")
    try driver.composite.register("Late") { Stage(clock: driver.clock) { _ in } }
    driver.pull()
    expectEqual(names(driver), ["Payments", "Cart", "Analytics", "Late", "Scene"], "behind its neighbour in the order")
    driver.press(.character("g"), .character("x"))
    expectEqual(names(driver), ["Payments", "Cart", "Analytics", "Late", "Scene"], "a removed one keeps its place")
    driver.press(.character("J"))
    expectEqual(names(driver), ["Payments", "Cart", "Analytics", "Late", "Scene"])
  }

  @Test func modulesOfANestedCompositeAreSortedWithinIt() throws {
    let driver = try Driver(build: TreeTests.build).press(.character("f")).type("didfin").press(.enter).sort(by: "self")
    // Shop's slowest module takes 4 ms, Scene 5 ms, and ThirdParties with its parts 5 ms.
    expectEqual(names(driver), ["ThirdParties", "Scene", "Shop", "Payments", "Cart"])
    driver.sort(by: "name")
    expectEqual(names(driver), ["Scene", "Shop", "Cart", "Payments", "ThirdParties"])
    driver.press(.character("g"), .down, .character("x"))
    expectEqual(names(driver), ["Scene", "Shop", "ThirdParties"])
    driver.press(.character("u"))
    expectEqual(names(driver), ["Scene", "Shop", "Cart", "Payments", "ThirdParties"], "its new modules come below it")
  }

  @Test func aWideScreenShowsTheTimesOfTheSelectedModule() throws {
    let driver = try Driver.checkout(Size(width: 200, height: 50), payments: 30).press(.down)
    #expect(driver.line(with: "─ Payments · times in didPay ─") != nil)
    #expect(driver.line(with: "called 30 times   share 63%") != nil)
    #expect(driver.line(with: "self     p50 5.8 ms  p95 31.0 ms  p99 31.0 ms") != nil)
    #expect(driver.line(with: "range    ") != nil)
    driver.press(.character("G"))
    #expect(driver.line(with: "─ Analytics · times in didPay ─") != nil)
    driver.press(.character("g"))
    #expect(driver.line(with: "Scene has not been called in didPay.") != nil)
  }

  @Test func aForgottenEventHasNoStatistics() throws {
    let driver = try Driver.checkout(Size(width: 200, height: 50), payments: 1)
    driver.press(.character("["), .character("t"))
    #expect(title(driver).contains("2 Statistics · didFinishLaunching, once"))
    for _ in 0...History.dispatchLimit { driver.composite.send(DidReceiveMemoryWarning()) }
    driver.pull()
    #expect(title(driver).contains("2 Statistics · didFinishLaunching ─"))
    #expect(driver.line(with: "No dispatch of didFinishLaunching is kept any more. Esc shows the latest") != nil)
    #expect(driver.line(with: "No times are kept.") != nil)
    driver.press(.escape)
    #expect(title(driver).contains("2 Statistics · didReceiveMemoryWarning, latest 2,000 of 2,002"))
  }

  @Test func aNarrowTitleStillSaysOnce() throws {
    let driver = try Driver.checkout(Size(width: 80, height: 24), payments: 0).press(.character("t"))
    #expect(title(driver).contains("\u{2500} 2 didFin\u{2026}ng, once \u{2500}"))
  }

  @Test func statisticsAreKeptOnlyWhileTheyAreVisible() throws {
    let driver = try Driver.checkout(payments: 2)
    #expect(driver.state.statistics == nil)
    _ = driver.press(.character("t")).lines
    expectEqual(driver.state.statistics?.event, "didPay")
    _ = driver.resize(30, 10).lines
    #expect(driver.state.statistics == nil)
    _ = driver.resize(200, 50).press(.character("t")).lines
    expectEqual(driver.state.statistics?.event, "didPay", "percentiles are shown beside the waterfall")
  }

  @Test func statisticsAreComputedPerFrameNotPerEntry() throws {
    let driver = try Driver.checkout(payments: 2).press(.character("t"))
    _ = driver.lines
    for _ in 0..<3 { driver.composite.send(Checkout.DidPay(amount: 42)) }
    driver.pull()
    expectEqual(driver.state.statistics?.dispatchCount, 2)
    _ = driver.lines
    expectEqual(driver.state.statistics?.dispatchCount, 5)
  }
}
