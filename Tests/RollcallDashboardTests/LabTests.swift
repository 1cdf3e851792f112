import ModuleLifecycle
import RollcallDelegateLab
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallDashboard

/// The delegate lab over the panes.
@MainActor @Suite(.inTurn, .serialized) struct LabTests {
  private static func lines(_ count: Int) -> [LabLine] {
    (1...count).map { LabLine(.step, "Line \($0).") }
  }

  private func opened(width: Int = 120, height: Int = 40) throws -> Driver {
    try Driver(size: Size(width: width, height: height)).press(.character("d"))
  }

  @Test func enterRunsTheChosenExperimentAndItsLinesAppear() throws {
    let driver = try opened()
    #expect(driver.line(with: "Press Enter to run it.") != nil)
    driver.press(.down, .enter)
    expectEqual(driver.experimentsRun, ["unowned"])
    #expect(driver.line(with: "An unowned delegate: running") != nil)
    driver.say("unowned", LabLine(.result, "Seen.", afterNanoseconds: 2_000))
    #expect(driver.line(with: "result     2 µs: Seen.") != nil)
    driver.press(.enter)
    expectEqual(driver.experimentsRun, ["unowned"], "it runs already")
    driver.say("unowned", finish: true)
    #expect(driver.line(with: "An unowned delegate: done") != nil)
    driver.press(.enter)
    expectEqual(driver.experimentsRun, ["unowned", "unowned"])
    #expect(driver.line(with: "Seen.") == nil, "a new run has a blank page")
  }

  @Test func linesReachTheirOwnPageEvenWhenItIsNotShown() throws {
    let driver = try opened().press(.enter, .escape)
    driver.say("release-timeline", LabLine(.step, "Meanwhile."), finish: true)
    #expect(driver.line(with: "Meanwhile.") == nil)
    driver.press(.character("d"))
    #expect(driver.line(with: "step       Meanwhile.") != nil)
    driver.press(.down)
    #expect(driver.line(with: "Meanwhile.") == nil)
  }

  @Test(arguments: [Key.escape, .character("q"), .character("d"), .backspace])
  func aKeyCloses(key: Key) throws {
    let driver = try opened().press(key)
    #expect(!driver.hasQuit)
    #expect(driver.line(with: "1 Order") != nil)
  }

  @Test func theSelectionStopsAtTheEnds() throws {
    let driver = try opened().press(.up)
    #expect(driver.line(with: "▸ release-timeline") != nil)
    driver.press(.down, .down, .down, .down)
    #expect(driver.line(with: "▸ strong-until-invalidated") != nil)
  }

  @Test func aRunOpensAtItsTopAndIsFollowedFromItsEnd() throws {
    let driver = try opened(width: 80, height: 16).press(.enter)
    for line in Self.lines(30) { driver.say("release-timeline", line) }
    #expect(driver.line(with: "Line 1.") != nil && driver.line(with: "22 more below") != nil)
    driver.press(.escape, .character("d"))
    #expect(driver.line(with: "Line 1.") != nil)
    driver.press(.end)
    #expect(driver.line(with: "Line 30.") != nil)
    #expect(driver.line(with: "22 more above") != nil)
    driver.press(.pageUp)
    #expect(driver.line(with: "Line 30.") == nil)
    #expect(driver.line(with: "12 more above, 10 more below") != nil)
    driver.say("release-timeline", LabLine(.step, "Line 31."))
    #expect(
      driver.line(with: "12 more above") != nil && driver.line(with: "11 more below") != nil, "the reader's place stays"
    )
    driver.press(.home)
    #expect(driver.line(with: "What happens when the last reference goes?") != nil)
    driver.press(.pageDown, .pageDown, .pageDown, .pageDown)
    driver.say("release-timeline", LabLine(.step, "Line 32."))
    #expect(driver.line(with: "Line 32.") != nil, "at the end it is followed again")
  }

  @Test func withoutExperimentsThereIsNoLab() throws {
    var state = DashboardState(
      source: Hello(application: "Shop", startedNanoseconds: 0), size: Size(width: 120, height: 40))
    expectEqual(state.update(.key(.character("d")), now: 0), [])
    #expect(state.layers.isEmpty)
    #expect(!KeyBar(state: state).keyNames(glyphs: .unicode).contains("d"))
    #expect(!HelpPage().text(in: state).lines.contains { $0.label == "d" })
  }
}
