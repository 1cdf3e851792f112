import ModuleLifecycleTesting
import OrderedCollections
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Synchronization
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// The form of an event: hints about arguments while they are typed, and the preview.
@MainActor @Suite(.inTurn, .serialized) struct FireFormTests {
  struct Order: EventWithExample {
    struct Item: Codable, Sendable { var name: String }
    var count: Int
    var isGift: Bool
    var note: String?
    var item: Item
    static var example: Order { Order(count: 2, isGift: false, note: nil, item: Item(name: "tea")) }
  }

  struct Many: EventWithExample {
    var a1 = "1", a2 = "2", a3 = "3", a4 = "4", a5 = "5", a6 = "6", a7 = "7", a8 = "8", a9 = "9"
    static var example: Many { Many() }
  }

  struct Watched: EventWithExample {
    static let descriptions = Atomic(0)
    static var example: Watched {
      descriptions.add(1, ordering: .relaxed)
      return Watched()
    }
  }

  private func driver(_ width: Int = 120, _ height: Int = 40) throws -> Driver {
    try Driver(size: Size(width: width, height: height)) { composite, clock in
      try composite.registerEvent(Many.self)
      try composite.register("Shop") {
        let shop = CompositeDelegate()
        try shop.register("Cart") { Stage(clock: clock) { $0.on(Order.self) { _, _ in } } }
        try shop.register("Till") {
          Stage(clock: clock) { handlers in
            handlers.on(Order.self) { _, _ in }
            handlers.answerLater(PerformFetch.self) { _, _, completion in completion(.noData) }
          }
        }
        return shop
      }
      try composite.register("Stock") { Stage(clock: clock) { $0.on(Order.self) { _, _ in } } }
      try composite.register("Scene", role: .main) { Stage(clock: clock) { $0.answer(OpenURL.self) { _, _ in true } } }
    }
  }

  private func form(_ driver: Driver, _ event: String) -> Driver {
    driver.press(.character("f")).type(event).press(.tab)
  }

  /// Whether a row has a text. The widths of its columns do not matter.
  private func shows(_ driver: Driver, _ text: String) -> Bool {
    driver.lines.contains { $0.replacing(/[ ]+/, with: " ").contains(text) }
  }

  /// Describing an event runs its code: the first screen does not wait for that.
  @Test func eventsAreDescribedWhenAFormOpens() throws {
    let driver = try Driver { composite, _ in try composite.registerEvent(Watched.self) }
    _ = driver.screen()
    expectEqual(Watched.descriptions.load(ordering: .relaxed), 0)
    driver.press(.character("f")).type("watch")
    #expect(shows(driver, "│ ▸ watched"))
    #expect(Watched.descriptions.load(ordering: .relaxed) > 0)
  }

  // MARK: Arguments

  @Test func anArgumentShowsWhatItExpectsBeforeEnter() throws {
    let driver = form(try driver(), "order").press(.end).type("x")
    #expect(shows(driver, "│!count 2x_ expects a whole number, such as 2 "))
    #expect(!shows(driver, "problem"))
    driver.press(.backspace)
    #expect(shows(driver, "│ count 2_ ") && !shows(driver, "expects"))
    driver.press(.tab, .control("u")).type("perhaps")
    #expect(shows(driver, "│!isGift perhaps_ expects yes or no, such as no "))
  }

  @Test func anArgumentIsEditedAtTheCursor() throws {
    let driver = try driver().press(.character("f")).type("opnU").press(.left, .left).type("e")
    #expect(shows(driver, "│ > openU │"))
    #expect(shows(driver, "│ ▸ openURL │"))
    driver.press(.tab, .left, .left).type("1")
    #expect(shows(driver, "│ url pay:142 │"))
    driver.press(.tab, .backTab).type("7").press(.control("a"), .delete).type("P").press(.enter)
    #expect(driver.lines[1].contains("#117 openURL Pay:1427"))
  }

  @Test(arguments: [Key.paste("5"), .character("5")])
  func typingReplacesTheSuggestedValue(key: Key) throws {
    let driver = form(try driver(), "order")
    #expect(shows(driver, "│ count 2_ typing replaces it "))
    // Leaving the field and coming back changes nothing.
    driver.press(.tab, .backTab, key)
    #expect(shows(driver, "│ count 5_ "))
    driver.type("1").press(.tab, .backTab).type("2")
    #expect(shows(driver, "│ count 512_ "), "text that the user has typed is edited")
    driver.press(.backTab, .backTab).type("20")
    #expect(shows(driver, "│ repeat 20_ "))
    driver.press(.backTab, .tab).type("0")
    #expect(shows(driver, "│ repeat 200_ "))
  }

