import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import RollcallDashboard

/// One pane that fills the frame.
@MainActor @Suite(.inTurn, .serialized) struct ZoomTests {
  @Test func theFocusedPaneHasTheFrameUntilZOrEscape() throws {
    let driver = try Driver().press(.character("f")).type("didfin").press(.enter, .character("2"), .character("z"))
    #expect(driver.lines[2].hasPrefix("┌─ 1 Order ─ 2 Timings · #117 didFinishLaunching ─ 3 Cleanup ─"))
    expectEqual(driver.line(with: "Push ")?.contains("threw"), true, "the rows name their modules")
    #expect(driver.line(with: "choose an event") == nil)
    driver.press(.character("3"))
    #expect(driver.lines[3].contains("# object") && !driver.lines[3].contains("module"))
    driver.press(.tab)
    expectEqual(driver.line(with: "▸ 1 ThirdParties")?.contains("didFinishLaunching, didEnterBackground"), true)
    driver.press(.character("z"))
    #expect(driver.line(with: "choose an event") != nil)
    driver.press(.character("z"), .character("/")).type("s").press(.enter, .escape)
    #expect(driver.state.isZoomed, "Escape shows all rows first")
    driver.press(.escape)
    #expect(!driver.state.isZoomed)
  }

  @Test func eventNamesUseTheFreeRoom() throws {
    let driver = try Driver(size: Size(width: 80, height: 24)).press(.character("z"))
    #expect(driver.line(with: "\u{25B8} 1 ThirdParties didFinishLaunching, didEnterBackground 2 2") != nil)
    #expect(driver.line(with: "3 Scene main didFinishLaunching, openURL, didEnterBackground 3 1") != nil)
  }

  @Test func theFireSheetAndTheDetailOpenOverAZoomedPane() throws {
    let driver = try Driver().press(.character("z"), .character("f"))
    #expect(driver.line(with: "40 of 40 events") != nil)
    driver.press(.escape, .enter)
    #expect(driver.line(with: "ThirdParties · place 1 of 12") != nil)
    driver.press(.character("z"))
    #expect(driver.state.layers.isEmpty && driver.state.isZoomed)
  }

  @Test func aNarrowScreenGivesThePaneTheFullHeight() throws {
    let driver = try Driver(size: Size(width: 60, height: 15)).press(.character("z"))
    #expect(driver.lines[2].hasPrefix("┌─ 1 Order ─ 2 Timings ─ 3 Cleanup ─"))
    #expect(driver.lines.allSatisfy { $0.columnWidth == 60 })
  }

  @Test func theLabKeepsItsListOverAZoomedPane() throws {
    let driver = try Driver().press(.character("z"), .character("d"))
    #expect(driver.line(with: "▸ release-timeline") != nil && driver.line(with: "unowned") != nil)
  }
}
