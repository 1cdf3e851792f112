import RollcallLaunches
import RollcallRecordings
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Problems that newcomers to the dashboard have reported.
@MainActor @Suite(.inTurn, .serialized) struct NewcomerTests {
  private func launched(_ width: Int, _ height: Int) throws -> Driver {
    try Driver(size: Size(width: width, height: height)).press(.character("f")).type("didfin").press(.enter)
  }

  @Test func aFinishedEventOverItsBudgetIsReportedInThePastTense() throws {
    let driver = try launched(120, 40)
    let feed = try #require(driver.composite.modules.first { $0.name == "Feed" }).id
    let warning = WarningEntry(
      kind: .overBudget, module: "Feed", dispatch: 118, atNanoseconds: driver.state.now, moduleID: feed,
      event: "openURL",
      elapsedNanoseconds: 10_000_000_000, limitNanoseconds: 10_000_000_000, handlerNanoseconds: 9_800_000_000,
      isUnderWay: true)
    driver.act(.entries([.warning(warning)]))
    #expect(driver.line(with: "WARNING  openURL has taken 10 s so far") != nil)
    driver.press(.character("f")).type("openU").press(.enter)
    let sentence = "openURL took 0.6 ms, over its budget of 10 s. Scene took the longest, 0.3 ms."
    expectEqual(driver.state.application.log.warnings.map(\.sentence).last, sentence)
    let settled = driver.state.application.log.warnings.last
    expectEqual(settled?.moduleID, driver.composite.modules.first { $0.name == settled?.module }?.id)
    driver.press(.character("w"))
    #expect(driver.line(with: sentence) != nil)
  }

  @Test func theNoticeLineChangesWithTheWarning() throws {
    let driver = try launched(120, 40)
    let warning = WarningEntry(
      kind: .overBudget, module: "Scene", dispatch: 118, atNanoseconds: driver.state.now + 60_000_000_000,
      event: "openURL",
      elapsedNanoseconds: 10_000_000_000, limitNanoseconds: 10_000_000_000, chargedNanoseconds: 2_000_000_000,
      handlerNanoseconds: 9_000_000_000, isUnderWay: true)
    driver.act(.entries([.warning(warning)]))
    driver.press(.character("f")).type("openU").press(.enter)
    expectEqual(
      driver.line(with: "WARNING  openURL")?.hasPrefix(
        "WARNING  openURL took 0.6 ms, after 2.0 s of willFinishLaunching, over the budget of 10 s for both. Sc"), true)
  }

  @Test func statisticsShowTheirDispatchCount() throws {
    let driver = try launched(200, 50).press(.character("t"))
    driver.press(.character("f")).type("openU").press(.backTab, .control("u")).type("2500").press(.enter).finishTurns()
    #expect(driver.line(with: "2 Statistics \u{00B7} openURL, latest 2,000 of 2,500") != nil)
    expectEqual(driver.state.statistics?.dispatchCount, 2_000)
    driver.resize(120, 40)
    #expect(driver.line(with: "2 openURL, latest 2,000 of 2,500") != nil)
    driver.resize(80, 24)
    #expect(driver.line(with: "2 openURL, 2,000\u{00D7}") != nil)
    driver.act(.line("stats"))
    expectEqual(
      driver.said.first, "openURL, fired 2,500 times, of which the latest 2,000 count. Each module's own time:")
  }

  @Test(arguments: [
    (80, "openURL 100 times: median 0.6 ms, p95 0.6 ms, longest 0.6 ms."),
    (60, "openURL 100 times: median 0.6 ms, p95 0.6 ms."),
  ])
  func aNarrowSummaryKeepsTheLongestTime(width: Int, text: String) throws {
    let driver = try launched(width, 24)
    driver.press(.character("f")).type("openU").press(.backTab, .control("u")).type("100").press(.enter).finishTurns()
    #expect(driver.lines[1].contains(text), "\(driver.lines[1])")
  }

  @Test func anEmptyFieldShowsAnExample() throws {
    let driver = try launched(120, 40).press(.character("f")).type("openU").press(.tab, .control("u"))
    #expect(driver.line(with: "expects") != nil, "an empty link is none")
    driver.press(.tab, .control("u"))
    #expect(driver.line(with: #"options  _ such as {"key":"value"}"#) != nil)
    driver.press(.tab, .control("u"))
    #expect(driver.line(with: "repeat   _") != nil)
  }