  @Test(arguments: [
    (Key.end, "2_", "25_"), (.control("e"), "2_", "25_"), (.home, "2", "52"), (.control("a"), "2", "52"),
    (.left, "2", "52"),
    (.right, "2_", "25_"), (.backspace, "_ expects a whole number, such as 2", "5_"),
    (.control("u"), "_ expects a whole number, such as 2", "5_"),
    (.delete, "_ expects a whole number, such as 2", "5_"),
  ])
  func movingTheCursorOrErasingEditsTheSuggestedValue(key: Key, shown: String, edited: String) throws {
    let driver = form(try driver(), "order").press(key)
    #expect(shows(driver, "count \(shown) ") && !shows(driver, "typing replaces it"))
    driver.press(.tab, .backTab)
    if key == .home || key == .control("a") || key == .left { driver.press(.home) }
    driver.type("5")
    #expect(shows(driver, "│ count \(edited) "))
  }

  @Test func aSuggestedValueIsDimUntilItIsEdited() throws {
    let driver = form(try driver(), "order")
    let styles = { (text: String) -> [Style] in
      let y = driver.lines.firstIndex { $0.contains(text) } ?? 0
      let x = driver.lines[y].firstRange(of: text).map { driver.lines[y][..<$0.upperBound].columnWidth - 1 } ?? 0
      return [driver.screen()[x, y].style]
    }
    #expect(styles("count    2") == [Style.label.underlined] && styles("isGift   no") == [Style.label])
    expectEqual(styles("repeat   1"), [Style.label])
    driver.press(.end, .tab).type("yes").press(.tab)
    #expect(styles("count    2") == [.plain] && styles("isGift   yes") == [.plain])
    expectEqual(styles("repeat   1"), [Style.label])
  }

