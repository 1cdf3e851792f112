import ModuleLifecycle
import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import RollcallDashboard

/// Clicks and the wheel.
@MainActor @Suite(.inTurn, .serialized) struct MouseTests {
  private func launched(size: Size = Size(width: 120, height: 40)) throws -> Driver {
    try Driver(size: size).press(.character("f")).type("didfin").press(.enter)
  }

  @Test func aClickSelectsTheRowAndFocusesThePane() throws {
    let driver = try launched().click(on: "8 Payments")
    #expect(driver.state.selected?.name == "Payments" && driver.state.focus == .order)
    driver.click(on: "9.1 ms")
    #expect(driver.state.selected?.name == "Push" && driver.state.focus == .timings)
    driver.click(on: "3 Cleanup")
    expectEqual(driver.state.focus, .cleanup)
    driver.click(x: 5, y: 22)
    #expect(driver.state.focus == .order && driver.state.selected?.name == "Push", "there is no row")
  }

  @Test func aDoubleClickOpensTheRow() throws {
    let driver = try launched().click(on: "8 Payments", twice: true)
    #expect(driver.line(with: "Payments · place 8 of 12") != nil)
    driver.press(.escape).click(on: "9.1 ms", twice: true)
    #expect(driver.line(with: "─ #117 didFinishLaunching ─") != nil)
    #expect(driver.line(with: "▸ 7 Push") != nil)
    driver.press(.escape).click(on: "created  22", twice: true)
    #expect(driver.line(with: "Push · place 7 of 12") != nil)
  }

  @Test func theKeysOfTheLastLineCanBeClicked() throws {
    let driver = try launched()
    for glyphs in [GlyphSet.unicode, .ascii] {
      driver.click(on: "x remove  ", glyphs)
      #expect(driver.lines[1].contains("ThirdParties removed"))
      driver.click(on: "bring back  ", glyphs)
      #expect(driver.lines[1].contains("ThirdParties is back"), "a click on a key's label presses the key")
      driver.click(on: "f fire  ", glyphs).click(on: "Esc close", glyphs)
      #expect(driver.state.layers.isEmpty)
    }
    // Otherwise the line has one more key while that module is selected.
    driver.press(.character("c")).resize(200, 50)
    let y = driver.state.size.height - 1
    let arrows = try #require(driver.lines[y].ranges(of: "↑↓ move").first)
    let x = driver.lines[y][..<arrows.lowerBound].columnWidth
    driver.click(x: x + 1, y: y)
    expectEqual(driver.state.selected?.name, "Appearance")
    driver.click(x: x, y: y)
    expectEqual(driver.state.selected?.name, "ThirdParties")
    driver.click(x: x + 4, y: y)
    expectEqual(driver.state.selected?.name, "ThirdParties", "a label of two keys presses neither")
    driver.click(on: "2 3 pane")
    expectEqual(driver.state.focus, .timings)
    driver.click(on: "q quit")
    #expect(driver.hasQuit)
  }

  /// Keys are in the key bar. What a sentence names is not clicked by accident.
  @Test func theHeadlineIsNoKey() throws {
    let driver = try launched().press(.character("x"))
    let removed = driver.lines[1]
    expectEqual(driver.click(on: "bring it back").lines[1], removed)
  }

  @Test func tabsCanBeClicked() throws {
    let driver = try launched(size: Size(width: 60, height: 15)).click(on: "2 Timings")
    expectEqual(driver.state.focus, .timings)
    driver.click(on: "3 Cleanup").click(x: 20, y: 8)
    expectEqual(driver.state.focus, .cleanup)
    driver.press(.character("?")).click(on: "Ownership")
    expectEqual(driver.state.helpTopic, .ownership)
    #expect(driver.line(with: "OVERDUE") != nil)
  }

