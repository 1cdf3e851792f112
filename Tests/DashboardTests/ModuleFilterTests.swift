import OrderedCollections
import TerminalUI
import Testing

@testable import Dashboard
@testable import ModuleLifecycle

/// The filter of panes 1 and 2, and going from one row that fits to the next.
@MainActor @Suite struct ModuleFilterTests {
  private func names(_ driver: Driver) -> [String] {
    driver.state.moduleRows.modules.map { driver.state.application.modules[$0].name }
  }

  @Test func wordsMustAllBeFoundInTheNameOrInWhatAModuleHandles() throws {
    let driver = try Driver().press(.character("/")).type("pay")
    #expect(names(driver) == ["Payments"])
    #expect(driver.lines[38].hasPrefix(" / pay_"))
    #expect(driver.lines[38].hasSuffix("1 of 12 modules "))
    driver.press(.control("u")).type("OPENURL")
    #expect(names(driver) == ["Scene", "Payments"], "events that it handles, in either case")
    driver.type(" sc").press(.enter)
    #expect(names(driver) == ["Scene"])
    #expect(driver.line(with: "OPENURL sc · 1 of 12") != nil)
    #expect(driver.line(with: "▸ 3 Scene") != nil && driver.line(with: "12 Heartbeat") == nil)
    driver.press(.escape)
    #expect(names(driver).count == 12)
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

  @Test func theSelectionGoesToTheNextModuleThatFitsAndComesBack() throws {
    let driver = try Driver().press(.down, .down, .down)
    #expect(driver.state.selected?.name == "Session")
    driver.press(.character("/")).type("p")
    #expect(driver.state.selected?.name == "Push")
    driver.type("ay")
    #expect(driver.state.selected?.name == "Payments")
    driver.press(.backspace, .backspace, .backspace)
    #expect(driver.state.selected?.name == "Session", "it is looked for from where one was")
    driver.type("third")
    #expect(driver.state.selected?.name == "ThirdParties", "what stands before it comes last")
    driver.press(.escape)
    #expect(driver.state.selected?.name == "Session")
  }

  @Test func whatWasChosenAmongTheRowsThatFitStaysSelected() throws {
    let driver = try Driver().press(.character("/")).type("s").press(.enter, .down, .down, .escape)
    #expect(names(driver).count == 12)
    #expect(driver.state.selected?.name == "Scene")
  }

  @Test func rowsAreWalkedWhileTheFilterIsTyped() throws {
    let driver = try Driver().press(.character("/")).type("s").press(.down, .down)
    #expect(driver.state.selected?.name == "Scene")
    driver.press(.enter, .character("x"))
    #expect(driver.lines[1].contains("'Scene' is the main module"))
    driver.press(.character("G"))
    #expect(driver.state.selected?.name == "Dialogs")
  }

  @Test func aFilterThatNothingFitsSelectsNothingAndSaysHowToGetRidOfIt() throws {
    let driver = try Driver().press(.down, .character("/")).type("zebra").press(.enter)
    #expect(driver.state.selected == nil)
    #expect(driver.line(with: "No module fits \"zebra\"") != nil)
    driver.press(.character("x"), .enter, .down, .character("y"))
    #expect(driver.state.application.modules.counts.present == 12 && driver.copied == nil)
    #expect(driver.lines[1].contains("There is nothing to copy here."))
    driver.press(.character("/"), .control("u"))
    #expect(driver.state.selected?.name == "Appearance", "where one was before")
    driver.press(.escape)
    #expect(driver.state.selected?.name == "Appearance")
  }

  @Test func modulesThatComeLaterAreFilteredToo() throws {
    let driver = try Driver().press(.character("/")).type("feed").press(.enter, .character("x"))
    #expect(names(driver) == ["Feed"], "a removed module keeps its row")
    try driver.composite.register("Feedback") { CompositeDelegate() }
    driver.pull()
    #expect(names(driver) == ["Feed", "Feedback"])
    driver.press(.character("u"))
    #expect(driver.state.selected?.name == "Feed")
  }

  @Test func aCompositesNameFindsItsModules() throws {
    let driver = try Driver(build: TreeTests.build).press(.character("f")).type("didfin").press(.enter)
    driver.press(.character("/")).type("shop")
    #expect(names(driver) == ["Shop", "Cart", "Payments"])
    driver.type(" cart")
    #expect(names(driver) == ["Cart"])
    driver.press(.control("u")).type("third")
    #expect(driver.state.moduleRows.count == 3, "the parts of its handler stay below it")
  }

  @Test func theNextAndThePreviousAreFoundAroundTheEnds() throws {
    let driver = try Driver().press(.character("n"))
    #expect(driver.lines[1].contains("Nothing has been looked for in this pane yet; / does that."))
    driver.press(.character("/")).type("openurl").press(.escape)
    #expect(names(driver).count == 12)
    driver.press(.character("n"))
    #expect(driver.state.selected?.name == "Scene")
    #expect(driver.lines[1].contains("Row 1 of 2 that fit: \"openurl\"."))
    driver.press(.character("n"))
    #expect(driver.state.selected?.name == "Payments")
    driver.press(.character("n"))
    #expect(driver.state.selected?.name == "Scene")
    driver.press(.character("N"), .character("N"))
    #expect(driver.state.selected?.name == "Scene")
    driver.press(.character("/")).type("heart").press(.escape, .character("n"))
    #expect(driver.state.selected?.name == "Heartbeat")
    #expect(driver.lines[1].contains("This row alone fits: \"heart\"."))
  }

  @Test func inTheCleanupLogRowsAreFoundAmongAllOthers() throws {
    let shop = try LeakyShop()
    let driver = shop.driver
    shop.select("Feed").press(.character("x"), .character("3"), .character("/")).type("page").press(.escape)
    let count = driver.state.application.ownership.rowCount
    var found: [String] = []
    for _ in 0..<5 {
      driver.press(.character("n"))
      if case .cleaned(_, let row)? = driver.state.application.ownership.row(at: driver.state.cleanupRow) {
        found.append(Phrases.name(of: row))
      }
    }
    #expect(found == ["page 1", "page 2", "page 4", "page 3", "page 1"])
    #expect(driver.lines[1].contains("Row 1 of 4 that fit: \"page\"."))
    driver.press(.character("N"))
    #expect(driver.lines[1].contains("Row 4 of 4 that fit: \"page\"."))
    #expect(driver.state.application.ownership.rowCount == count, "all rows are still shown")
    driver.press(.character("/")).type("page").press(.enter, .character("n"))
    #expect(driver.lines[1].contains("of 4 that fit"))
  }

  /// Looking for something in the whole log costs what setting a filter does.
  @Test func matchesAreCountedWithoutTheHeadings() {
    var log = OwnedObjectHistory()
    for id in 1...60 as ClosedRange<UInt64> {
      log.fold(
        ReleasedEntry(
          id: id, owner: "Box \(id % 7)", ownerID: id % 7, number: Int(id), kind: "request", name: "r\(id % 5)",
          lifetime: "module", reason: .finished, atNanoseconds: id, cleanupNanoseconds: 1, thread: "main"))
    }
    log.settle()
    #expect(log.match(for: "nobody", from: 0, by: 1) == nil)
    var row = -1
    var places: [Int] = []
    for _ in 0..<12 {
      guard let match = log.match(for: "r3", from: row, by: 1) else { break }
      #expect(match.count == 12)
      places.append(match.place)
      row = log.index(of: match.row) ?? -1
    }
    #expect(places == Array(1...12))
    #expect(log.match(for: "r3", from: row, by: 1)?.place == 1)
    #expect(log.match(for: "r3", from: row, by: -1)?.place == 11)
    #expect(log.match(for: "r3", from: 0, by: -1)?.place == 12)
  }
}