  @Test func namesUseTheRoomOfEmptyColumns() throws {
    let driver = try Driver(size: Size(width: 80, height: 24)) { composite, clock in
      try composite.register("Scene", role: .main) { Stage(clock: clock) { _ in } }
      try composite.register("LeakyLoop", isOn: false) { Stage(clock: clock) { _ in } }
    }
    #expect(driver.line(with: "LeakyLoop off") != nil)
  }

  @Test func theModuleThatThrewFitsSixtyColumns() throws {
    #expect(try launched(60, 15).lines[1].hasPrefix(" #117 didFinishLaunching: Push threw, yes (9 modules) "))
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 50)])
  func titlesNameTheFilter(width: Int, height: Int) throws {
    let driver = try launched(width, height).press(.character("/")).type("feed").press(.enter)
    let title = driver.lines[2]
    expectEqual(title.ranges(of: "feed").count, 2, "\(title)")
    #expect(title.contains("1 of 12"))
  }

  @Test func aHandlersTimeIsShownOnce() throws {
    let driver = try launched(120, 40)
    let now = driver.state.now
    let dispatch = RunningDispatch(id: 118, sinceNanoseconds: now - 1_000, budgetNanoseconds: 20_000_000_000)
    let handler = driver.handler(module: "Feed", event: "openURL", sinceNanoseconds: now, dispatch: dispatch)
    _ = driver.hang(.milliseconds(3_240), in: handler)
    #expect(driver.lines[1].hasPrefix(" Feed has run openURL for 3.2 s of the event's 20 s. "))
    #expect(driver.lines[2].contains("2 #117 didFinishLaunching, previous"))
    driver.resize(80, 24)
    #expect(driver.lines[2].contains("2 #117, previous"))
  }

  @Test func removalIsNotOfferedForTheMainModule() throws {
    let driver = try launched(120, 40)
    let keys = { try #require(driver.lines.last) }
    #expect(driver.line(with: "x removes the") != nil && driver.line(with: "if possible") != nil)
    #expect(try keys().contains("x remove"))
    driver.press(.down, .down)
    expectEqual(driver.state.selected?.isMain, true)
    #expect(try !keys().contains("x remove"))
  }

  @Test func withNothingRemovedThereIsNothingToBringBack() throws {
    let driver = try launched(80, 24).press(.character("u"))
    #expect(driver.lines[1].hasPrefix(" There is no removed module to bring back. "))
  }

  @Test func rowsOutOfSightInTheCleanupLogAreCounted() throws {
    let driver = try launched(80, 24)
    for _ in 0..<11 { driver.press(.character("x"), .down) }
    let footer = try #require(driver.lines.last { $0.contains("cleaned") })
    #expect(footer.contains("-") && footer.contains(" of "), "\(footer)")
    driver.resize(60, 15)
    #expect(driver.lines.allSatisfy { $0.columnWidth == 60 })
  }

  @Test func modulesOutOfSightAreCounted() throws {
    let driver = try launched(80, 16)
    #expect(driver.line(with: "1-8 of 13") != nil)
  }

  @Test func aNestedCompositeHandlesTheEventsOfItsModules() throws {
    let driver = try Driver(build: TreeTests.build).press(.down)
    expectEqual(
      driver.state.application.modules.handledEvents(of: driver.state.application.modules[1]), ["didFinishLaunching"])
    #expect(driver.lines[0].contains("4 modules"))
    #expect(driver.line(with: "Shop \u{00B7} place 2 of 3") != nil)
    driver.press(.character("o"))
    #expect(driver.lines[0].contains("2 of 4 modules   2 off"))
    driver.press(.down)
    #expect(driver.line(with: "Cart \u{00B7} place 1 of 2 in Shop") != nil)
    driver.press(.character("f")).type("didfin")
    #expect(driver.line(with: "2.1 Shop/Cart (Shop is off), 2.2 Shop/Payments (Shop is off)") != nil)
  }

  @Test func numbersAndTimesHaveOneSpelling() {
    expectEqual(Phrases.age(240_000_000_000), "4 min")
    expectEqual(Phrases.limit(300_000_000_000), "5 min")
    expectEqual(Phrases.duration(111_000_000_000), "1 min")
    expectEqual(Phrases.count(1_000, "object"), "1,000 objects")
    expectEqual(ApplicationState.background.words, "in the background")
  }

  @Test func aDistributionIncludesTheGreatestTime() {
    var sample = DurationSample()
    for less in 0..<10 as Range<UInt64> { sample.add(.max - less) }
    sample.sort()
    expectEqual(Distribution(sample, rows: 4).buckets.reduce(0) { $0 + $1.count }, 10)
  }
}
