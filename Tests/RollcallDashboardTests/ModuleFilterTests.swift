import OrderedCollections
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// The filter of panes 1 and 2, and stepping through its matches.
@MainActor @Suite(.inTurn, .serialized) struct ModuleFilterTests {
  private func names(_ driver: Driver) -> [String] {
    driver.state.moduleRows.modules.map { driver.state.application.modules[$0].name }
  }

  @Test func everyWordMustBeInTheNameOrInTheHandledEvents() throws {
    let driver = try Driver().press(.character("/")).type("pay")
    expectEqual(names(driver), ["Payments"])
    #expect(driver.lines[38].hasPrefix(" / pay_"))
    #expect(driver.lines[38].hasSuffix("1 of 12 modules "))
    driver.press(.control("u")).type("OPENURL")
    expectEqual(names(driver), ["Scene", "Payments"], "events that it handles, in either case")
    driver.type(" sc").press(.enter)
    expectEqual(names(driver), ["Scene"])
    #expect(driver.line(with: "OPENURL sc · 1 of 12") != nil)
    #expect(driver.line(with: "▸ 3 Scene") != nil && driver.line(with: "12 Heartbeat") == nil)
    driver.press(.escape)
    expectEqual(names(driver).count, 12)
    #expect(driver.line(with: "1 Order ─") != nil)
  }

  @Test func bothPanesShowTheSameRows() throws {
    let driver = try Driver().press(.character("f")).type("didfin").press(.enter)
    driver.press(.character("2"), .character("/")).type("s").press(.enter)
    let rows = driver.lines[4..<11].map { $0.split(separator: "│").prefix(2) }
    #expect(rows[0][0].contains("1 ThirdParties") && rows[0][1].contains("3.9 ms"))
    #expect(rows[1][0].contains("2 Appearance") && rows[1][1].contains("0.6 ms"))
    driver.press(.character("3"))
    #expect(driver.line(with: "3 Cleanup ─") != nil, "each pane has its own filter")
  }

  @Test func theSelectionGoesToTheNextMatchAndComesBack() throws {
    let driver = try Driver().press(.down, .down, .down)
    expectEqual(driver.state.selected?.name, "Session")
    driver.press(.character("/")).type("p")
    expectEqual(driver.state.selected?.name, "Push")
    driver.type("ay")
    expectEqual(driver.state.selected?.name, "Payments")
    driver.press(.backspace, .backspace, .backspace)
    expectEqual(driver.state.selected?.name, "Session", "the search starts at the original row")
    driver.type("third")
    expectEqual(driver.state.selected?.name, "ThirdParties", "earlier rows come last")
    driver.press(.escape)
    expectEqual(driver.state.selected?.name, "Session")
  }

  @Test func clearingTheFilterKeepsTheSelectedMatch() throws {
    let driver = try Driver().press(.character("/")).type("s").press(.enter, .down, .down, .escape)
    expectEqual(names(driver).count, 12)
    expectEqual(driver.state.selected?.name, "Scene")
  }

  @Test func theArrowsMoveWhileTheFilterIsTyped() throws {
    let driver = try Driver().press(.character("/")).type("s").press(.down, .down)
    expectEqual(driver.state.selected?.name, "Scene")
    driver.press(.enter, .character("x"))
    #expect(driver.lines[1].contains("'Scene' is the main module"))
    driver.press(.character("G"))
    expectEqual(driver.state.selected?.name, "Dialogs")
  }

  @Test func aFilterWithoutMatchesSelectsNothingAndSaysHowToClearIt() throws {
    let driver = try Driver().press(.down, .character("/")).type("zebra").press(.enter)
    #expect(driver.state.selected == nil)
    #expect(driver.line(with: "No module matches \"zebra\"") != nil)
    driver.press(.character("x"), .enter, .down, .character("y"))
    #expect(driver.state.application.modules.counts.present == 12 && driver.copied == nil)
    #expect(driver.lines[1].contains("There is nothing to copy here."))
    driver.press(.character("/"), .control("u"))
    expectEqual(driver.state.selected?.name, "Appearance", "the original row")
    driver.press(.escape)
    expectEqual(driver.state.selected?.name, "Appearance")
  }

  @Test func laterModulesAreFiltered() throws {
    let driver = try Driver().press(.character("/")).type("feed").press(.enter, .character("x"))
    expectEqual(names(driver), ["Feed"], "a removed module keeps its row")
    try driver.composite.register("Feedback") { CompositeDelegate() }
    driver.pull()
    expectEqual(names(driver), ["Feed", "Feedback"])
    driver.press(.character("u"))
    expectEqual(driver.state.selected?.name, "Feed")
  }

  @Test func aCompositesNameFindsItsModules() throws {
    let driver = try Driver(build: TreeTests.build).press(.character("f")).type("didfin").press(.enter)
    driver.press(.character("/")).type("shop")
    expectEqual(names(driver), ["Shop", "Cart", "Payments"])
    driver.type(" cart")
    expectEqual(names(driver), ["Cart"])
    driver.press(.control("u")).type("third")
    expectEqual(driver.state.moduleRows.lineCount, 3, "the parts of its handler stay below it")
  }

  @Test func stepsWrapAroundTheEnds() throws {
    let driver = try Driver().press(.character("n"))
    #expect(driver.lines[1].contains("There was no search in this pane yet: / starts one."))
    driver.press(.character("/")).type("openurl").press(.escape)
    expectEqual(names(driver).count, 12)
    driver.press(.character("n"))
    expectEqual(driver.state.selected?.name, "Scene")
    #expect(driver.lines[1].contains("Row 1 of 2 that match: \"openurl\"."))
    driver.press(.character("n"))
    expectEqual(driver.state.selected?.name, "Payments")
    driver.press(.character("n"))
    expectEqual(driver.state.selected?.name, "Scene")
    driver.press(.character("N"), .character("N"))
    expectEqual(driver.state.selected?.name, "Scene")
    driver.press(.character("/")).type("heart").press(.escape, .character("n"))
    expectEqual(driver.state.selected?.name, "Heartbeat")
    #expect(driver.lines[1].contains("Only this row matches: \"heart\"."))
  }

  @Test func stepsInTheCleanupLogGoThroughAllRows() throws {
    let shop = try LeakyShop()
    let driver = shop.driver
    shop.select("Feed").press(.character("x"), .character("3"), .character("/")).type("page").press(.escape)
    let count = driver.state.cleanupRows.count
    var found: [String] = []
    for _ in 0..<5 {
      driver.press(.character("n"))
      if let object = driver.state.selectedCleanupRow?.object, object.released != nil { found.append(object.calling) }
    }
    expectEqual(found, ["page 1", "page 2", "page 4", "page 3", "page 1"])
    #expect(driver.lines[1].contains("Row 1 of 4 that match: \"page\"."))
    driver.press(.character("N"))
    #expect(driver.lines[1].contains("Row 4 of 4 that match: \"page\"."))
    expectEqual(driver.state.cleanupRows.count, count, "all rows are still shown")
    driver.press(.character("/")).type("page").press(.enter, .character("n"))
    #expect(driver.lines[1].contains("of 4 that match"))
  }
}
