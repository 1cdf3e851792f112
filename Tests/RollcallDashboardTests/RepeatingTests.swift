import ModuleLifecycleTesting
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// Firing an event many times: the progress, other commands meanwhile, the end, and firing again.
@MainActor @Suite(.inTurn, .serialized) struct RepeatingTests {
  /// Launches, then starts to fire openURL this many times. Each takes 0.6 ms of the handlers' clock: a slice has 14.
  private func repeating(_ times: String, size: Size = Size(width: 120, height: 40)) throws -> Driver {
    let driver = try Driver(size: size)
    driver.press(.character("f")).type("didfin").press(.enter).wait(.seconds(1))
    return driver.press(.character("f")).type("openURL").press(.backTab, .control("u")).type(times).press(.enter)
  }

  @Test func anEventIsFiredAsOftenAsTypedAndSummedUp() throws {
    let driver = try repeating("100").finishTurns()
    expectEqual(
      driver.line(with: "openURL 100 times"),
      "openURL 100 times: median 0.6 ms, p95 0.6 ms, longest 0.6 ms; together 60.0 ms in 60.0 ms.                     F again"
    )
    #expect(driver.line(with: "F openURL pay:42 100× again") != nil)
    #expect(driver.line(with: "   median 0.6 ms, p95 0.6 ms") != nil)
    #expect(driver.line(with: "   longest 0.6 ms") != nil)
    #expect(driver.line(with: "   together 60.0 ms") != nil)
    #expect(driver.line(with: " 100×  ") != nil)
    #expect(driver.state.tickInterval == nil, "the repetition has ended")
    let sent = driver.composite.journal.reader().readAny().count { entry in
      if case .dispatch(let dispatch) = entry { dispatch.event == "openURL" } else { false }
    }
    expectEqual(sent, 100)
  }

  @Test func onceFiresAnOrdinaryCommand() throws {
    let driver = try repeating("1")
    #expect(driver.lines[1].contains("#118 openURL pay:42: yes (Scene), 2 called, 0.6 ms"))
    expectEqual(
      driver.state.lastFired,
      .fire(event: "openURL", arguments: .object(["url": .string("pay:42"), "options": .object([:])])))
  }

