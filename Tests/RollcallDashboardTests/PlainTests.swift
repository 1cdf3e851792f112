import ModuleLifecycleTesting
import RollcallInspection
import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Typed lines and their answers, without a screen.
@MainActor @Suite(.inTurn, .serialized) struct PlainTests {
  private func shop(_ lines: String...) throws -> Driver {
    let driver = try Driver()
    for line in ["fire didFinishLaunching"] + lines { driver.enter(line) }
    return driver
  }

  @Test func aLineIsSplitIntoWords() {
    expectEqual(PlainLine("fire openURL url=pay:42").words, ["fire", "openURL", "url=pay:42"])
    #expect(PlainLine("  a\t b ").words == ["a", "b"] && PlainLine("").words == [])
    expectEqual(PlainLine(#"x url="a b" o={"k": [1, 2]} z"#).words, ["x", #"url="a b""#, #"o={"k": [1, 2]}"#, "z"])
    expectEqual(PlainLine(#"x "a \" b" c"#).words, ["x", #""a \" b""#, "c"])
    expectEqual(PlainLine(#"x "open end"#).words, ["x", #""open end"#], "an open quotation ends with the line")
    expectEqual(PlainLine("x } y").words, ["x", "}", "y"])
    #expect(PlainLine.unquoted(#""a \" b""#) == #"a " b"# && PlainLine.unquoted("a\"") == "a\"")
  }

  /// Without a screen, entries are processed one by one.
  @Test func withoutAScreenNoEntryVisitsAllModules() {
    func rowsBuilt(hasScreen: Bool) -> Int {
      var state = DashboardState(
        source: Hello(application: "Shop", startedNanoseconds: 0), size: Size(width: 120, height: 40),
        hasScreen: hasScreen)
      var (built, key) = (0, state.rows?.key)
      for number: UInt64 in 1...300 {
        let entry = ModuleEntry(
          change: .registered, id: ModuleID(rawValue: number), name: "M\(number)", order: Int(number), isMain: false,
          isOn: true, owner: OwnerID(rawValue: number), atNanoseconds: number, handles: [])
        _ = state.update(.entries([.module(entry)]), now: number)
        if state.rows?.key != key { built += 1 }
        key = state.rows?.key
      }
      expectEqual(state.moduleRows.count, 300)
      return built
    }
    expectEqual(rowsBuilt(hasScreen: true), 300)
    expectEqual(rowsBuilt(hasScreen: false), 0)
  }

  @Test func firingSendsTheSameCommandsAsTheSheet() throws {
    let driver = try shop("fire openURL url=shop:7", "again", "fire openurl url=pay:42")
    expectEqual(
      driver.state.application.history.dispatches.map(\.title),
      [
        "didFinishLaunching", "openURL shop:7", "openURL shop:7", "openURL pay:42",
      ])
    expectEqual(driver.complaints, [])
  }

  @Test func theRepetitionCountFollowsTheEvent() throws {
    let driver = try shop("fire openURL x0", "fire openURL x1,000,001 url=a", "fire openURL x1 url=shop:7", "stop")
    expectEqual(
      driver.complaints,
      [
        "An event can be fired from x1 to x1,000,000, not x0.",
        "An event can be fired from x1 to x1,000,000, not x1,000,001.", "Nothing is being fired repeatedly.",
      ])
    expectEqual(driver.state.application.history.latest?.title, "openURL shop:7")
  }

  @Test func thatNothingWasFiredIsAnAnswer() throws {
    let driver = try Driver().enter("timings")
    #expect(driver.complaints == [] && driver.said == ["No event has been fired yet."])
  }

  @Test func aModuleCatchesUp() throws {
    let driver = try shop("catch up Feed", "remove Feed", "bring back", "catch up Feed", "catch feed")
    expectEqual(driver.complaints, ["Feed has not missed a launch.", "Feed has not missed a launch."])
    expectEqual(driver.state.application.history.latest?.isReplay, true)
  }

  @Test func launchingAgainAsksAQuestion() throws {
    let driver = try shop("fire didFinishLaunching")
    expectEqual(
      driver.said,
      [
        "Storefront is inactive: it has already launched. 'resend' sends the event again to the modules as they are, "
          + "'relaunch' creates all modules anew and launches; any other command does neither."
      ])
    driver.enter("status").enter("resend")
    expectEqual(driver.complaints, ["There is nothing to answer yet. Fire didFinishLaunching first."])
    expectEqual(driver.state.application.history.dispatches.count, 1)
    driver.enter("again").enter("resend").enter("again").enter("relaunch")
    expectEqual(driver.state.application.history.dispatches.count, 3)
    expectEqual(driver.composite.journal.reader().read().count { $0.freedModule != nil }, 12)
  }

  @Test func eachModuleIsOneCompleteLine() throws {
    let driver = try shop("off Payments", "remove feed", "modules")
    expectEqual(
      driver.said.suffix(13).dropFirst(2).prefix(7),
      [
        "3 Scene main: events 3, owns 1", "4 Session: events 2, owns 1", "5 Network: events 2, owns 2",
        "6 Feed gone: events 2, owns nothing", "7 Push: events 2, owns 1", "8 Payments off: events 3, owns 1",
        "9 Shortcuts: events 2, owns nothing",
      ])
    driver.enter("modules openurl")
    expectEqual(driver.said.suffix(3).map { $0.prefix(3) }, ["3 S", "8 P", "11 "])
    driver.enter("modules zebra")
    expectEqual(driver.said.suffix(2).first, "No row matches 'zebra'.")
  }

  @Test func modulesAreNamedInAnyCaseOrByPosition() throws {
    let driver = try shop(
      "remove FEED", "bring back", "remove 6", "back Feed", "move Feed 1", "off 2", "on ThirdParties")
    expectEqual(driver.complaints, [])
    expectEqual(driver.composite.modules.map(\.name).prefix(2), ["Feed", "ThirdParties"])
    expectEqual(driver.state.application.modules.counts.active, 12)
  }

  @Test func aRepeatedLaunchRelaunchesUnlessTheLineSaysResend() throws {
    let driver = try shop("fire didFinishLaunching x3").finishTurns()
    expectEqual(
      driver.said,
      [
        "All modules are created anew for each launch; 'fire didFinishLaunching x3 resend' sends to the existing ones."
      ])
    expectEqual(driver.state.repeated?.summary?.done, 3)
    expectEqual(
      driver.state.repeated.map { $0.sentence },
      "didFinishLaunching, 3 cold launches: median 44.0 ms, p95 44.0 ms, longest 44.0 ms; "
        + "median creation 2.4 ms; all in 139.6 ms.")
    expectEqual(driver.dispatchesOutOfState, 0)
    driver.enter("fire didFinishLaunching x3 resend").finishTurns()
    #expect(driver.state.repeated?.summary?.medianCreationNanoseconds == nil)
    #expect(driver.dispatchesOutOfState == 3 && driver.complaints == [])
    driver.enter("fire openURL x3 resend")
    expectEqual(
      driver.complaints, ["'resend' is not an argument of the form name=value, such as url=resend."])
  }

  @Test func timingsOfTheLatestAndOfAnEarlierDispatch() throws {
    let driver = try shop("fire openURL", "timings", "timings #117", "timings 117")
    expectEqual(
      driver.said.prefix(3),
      [
        "#118 openURL pay:42: yes (Scene), 2 called, 0.6 ms. It began at 22:40:02.044.",
        "3 Scene: yes, began +0 µs, 0.3 ms, 50%", "8 Payments: abstained, began +0.3 ms, 0.3 ms, 50%",
      ])
    let earlier = driver.said.dropFirst(3)
    expectEqual(
      earlier.prefix(3),
      [
        "#117 didFinishLaunching: Push threw, yes (9 modules), 11 called, 41.6 ms. It began at 22:40:02.002.",
        "The launch took 44.0 ms in all: 12 modules created 2.4 ms, didFinishLaunching 41.6 ms. Slowest: Payments, 12.2 ms, "
          + "of which its creation took 0.2 ms. The time before main is not in it.",
        "1 ThirdParties: yes, began +0 µs, 3.9 ms, 9%",
      ])
    #expect(earlier.contains("7 Push: threw, began +18.8 ms, 9.1 ms, 21%") && earlier.contains("  error: \"no token\""))
    expectEqual(
      Array(earlier.prefix(earlier.count / 2)), Array(earlier.suffix(earlier.count / 2)), "with and without #")
  }

  @Test func statisticsAreExact() throws {
    let driver = try shop("fire openURL", "fire openURL url=x:1", "stats", "stats didFinishLaunching")
    expectEqual(
      driver.said.prefix(4),
      [
        "openURL, fired 2 times. Each module's own time:",
        "Scene: called 2, last 0.3 ms, median 0.3 ms, p95 0.3 ms, p99 0.3 ms, longest 0.3 ms, share 50%",
        "Payments: called 2, last 0.3 ms, median 0.3 ms, p95 0.3 ms, p99 0.3 ms, longest 0.3 ms, share 50%",
        "whole event: called 2, last 0.6 ms, median 0.6 ms, p95 0.6 ms, p99 0.6 ms, longest 0.6 ms, share 100%.",
      ])
    expectEqual(
      driver.said[4...6],
      [
        "didFinishLaunching, fired once. Each module's own time:",
        "12 created: called 1, last 2.4 ms, median 2.4 ms, p95 2.4 ms, p99 2.4 ms, longest 2.4 ms, share 5%",
        "ThirdParties: called 1, last 3.9 ms, median 3.9 ms, p95 3.9 ms, p99 3.9 ms, longest 3.9 ms, share 9%",
      ])
  }

  @Test func theCleanupLogCountsDown() throws {
    let driver = try shop("cleanup", "remove Feed", "cleanup", "cleanup request")
    #expect(
      driver.said[0].hasPrefix("Nothing has been cleaned up yet. 16 objects are owned.") && driver.said[1] == "16 live."
    )
    expectEqual(
      driver.said[2...7],
      [
        "Feed, freed in 1.0 ms, removed 22:40:02", "4 timer refresh: released, 0.4 ms",
        "3 request page 2: released, 0.3 ms", "2 request page 1: released, 0.2 ms",
        "1 observer didLogOut: released, 0.1 ms", "4 cleaned, 12 live.",
      ])
    expectEqual(driver.said.count, 12, "a heading, two requests, and the sums")
  }

  @Test func warningsAreListedAndExplained() throws {
    let driver = try shop("warnings", "warnings 1", "warnings overBudget", "warnings handlerThrew")
    let list = [
      "A handler threw: 1, handlerThrew",
      "1 at 22:40:02 in #117: Push threw in didFinishLaunching: \"no token\". The other modules continued.",
    ]
    #expect(driver.said.prefix(2) == list[...] && driver.said.suffix(2) == list[...])
    expectEqual(driver.said[2], "A handler threw")
    expectEqual(driver.said[4], "  where: Push, #117 didFinishLaunching, 22:40:02.044")
    expectEqual(driver.said.dropLast(2).last, "There are no warnings of this kind.")
  }

  @Test func detailsOfModulesObjectsAndDispatches() throws {
    let driver = try shop("remove Feed", "detail Feed 4", "detail session 1", "detail Scene", "detail #117")
    expectEqual(driver.said[0], "Feed, object 4 of 4, timer refresh")
    #expect(driver.said.contains("Session, object 1 of 1, observer userDidLogOut"))
    #expect(driver.said.contains("  cleaned: not yet: Session still owns it"))
    #expect(driver.said.contains("Scene, place 3 of 12, main"))
    #expect(driver.said.contains("  owns: 1 window main, since 22:40:00"))
    expectEqual(driver.complaints, [])
  }

  @Test func eventsAreListedWithArgumentsAndRule() throws {
    let driver = try shop("events openurl")
    #expect(driver.said.contains("openURL url=pay:42 options: yes if one says yes, otherwise no."))
  }

  @Test func anOverdueOwnerIsFixed() async throws {
    let shop = try LeakyShop()
    await shop.removeAndWait("Network")
    await shop.removeAndWait("Player")
    let driver = shop.driver.enter("cleanup").enter("fix Player").enter("fix Feed")
    #expect(driver.said.contains { $0.hasPrefix("Network, still alive, removed ") })
    #expect(driver.said.contains { $0.hasPrefix("likely: session api holds") })
    #expect(driver.said.contains { $0.hasPrefix("2 session api: OVERDUE, ") })
    expectEqual(
      driver.complaints, ["The holder of Player is unknown.", "Feed is not overdue. Overdue: Player, Network."])
    driver.enter("fix network")
    #expect(driver.lines[1].contains("session api was closed, and Network is freed, "))
    expectEqual(driver.enter("fix Network").complaints.last, "Network is not overdue. Overdue: Player.")
  }

  @Test func theLabIsListedAndRun() throws {
    let driver = try shop("lab", "lab unowned", "lab unowned")
    #expect(driver.said.count == 4 && driver.said[1].hasPrefix("unowned: An unowned delegate. What does"))
    #expect(driver.experimentsRun == ["unowned"] && driver.complaints == ["'unowned' is already running."])
  }

  @Test func helpNamesEveryCommandAndEachCommandIsUnderstood() throws {
    let driver = try shop("help", "help fire")
    expectEqual(driver.said.count, driver.state.verbs.count + 1)
    expectEqual(
      driver.said.last,
      "fire EVENT [xTIMES [resend]] [NAME=VALUE ...]: fire an event once, or several times (x20); arguments "
        + "left out are those of its example; a repeated launch creates all modules anew each time, unless 'resend' sends "
        + "it to the existing ones.")
    for line in driver.said {
      #expect(throws: Never.self, "\(line)") { try driver.state.verb(for: [String(line.prefix { $0.isLetter })]) }
    }
    #expect(driver.enter("quit").hasQuit)
  }

  @Test(arguments: [
    ("fier openURL", "There is no command 'fier'. Did you mean 'fire'?"),
    ("xyzzy", "There is no command 'xyzzy'. 'help' lists the commands."),
    ("fire", "Which event? Write 'fire EVENT [xTIMES [resend]] [NAME=VALUE ...]'; 'events' lists them."),
    ("fire opnURL", "There is no event 'opnURL'. Did you mean 'openURL'?"),
    ("fire xyzzy", "There is no event 'xyzzy'. 'events' lists them."),
    ("fire openURL pay:7", "'pay:7' is not an argument of the form name=value, such as url=pay:7."),
    ("fire openURL uri=pay:7", "openURL has no argument 'uri'. Did you mean 'url'?"),
    ("again", "Nothing has been fired yet."),
    ("relaunch", "There is nothing to answer yet. Fire didFinishLaunching first."),
    ("events zzz", "No events match 'zzz'."),
    ("remove", "Which module? Write 'remove MODULE'."),
    ("off Fed", "There is no module 'Fed'. Did you mean 'Feed'?"),
    ("bring back", "There is no removed module to bring back."),
    ("move Feed", "To which place? Write 'move MODULE PLACE'."),
    ("move Feed 13", "There is no place 13: places go from 1 to 12."),
    ("fix Feed", "Feed is not overdue."),
    ("stats", "No event has been fired yet."),
    ("stats opnURL", "No 'opnURL' is kept."),
    ("warnings 3", "There is no warning 3, or it is no longer kept."),
    ("warnings handlerTrew", "There is no kind of warning 'handlerTrew'. Did you mean 'handlerThrew'?"),
    ("detail Feed 9", "Feed has no object 9."),
    ("detail Appearance 1", "Appearance has no object 1."),
    ("lab unownd", "There is no experiment 'unownd'. Did you mean 'unowned'?"),
    ("help fir", "There is no command 'fir'. Did you mean 'fire' or 'fix'?"),
  ])
  func aWrongLineIsExplained(line: String, problem: String) throws {
    let driver = try Driver().enter(line)
    #expect(driver.complaints == [problem] && driver.said == [])
  }

  @Test func aMissingDispatchIsExplained() throws {
    let driver = try shop("timings #9", "timings last")
    expectEqual(
      driver.complaints,
      [
        "There is no dispatch #9, or it is no longer kept. The latest is #117.",
        "'last' is not the number of a dispatch, such as #117.",
      ])
  }

  @Test func randomLinesNeverTrap() throws {
    var random = SplitMix(state: 7)
    let words =
      try Driver().state.verbs.map(\.word).filter { $0 != "quit" } + [
        "Feed", "Scene", "openURL", "url=", "{", "\"", "#117", "1", "99999999999999999999", "-1", "didFinishLaunching",
        "漢👍", "=",
      ]
    let driver = try Driver()
    for _ in 0..<1_500 {
      let line = (0...Int(random.next() % 4)).map { _ in words[Int(random.next() % UInt64(words.count))] }
      driver.enter(line.joined(separator: " "))
    }
    #expect(driver.hasQuit == false && !driver.said.isEmpty && !driver.complaints.isEmpty)
  }
}

extension Driver {
  /// Types a line into a dashboard without a screen.
  @discardableResult
  func enter(_ line: String) -> Driver {
    act(.line(line))
    return self
  }
}