  @Test func rowsOfTheCleanupLogStayUnderThePointer() throws {
    let driver = try launched(size: Size(width: 120, height: 20))
    driver.pressAll([.down, .down, .down, .down, .down])
    for _ in 0..<3 { driver.press(.character("x"), .character("u")) }
    let line = driver.lines.count { _ in true } - 8
    let before = driver.lines
    driver.click(x: 90, y: line)
    #expect(driver.state.focus == .cleanup && driver.state.lists[.cleanup].selected != nil)
    #expect(driver.lines[line].contains("▸"))
    let shown = { (lines: [String]) in lines[4..<15].map { $0.split(separator: "│").last?.dropFirst(2) } }
    expectEqual(shown(driver.lines), shown(before), "no row has moved")
    driver.press(.up)
    #expect(driver.lines[line - 1].contains("▸"))
    driver.press(.character("G"))
    #expect(driver.state.lists[.cleanup].selected == nil, "at the end the log is followed again")
  }

  @Test func theWheelMovesInThePaneUnderIt() throws {
    let driver = try launched().wheel(2, x: 5, y: 6)
    expectEqual(driver.state.selected?.name, "Push")
    driver.wheel(-1, x: 45, y: 6)
    #expect(driver.state.selected?.name == "Session" && driver.state.focus == .timings)
    driver.resize(80, 16).press(.character("?")).wheel(1, x: 5, y: 5)
    expectEqual(driver.state[HelpPage.self]?.reading.scroll, 3)
  }

  @Test func eventsAndFieldsOfTheSheetCanBeClicked() throws {
    let driver = try launched().press(.character("f")).type("openU")
    driver.click(on: "repeat").type("10")
    #expect(driver.line(with: "repeat   10_") != nil)
    driver.click(on: "options").type("x")
    #expect(driver.line(with: "options  x_") != nil)
    driver.press(.backspace, .tab, .tab).press(.control("u")).click(on: "  didBecomeActive", twice: true)
    #expect(driver.lines[1].contains("#118 didBecomeActive"))
  }

  @Test func experimentsCanBeClicked() throws {
    let driver = try Driver().press(.character("d")).click(on: "strong-until", twice: true)
    expectEqual(driver.experimentsRun, ["strong-until-invalidated"])
  }

  @Test func aMouseThatIsOffDoesNothing() throws {
    let driver = try launched().press(.character("m"))
    #expect(!driver.state.isMouseOn)
    #expect(driver.lines[1].contains("The mouse is off: the terminal uses it to select text"))
    let before = driver.screen()
    driver.click(on: "8 Payments").wheel(3, x: 5, y: 6)
    expectEqual(driver.screen(), before)
    driver.press(.character("m"))
    #expect(driver.state.isMouseOn)
  }

  @Test func aDragExplainsHowToSelectText() throws {
    let driver = try launched()
    driver.act(.mouse(MouseEvent(.drag, at: Point(x: 30, y: 9)), .unicode))
    #expect(driver.lines[1].contains("To select text, turn the mouse off with m, or hold Shift"))
    driver.resize(60, 15)
    #expect(driver.lines[1].contains("To select text, turn the mouse off with m. "))
  }

  @Test func clicksAnywhereNeverTrap() throws {
    var random = SplitMix(state: 7)
    let driver = try launched()
    let openings: [Key] = [.character("?"), .enter, .character("f"), .character("d"), .character("/"), .character("z")]
    for step in 0..<1_500 {
      if step % 40 == 0 { driver.resize(Int(random.next() % 210), Int(random.next() % 60)) }
      if step % 9 == 0 { driver.press(openings[Int(random.next() % 6)]) }
      if step % 11 == 0 { driver.press(.escape) }
      let (x, y) = (Int(random.next() % 210), Int(random.next() % 60))
      if random.next() % 4 == 0 { driver.wheel(Int(random.next() % 3) - 1, x: x, y: y) }
      driver.click(x: x, y: y, twice: random.next() % 3 == 0)
      let width = driver.state.size.width
      if step % 20 == 0 { #expect(driver.lines.allSatisfy { $0.columnWidth == width }) }
    }
  }
}