  @Test func everyWrongArgumentIsMarked() throws {
    let driver = form(try driver(), "order").press(.end).type("x").press(.tab, .end).type("x")
    driver.press(.tab, .tab, .control("u"))
    driver.type("{\"name\":5}")
    #expect(shows(driver, "│!count 2x expects a whole number, such as 2 "))
    #expect(shows(driver, "│!isGift nox expects yes or no, such as no "))
    #expect(shows(driver, "│ note empty "))
    #expect(
      shows(driver, "│!item {\"name\":5}_ expects a text in 'item.name', such as {\"name\":\"tea\"} "))
  }

  @Test func withoutRoomBesideTheArgumentTheProblemIsBelow() throws {
    let driver = form(try driver(60, 15), "order").press(.end).type("x")
    #expect(shows(driver, "│!count 2x_ "))
    #expect(shows(driver, "problem 'count' expects a"))
    #expect(shows(driver, "whole number, such"))
    driver.press(.enter)
    #expect(shows(driver, "problem Not fired: 'count'"))
  }

  @Test func enterGoesToTheRefusedArgument() throws {
    let driver = form(try driver(), "order").press(.tab, .end).type("x").press(.tab, .tab, .enter)
    #expect(
      shows(driver, "problem The arguments of order are not valid: 'isGift' expects yes or"))
    #expect(shows(driver, "!isGift nox_ expects"), "the field has the cursor")
    driver.press(.backspace)
    #expect(!shows(driver, "problem"))
    driver.press(.enter)
    #expect(driver.lines[1].contains("#117 order"))
  }

  @Test func aLaunchThatWillBeRefusedAsksNoQuestion() throws {
    let driver = try driver().press(.character("f")).type("didfin").press(.enter)
    driver.press(.character("f"), .tab).type("x").press(.enter)
    #expect(!shows(driver, "already launched"))
    #expect(shows(driver, "problem The arguments of didFinishLaunching are not valid: 'options'"))
  }

  @Test func anAnswerForAnotherFormChangesNothing() throws {
    let driver = form(try driver(), "order").type("x")
    driver.act(.reply(.problems([]), to: .fire(event: "order", arguments: .null)))
    #expect(shows(driver, "expects a whole number"))
    driver.press(.escape)
    driver.act(.reply(.problems([]), to: .fire(event: "order", arguments: .null)))
    #expect(driver.state.layers.isEmpty)
  }

  @Test(arguments: [
    ("0", "0"), ("", ""), ("1000001", "1000001"), ("-3", "-3"), ("often", "often"), ("1.5", "1.5"),
  ]) func theRepetitionCountIsChecked(text: String, quoted: String) throws {
    let driver = try driver().press(.character("f")).type("openU").press(.backTab, .control("u")).type(text)
    #expect(shows(driver, "!repeat \(text)_ expects a whole number from 1 to 1,000,000, such as 100 "))
    driver.press(.backTab, .enter)
    #expect(shows(driver, "problem 'repeat' expects a whole number from 1 to 1,000,000, such as 100, not"))
    #expect(shows(driver, "\"\(quoted)\"."))
    #expect(shows(driver, "!repeat \(text)_"), "Enter goes there")
    #expect(driver.state.application.history.firings.isEmpty)
  }

  @Test(arguments: [("1,000,000", 1_000_000), ("1_000", 1_000), (" 7", 7), ("007", 7)])
  func theRepetitionCountAcceptsCommonSpellings(text: String, times: Int) throws {
    let driver = try driver().press(.character("f")).type("openU").press(.backTab, .control("u")).type(text)
    expectEqual(driver.state.fireSheet?.times, times)
    #expect(!shows(driver, "expects"))
  }

  @Test func choosingAnotherEventResetsTheRepetitionCount() throws {
    let driver = try driver().press(.character("f")).type("openU").press(.backTab).type("00").press(.down, .down)
    #expect(shows(driver, "repeat 1 "))
  }

  @Test func manyArgumentsScrollWithTheEditedOne() throws {
    let driver = form(try driver(80, 24), "many")
    #expect(shows(driver, "a1 1_"))
    for _ in 0..<8 { driver.press(.tab) }
    #expect(shows(driver, "a9 9_"))
    driver.press(.tab)
    #expect(shows(driver, "repeat 1_"))
    #expect(shows(driver, "calls nothing: no module handles it"))
  }

  // MARK: The preview

  @Test func modulesOfANestedCompositeAreNamedByTheirPath() throws {
    let driver = form(try driver(), "order")
    #expect(shows(driver, "calls 1.1 Shop/Cart, 1.2 Shop/Till, 2 Stock "))
    expectEqual(driver.lines.count { $0.contains("│+") }, 3)
    #expect(!shows(driver, "skips"))
  }

  @Test func skippedModulesAreListedWithTheReason() throws {
    let driver = try driver(200, 50)
    driver.press(.character("o"), .character("G"), .up, .character("x"))
    _ = form(driver, "order")
    #expect(shows(driver, "calls nothing: no module handles it "))
    #expect(
      shows(driver, "skips 1.1 Shop/Cart (Shop is off), 1.2 Shop/Till (Shop is off), 2 Stock (removed) "))
    expectEqual(driver.lines.count { $0.contains("│+") }, 0)
    driver.press(.escape, .character("g"), .character("o"), .down, .character("o"))
    _ = form(driver, "order")
    #expect(shows(driver, "calls 1.2 Shop/Till "))
    #expect(shows(driver, "skips 1.1 Shop/Cart (off), 2 Stock (removed) "))
  }

  @Test func theSelectedModuleIsMarkedLikeTheOthers() throws {
    let driver = try driver().press(.down, .down, .down)
    #expect(shows(driver, "▸ 2 Stock"))
    #expect(shows(form(driver, "order"), "+ 2 Stock"))
    #expect(shows(driver, "+ marks the modules that will be called."))
    driver.press(.escape)
    #expect(shows(driver, "▸ 2 Stock"))
  }

  @Test func anEventWithLateAnswersShowsTheirTimeLimit() throws {
    let driver = form(try driver(), "performFetch")
    #expect(shows(driver, "calls 1.2 Shop/Till "))
    #expect(shows(driver, "answer the highest of newData > failed > noData "))
    #expect(shows(driver, "waits for late answers, at most 25 s "))
    #expect(!shows(form(driver.press(.escape), "openURL"), "waits"))
  }

  @Test func theFollowingEventIsShownWithTheModulesItCalls() throws {
    let driver = form(try driver(), "sceneOpenURLC")
    #expect(shows(driver, "calls nothing: no module handles it"))
    #expect(shows(driver, "then sends openURL, which calls 3 Scene "))
  }

  @Test func theLastFiredEventComesFirstWithItsArguments() throws {
    let driver = form(try driver(), "order").press(.control("u")).type("5").press(.enter)
    driver.press(.character("f")).type("performF").press(.enter)
    driver.press(.character("f"))
    let names = { driver.lines.compactMap { $0.firstMatch(of: /│ [▸ ] (performFetch|order|openURL)\s/)?.1 } }
    expectEqual(names().prefix(2), ["performFetch", "order"])
    driver.press(.down)
    #expect(shows(driver, "│ count 5 "))
    #expect(shows(driver, "fired once"))
  }
}