  @Test func theProgressShowsCountRateAndTimeLeft() throws {
    let driver = try repeating("1,000").turn(23)
    let line = driver.lines[1]
    #expect(line.hasPrefix(" openURL pay:42  [████"))
    #expect(line.hasSuffix("]    336 of 1,000    1,666/s   <1 s left "))
    #expect(driver.line(with: " 336×  ") != nil, "the count continues")
    expectEqual(driver.state.tickInterval, .milliseconds(100), "the time continues")
    driver.wait(.seconds(10))
    #expect(
      driver.lines[1].hasSuffix("]    336 of 1,000       32/s   20 s left "), "a handler that hangs is no progress")
  }

  @Test(arguments: [60, 80, 120, 200]) func theProgressFitsAnyWidth(width: Int) throws {
    let driver = try repeating("1000000", size: Size(width: width, height: 24)).turn(30)
    let line = driver.lines[1]
    expectEqual(line.columnWidth, width)
    #expect(line.contains(" of 1,000,000 ") && line.hasSuffix(" left ") && line.contains("["))
    #expect(line.hasPrefix(" openURL p"))
    driver.press(.escape).turn()
    expectEqual(driver.lines[1].columnWidth, width)
    #expect(driver.lines[1].contains("stopped after 4"))
    #expect(driver.lines[1].contains(width == 60 ? "times." : "median 0.6 ms"))
  }

  @Test func escapeStopsTheRest() throws {
    let driver = try repeating("1000").turn(2)
    #expect(driver.line(with: "Esc stop  f fire") != nil)
    driver.press(.escape)
    #expect(driver.lines[1].hasSuffix("  stopping "))
    #expect(driver.line(with: "Esc stop") == nil, "the stop is already requested")
    driver.turn()
    #expect(driver.turns.isEmpty)
    expectEqual(
      driver.line(with: "stopped after 42 of"),
      "openURL stopped after 42 of 1,000 times: median 0.6 ms, p95 0.6 ms, longest 0.6 ms; together 25.2 ms in 25.2 ms."
    )
    #expect(driver.line(with: "   stopped after 42") != nil)
    driver.press(.escape)
    #expect(driver.lines[1].contains("stopped after 42"), "there is nothing left to stop")
  }

  /// The report of the stopped run would be taken for the end of the next one, which could then not be stopped.
  @Test func nothingIsFiredUntilAStoppedRunHasEnded() throws {
    let driver = try repeating("1000").turn().press(.escape, .character("F"))
    #expect(driver.lines[1].hasPrefix(" openURL is still being stopped. Fire again when it has ended."))
    driver.finishTurns().press(.character("F")).turn()
    #expect(driver.state.canStopRepeating)
    driver.press(.escape).finishTurns()
    #expect(!driver.state.isRepeating)
  }

  @Test func escapeClosesWhatIsOpenFirst() throws {
    let driver = try repeating("1000").turn().press(.character("?"), .escape)
    #expect(driver.state.isRepeating && driver.state.repeated?.isStopping == false)
    driver.press(.escape)
    expectEqual(driver.state.repeated?.isStopping, true)
  }

  @Test func stoppedBeforeTheFirstSaysSo() {
    var repeated = RepeatedFiring(event: "openURL", arguments: .null, times: 5, since: 0)
    repeated.summary = RepetitionSummary(durations: [], times: 5, startedNanoseconds: 3, endedNanoseconds: 3)
    expectEqual(repeated.sentence, "openURL: stopped before the first of 5 times.")
  }

  @Test func otherCommandsRunMeanwhile() throws {
    let driver = try repeating("1000").turn(3).press(.down, .character("x"))
    #expect(driver.lines[1].contains("Appearance removed and freed; it owned nothing."))
    driver.turn(3)
    #expect(driver.lines[1].contains("Appearance removed"), "a message stays for a moment")
    driver.wait(.seconds(2)).turn()
    #expect(driver.lines[1].contains(" of 1,000 "))
    driver.press(.character("f")).type("didEnterB").press(.enter)
    #expect(driver.lines[1].contains("didEnterBackground: 11 called"))
    driver.turn(1)
    #expect(driver.lines[1].contains(" of 1,000 "), "the reported dispatch is no longer the latest")
    driver.finishTurns()
    #expect(driver.lines[1].contains("openURL 1,000 times: median"))
  }

  @Test func firingAgainRepeatsAllOfThem() throws {
    let driver = try repeating("50").finishTurns().press(.character("F"))
    #expect(driver.state.isRepeating)
    #expect(driver.lines[1].contains(" of 50 "))
    driver.finishTurns()
    #expect(driver.lines[1].contains("openURL 50 times: median"))
    #expect(driver.line(with: " 100×  ") != nil)
  }

  @Test func aSecondRepetitionIsRefused() throws {
    let driver = try repeating("1000").turn()
    driver.press(.character("F"))
    #expect(driver.lines[1].contains(" openURL is still being fired repeatedly; Esc stops that."))
    driver.press(.character("f")).type("didEnterB").press(.tab, .control("u")).type("7").press(.enter)
    expectEqual(
      driver.line(with: "problem")?.contains("openURL is still being fired repeatedly; Esc stops that."), true)
    driver.press(.escape).finishTurns()
    #expect(driver.lines[1].contains("openURL 1,000 times: "))
    expectEqual(driver.state.commandsUnderWay, 0)
  }

  @Test func lateEntriesKeepTheSummary() throws {
    let driver = try repeating("20").finishTurns()
    let late = DispatchEntry(
      id: 900, event: "openURL", arguments: .object(["url": .string("pay:42")]),
      atNanoseconds: driver.state.repeated?.since ?? 0,
      totalNanoseconds: 1, response: .bool(true), state: .active, isOutOfState: false, handlers: [])
    driver.act(.entries([.dispatch(late)]))
    #expect(driver.lines[1].contains("openURL 20 times: "))
    #expect(driver.line(with: " 20×  ") != nil, "it has been counted already")
    driver.wait(.seconds(1)).press(.character("f"), .enter)
    #expect(driver.lines[1].contains("openURL pay:42: yes (Scene)"))
    #expect(driver.line(with: " 21×  ") != nil)
  }

  @Test func aHungHandlerIsNamedWithTheCount() throws {
    let driver = try repeating("1,000").turn(5)
    let since = driver.composite.journal.now
    _ = driver.hang(.seconds(3), in: driver.handler(module: "Feed", event: "openURL", sinceNanoseconds: since))
    #expect(driver.lines[1].contains(" Feed has run openURL for 3.0 s. 56 of 1,000 done."))
    driver.press(.escape)
    #expect(driver.lines[1].contains(" 56 of 1,000 done; this is the last one."))
    driver.resize(60, 15)
    #expect(driver.lines[1].contains(" Feed has run openURL for 3.0 s. 56 of 1,000 done."))
  }

  @Test func theTimeIsShownWhileTheFirstAnswerIsAwaited() throws {
    var completions: [EventCompletion<BackgroundFetchResult>] = []
    let driver = try Driver { composite, clock in
      try composite.register("Feed") {
        Stage(clock: clock) { handlers in
          handlers.answerLater(PerformFetch.self) { _, _, completion in completions.append(completion) }
        }
      }
    }
    driver.press(.character("f")).type("performF").press(.backTab, .control("u")).type("2").press(.enter)
    #expect(driver.lines[1].hasPrefix(" performFetch  [ ") && driver.lines[1].contains("]  0 of 2 "))
    driver.wait(.seconds(12))
    #expect(driver.lines[1].hasSuffix("  0 of 2               for 12 s "))
    completions[0](.newData)
    driver.pull()
    driver.turn().wait(.seconds(4))
    #expect(driver.lines[1].hasSuffix("  1 of 2      0.1/s   16 s left "))
    completions[1](.noData)
    driver.pull()
    driver.finishTurns()
    #expect(
      driver.lines[1].contains(" performFetch twice: median 4.0 s, p95 12 s, longest 12 s; together 16 s in 16 s."))
  }

  @Test func launchingRepeatedlyRelaunchesUnlessResendingIsChosen() throws {
    let driver = try Driver()
    driver.press(.character("f")).type("didfin")
    #expect(driver.line(with: "relaunch") == nil, "there is nothing to choose for one launch")
    driver.press(.backTab, .control("u")).type("3")
    #expect(driver.line(with: "each     relaunch  to new modules: cold") != nil)
    driver.press(.enter).finishTurns()
    #expect(
      driver.lines[1].hasPrefix(
        " didFinishLaunching, 3 cold launches: median 44.0 ms, p95 44.0 ms, longest 44.0 ms; median creation 2.4 ms."))
    // A late entry of the repetition is no news.
    let late = try #require(
      driver.entries.last { if case .module(let entry) = $0 { entry.change == .broughtBack } else { false } })
    driver.act(.entries([late]))
    #expect(driver.lines[1].hasPrefix(" didFinishLaunching, 3 cold launches: median 44.0 ms"))
    #expect(driver.dispatchesOutOfState == 0 && driver.state.application.launchedAt != nil)
    #expect(driver.state.application.warnings.groups.allSatisfy { $0.kind != .outOfState })
    // The application is launched now, but the dashboard does not ask: to repeat a launch is to relaunch.
    driver.press(.character("F")).finishTurns()
    #expect(driver.dispatchesOutOfState == 0 && driver.state.application.history.dispatches.count == 6)
    driver.press(.character("t"))
    expectEqual(driver.line(with: "12 created")?.contains(" 6  2.4 ms  2.4 ms  2.4 ms"), true)
    driver.press(.character("f")).type("didfin").press(.backTab, .control("u")).type("2").press(.tab)
    expectEqual(driver.lines.last?.contains("←→ relaunch or resend"), true)
    driver.press(.right)
    #expect(driver.line(with: "each     resend  to the existing modules: warm") != nil)
    driver.press(.enter).finishTurns()
    #expect(driver.lines[1].contains("didFinishLaunching twice: ") && driver.dispatchesOutOfState == 2)
  }

  @Test func aFactoryThatFailsEndsTheRelaunching() throws {
    struct NoDisk: Error, CustomStringConvertible { let description = "no disk" }
    var count = 0
    let driver = try Driver { composite, clock in
      try composite.register("Store") {
        count += 1
        if count == 3 { throw NoDisk() }
        return Stage(clock: clock) { $0.answer(DidFinishLaunching.self) { _, _ in true } }
      }
    }
    driver.press(.character("f")).type("didfin").press(.backTab, .control("u")).type("5").press(.enter).finishTurns()
    #expect(driver.lines[1].hasPrefix(" The modules could not be created anew: no disk "))
    #expect(driver.state.repeated?.summary?.done == 2 && driver.state.commandsUnderWay == 0)
  }

  @Test func theFollowingEventBelongsToTheRepetition() throws {
    let driver = try Driver()
    driver.press(.character("f")).type("sceneOpenURLC").press(.backTab, .control("u")).type("20").press(.enter)
    driver.finishTurns()
    #expect(driver.lines[1].contains(" sceneOpenURLContexts "))
    #expect(driver.lines[1].contains(" 20 times: "))
    #expect(driver.line(with: " 20×") != nil)
  }
}
