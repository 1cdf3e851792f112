import ModuleLifecycleTesting
import OrderedCollections
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

@MainActor @Suite(.inTurn, .serialized) struct KeyTests {
  private func launched(size: Size = Size(width: 120, height: 40)) throws -> Driver {
    try Driver(size: size).press(.character("f")).type("didfin").press(.enter)
  }

  @Test func firingFillsTheTimingsAndReportsTheResult() throws {
    let driver = try launched()
    #expect(driver.lines[1].contains("#117 didFinishLaunching: Push threw, yes (9 modules), 11 called, 41.6 ms"))
    expectEqual(driver.line(with: "8 Payments")?.contains("12.0 ms"), true)
    expectEqual(driver.line(with: "7 Push")?.contains("threw"), true)
    expectEqual(driver.line(with: "WARNING  Push")?.contains("Push threw in didFinishLaunching: \"no token\"."), true)
    expectEqual(driver.state.application.state, .inactive)
  }

  @Test func aKeyWithoutACommandSaysSo() throws {
    let driver = try Driver()
    for (key, name) in [(Key.character("P"), "P"), (.function(5), "F5")] {
      #expect(
        driver.press(key).lines[1].hasPrefix(" \(name) does nothing here. ? lists the keys, : the commands. "), "\(key)"
      )
    }
    driver.press(.character("1"), .enter, .character("u"))
    #expect(driver.state[DetailPage.self] != nil, "\(driver.lines)")
    #expect(driver.lines[1].hasPrefix(" u does nothing here. Esc goes back. "), "\(driver.lines)")
    driver.press(.escape)
    #expect(!driver.lines[1].contains("does nothing"), "the next command takes the refusal back")
    driver.press(.character("/")).type("Push").press(.function(6))
    #expect(!driver.lines[1].contains("F6"), "a text is being typed")
  }

  @Test func theLaunchIsExplainedFromAnywhere() throws {
    let driver = try Driver().press(.character("E"))
    #expect(driver.lines[1].contains(" There was no complete launch yet. "))
    for keys in [[Key.character("E")], [.character("2"), .enter, .character("E")]] {
      let driver = try launched()
      for key in keys { driver.press(key) }
      #expect(driver.line(with: "until the end of the launch") != nil, "\(driver.lines)")
    }
  }

  @Test func aModuleIsMovedAndTheSelectionStaysWithIt() throws {
    let driver = try launched().press(.down, .character("J"))
    #expect(driver.lines[1].contains(" Appearance is in place 3 from the next event on."))
    #expect(driver.line(with: "3 Appearance") != nil && driver.line(with: "2 Scene") != nil)
    expectEqual(driver.state.selected?.name, "Appearance")
    driver.press(.character("K"), .character("K"))
    #expect(driver.lines[1].contains(" Appearance is in place 1 from the next event on."))
    driver.press(.character("K"))
    #expect(driver.lines[1].contains(" Appearance is already the first module."))
    expectEqual(driver.composite.modules.map(\.name).prefix(3), ["Appearance", "ThirdParties", "Scene"])
  }

  @Test func aRefusedMoveSaysWhy() throws {
    let driver = try Driver { composite, _ in
      for (name, after) in [("Session", []), ("Feed", ["Session"])] {
        try composite.register(name, after: after) { CompositeDelegate() }
      }
    }
    driver.press(.character("J"))
    #expect(driver.lines[1].contains(" 'Feed' must come after 'Session'."))
  }

  @Test func typeAheadFindsAnEventByItsLettersAndBackspaceWidensAgain() throws {
    let driver = try Driver()
    driver.press(.character("f")).type("dbg")
    #expect(driver.line(with: "> dbg_") != nil)
    driver.press(.enter)
    #expect(driver.lines[1].contains("didEnterBackground"))
    driver.press(.character("f")).type("zzzz")
    #expect(driver.line(with: "no events match") != nil)
    driver.press(.enter)
    #expect(driver.line(with: "no events match") != nil, "Enter has nothing to fire")
    driver.press(.backspace, .backspace, .backspace, .backspace)
    #expect(driver.line(with: "40 of 40 events") != nil)
    driver.press(.escape)
    #expect(driver.line(with: "f choose an event") != nil)
  }

  @Test func argumentsAreTypedIntoTheFormAndKept() throws {
    let driver = try launched()
    driver.press(.character("f")).type("openU").press(.tab, .control("u")).type("shop:7").press(.enter)
    #expect(driver.lines[1].contains("#118 openURL shop:7: no (no votes), 2 called"))
    driver.press(.character("F"))
    #expect(driver.lines[1].contains("#119 openURL shop:7"))
    driver.press(.character("f"))
    expectEqual(driver.line(with: "url ")?.contains("shop:7"), true, "the event used last comes first, as it was fired")
  }

  @Test func aLongNameOfAnArgumentIsShownWhole() throws {
    let driver = try launched(size: Size(width: 80, height: 24))
    driver.press(.character("f")).type("reopen")
    #expect(driver.line(with: "▸ applicationSh…Reopen") != nil)
    #expect(driver.line(with: "─ applicationShouldHandleReopen ─") != nil)
    #expect(driver.line(with: "│ hasVisibleWindows no ") != nil)
    #expect(driver.line(with: "│ answer            no if one says no, otherwise yes") != nil)
    driver.press(.control("u")).type("didfin")
    #expect(driver.line(with: "│ ▸ didFinishLaunching") != nil)
    driver.press(.control("u")).type("reopen").press(.enter)
    #expect(driver.lines[1].contains("#118 applicationShouldHandleReopen no: yes (no votes), no module handles it"))
  }

  @Test func aWrongArgumentIsRefusedInTheSheetAndNothingIsFired() throws {
    let driver = try launched()
    driver.press(.character("f")).type("openU").press(.tab, .tab).type("zzz").press(.enter)
    expectEqual(driver.line(with: "problem")?.contains("The arguments of openURL are not valid"), true)
    #expect(driver.lines[1].contains("#117"))
    driver.type("z")
    #expect(driver.line(with: "problem") == nil, "the problem goes when the text changes")
  }

  @Test func pasteGoesIntoTheFieldOnOneLine() throws {
    let driver = try launched()
    driver.press(.character("f")).type("openU").press(.tab, .control("u"), .paste("pay:\n42\n")).press(.enter)
    #expect(driver.lines[1].contains("#118 openURL pay:42: yes (Scene), 2 called"))
  }

  @Test func removingShowsTheCleanupInReverseOrder() throws {
    let driver = try launched()
    for _ in 0..<5 { driver.press(.character("j")) }
    driver.press(.character("x"))
    #expect(driver.lines[1].contains("Feed removed and freed: its 4 objects were cleaned, last acquired first,"))
    let rows = driver.lines.filter { $0.contains(" released ") }.compactMap { line in
      ["timer", "page 2", "page 1", "observer"].first { line.contains($0) }
    }
    expectEqual(rows.prefix(4), ["timer", "page 2", "page 1", "observer"])
    #expect(driver.lines[0].contains("11 of 12 modules"))
    driver.press(.character("x"))
    #expect(driver.lines[1].contains("'Feed' has been removed already."))
    driver.press(.character("u"))
    #expect(
      driver.lines[1].contains("Feed is back in place 6 and has missed the launch: created again in 0.2 ms."))
    #expect(driver.lines[0].contains("12 modules"))
  }

  @Test func bringBackWithoutASelectionTakesTheLastRemoved() throws {
    let driver = try launched()
    driver.press(.character("x"), .character("j"), .character("x"), .character("g"), .character("G"), .character("u"))
    #expect(driver.lines[1].contains("Appearance is back in place 2 "))
    driver.press(.character("u"))
    #expect(driver.lines[1].contains("ThirdParties is back in place 1 "))
    driver.press(.character("u"))
    #expect(driver.lines[1].contains("There is no removed module to bring back."))
  }

  @Test func theKeyBarNamesTheModuleToBringBackUnlessItIsSelected() throws {
    let driver = try launched().press(.character("x"))
    #expect(driver.lines[1].contains("u bring it back") && driver.lines[39].contains("u bring back  "))
    driver.press(.down)
    #expect(driver.lines[1].contains("u bring it back") && driver.lines[39].contains("u bring back ThirdParties  "))
    driver.press(.character("x"), .up)
    #expect(driver.lines[1].hasPrefix(" Appearance removed") && driver.lines[1].contains("u bring back ThirdParties"))
    #expect(driver.lines[39].contains("u bring back  "))
    driver.press(.character("G"))
    #expect(driver.lines[1].contains("u bring it back") && driver.lines[39].contains("u bring back Appearance  "))
    driver.press(.character("u"))
    #expect(driver.lines[1].contains("Appearance is back in place 2 "))
  }

  @Test func theMainModuleCannotBeRemoved() throws {
    let driver = try launched()
    driver.press(.down, .down, .character("x"))
    #expect(driver.lines[1].contains("'Scene' is the main module: it owns the window and can't be removed."))
    #expect(driver.lines[0].contains("12 modules"))
  }

  @Test func aHeldModuleStaysOpenUntilItIsReleased() throws {
    let holder = Holder()
    let driver = try Driver { try Storefront.build($0, $1, holder: holder) }
    for _ in 0..<4 { driver.press(.down) }
    driver.press(.character("x"))
    #expect(driver.lines[1].contains("Network removed, not freed yet. 2 objects of its own stay open."))
    expectEqual(driver.state.tickInterval, .seconds(1), "its age still ticks")
    driver.noteOverdue("Network")
    #expect(
      driver.lines[1].contains("Network removed, but still alive: something holds it. 2 objects of its own stay open."))
    #expect(driver.line(with: "Network, still alive, removed 22:40:02") != nil)
    #expect(driver.lines[0].contains("1 OVERDUE"))
    driver.wait(.seconds(38))
    expectEqual(driver.line(with: "2 session   api")?.contains("38 s"), true)
    holder.held = nil
    driver.pull()
    #expect(driver.line(with: "Network, freed in 38 s") != nil)
    #expect(driver.state.tickInterval == nil, "nothing ticks any more")
  }

  @Test func focusMovesByNumberAndTab() throws {
    let driver = try launched()
    expectEqual(driver.state.focus, .order)
    driver.press(.tab)
    expectEqual(driver.state.focus, .timings)
    driver.press(.tab, .tab)
    expectEqual(driver.state.focus, .order)
    driver.press(.backTab)
    expectEqual(driver.state.focus, .cleanup)
    driver.press(.character("2"))
    expectEqual(driver.state.focus, .timings)
  }

  @Test func movementStopsAtTheEndsAndScrollsAsLittleAsNeeded() throws {
    let driver = try launched(size: Size(width: 80, height: 16))
    driver.press(.up, .pageUp, .character("g"))
    expectEqual(driver.state.lists[.order].first, 0)
    driver.press(.character("G"), .down)
    expectEqual(driver.line(with: "12 Heartbeat")?.contains("▸12"), true)
    let bottom = driver.state.lists[.order].first
    driver.press(.up)
    expectEqual(driver.state.lists[.order].first, bottom)
    driver.press(.character("g"))
    expectEqual(driver.state.lists[.order].first, 0)
  }

  @Test func theSelectionStaysWithItsModuleWhenTheScreenShrinks() throws {
    let driver = try launched()
    driver.press(.character("G")).resize(80, 16)
    #expect(driver.line(with: "▸12 Heartbeat") != nil)
    driver.resize(20, 5)
    #expect(driver.lines[0].hasPrefix("needs 60x15"))
    driver.resize(120, 40)
    #expect(driver.line(with: "▸12 Heartbeat") != nil)
  }

  @Test func detailAndHelpOpenScrollAndClose() throws {
    let driver = try launched(size: Size(width: 80, height: 16))
    driver.press(.enter)
    #expect(driver.line(with: "ThirdParties · place 1 of 12") != nil)
    driver.press(.escape, .character("?"))
    #expect(driver.line(with: "1 Order") != nil)
    driver.press(.character("G"))
    #expect(driver.line(with: "q          quit") != nil)
    driver.press(.character("q"))
    expectEqual(driver.hasQuit, false, "q closes the help first")
    driver.press(.character("q"))
    #expect(driver.hasQuit)
  }

  @Test func launchingTwiceAsksFirst() throws {
    let driver = try launched()
    driver.press(.character("F"))
    #expect(driver.line(with: "Storefront is inactive: it has already launched.") != nil)
    driver.press(.escape)
    #expect(driver.lines[1].contains("#117"))
    driver.press(.character("F"), .character("s"))
    #expect(driver.lines[1].contains("#118 didFinishLaunching out of state"))
    driver.press(.character("F"), .character("r"))
    #expect(driver.lines[1].contains("#119 didFinishLaunching:"))
    expectEqual(driver.composite.journal.reader().read().count { $0.freedModule != nil }, 12)
  }

  @Test func aRunningHandlerTicksAndKeysStillWork() throws {
    let driver = try Driver()
    driver.act(.reply(.accepted, to: .fire(event: "didFinishLaunching", arguments: .null)))
    expectEqual(driver.state.tickInterval, .milliseconds(100))
    let since = driver.composite.journal.now
    driver.clock.advance(by: .seconds(3))
    driver.act(.running(driver.handler(module: "Feed", event: "didFinishLaunching", sinceNanoseconds: since)))
    #expect(driver.lines[1].contains("Feed has run didFinishLaunching for 3.0 s."))
    expectEqual(driver.line(with: "6 Feed")?.contains("runs"), true)
    driver.press(.character("q"))
    #expect(driver.hasQuit)
    driver.act(.reply(.finished(problem: nil), to: nil))
    #expect(driver.state.tickInterval == nil)
  }

  private func keysInTheBar(_ driver: Driver) -> [String] {
    KeyBar(state: driver.state).keyNames(glyphs: .unicode)
  }

  @Test func everyKeyOfTheKeyBarDoesSomething() throws {
    let places: [[Key]] = [
      [], [.character("f"), .character("o"), .character("p")], [.enter], [.character("?")], [.character("F")],
      [.character("d")], [.character("d"), .down], [.character("2"), .enter], [.character("z")], [.character(" ")],
      [.character("/"), .character("s")], [.character("/"), .character("s"), .enter], [.character("3")],
      [.character("t")], [.character("s")],
      [.character("w")], [.character("w"), .enter],
      [.character("f")] + "didEnterB".map(Key.character) + [.enter, .character("[")],
      [.character("f"), .character("o"), .character("p"), .backTab, .character("2"), .character("0"), .enter],
    ]
    for place in places {
      let names = keysInTheBar(
        try launched(size: Size(width: 80, height: 16)).press(.down, .character("x"), .down, .down, .down).pressAll(
          place))
      #expect(!names.isEmpty)
      for name in names {
        let driver = try launched(size: Size(width: 80, height: 16)).press(.down, .character("x"), .down, .down, .down)
          .pressAll(place)
        let keys = KeyName.keys(in: name).reversed()
        let before = driver.screen()
        let hasChanged = keys.contains { key in
          driver.press(key)
          return driver.screen() != before || driver.hasQuit
        }
        #expect(hasChanged, "'\(name)' does nothing after \(place)")
      }
    }
  }

  @Test func theArrowsChooseAnotherEventFromWithinAFieldToo() throws {
    let driver = try launched()
    driver.press(.character("f"), .tab, .down, .down, .down).type("x").press(.tab, .backTab, .up).type("y")
    #expect(driver.line(with: "no events match") != nil, "what is typed goes into the search again")
  }

  @Test func theNextLifecycleEventComesFirst() throws {
    let driver = try Driver()
    driver.press(.character("f"), .enter)
    #expect(driver.lines[1].contains("#117 didFinishLaunching: Push threw, yes"))
  }

  @Test func theNextEventWithoutAWarningClearsTheNotice() throws {
    let driver = try launched()
    #expect(driver.line(with: "WARNING  Push") != nil)
    driver.wait(.seconds(1)).press(.character("f")).type("memory").press(.enter)
    #expect(driver.line(with: "WARNING  Push") == nil)
    #expect(driver.lines[0].contains("1 WARNING"), "it is still counted")
    for _ in 0..<6 { driver.press(.down) }
    #expect(driver.line(with: "Push threw in didFinishLaunching") != nil, "and is in the module's detail")
  }

  @Test func eventsBeforeAnInstanceWasCreatedSaySo() throws {
    let driver = try launched()
    driver.wait(.seconds(1)).press(.character("x"), .character("u"))
    #expect(driver.line(with: "#117 didFinishLaunching: before this instance was created") != nil)
  }

  @Test func scrollingInTheHelpStopsAtItsEnd() throws {
    let driver = try launched(size: Size(width: 80, height: 16)).press(.character("?"))
    driver.press(.character("G"))
    let end = driver.screen()
    driver.press(.down, .pageDown)
    expectEqual(driver.screen(), end)
    driver.press(.up)
    #expect(driver.screen() != end)
  }

  @Test func closingASheetKeepsTheScrollPosition() throws {
    let driver = try launched(size: Size(width: 80, height: 16))
    // A launch has more rows above the handlers.
    driver.composite.send(DidReceiveMemoryWarning())
    driver.pull()
    driver.press(.character("G")).press(.up, .up)
    let before = driver.state.lists[.order].first
    driver.press(.character("f"))
    driver.composite.send(DidReceiveMemoryWarning())
    driver.pull()
    driver.press(.escape)
    expectEqual(driver.state.lists[.order].first, before)
  }

  @Test func theSelectionInTheCleanupLogStaysWithItsObject() throws {
    let driver = try launched()
    driver.press(.character("G"), .character("x"), .character("k"), .character("k"), .character("x"))
    driver.press(.character("3"), .character("g"), .down)
    expectEqual(driver.line(with: "▸ 1 timer")?.contains("beat"), true)
    driver.press(.character("1"), .character("g"), .character("x"), .character("3"))
    expectEqual(driver.line(with: "▸ 1 timer")?.contains("beat"), true)
  }

  @Test func relaunchingKeepsTheTypedArguments() throws {
    let driver = try launched()
    driver.press(.character("f")).type("didfin").press(.tab).type("{\"from\":\"push\"}").press(.enter, .character("r"))
    #expect(driver.lines[1].contains("#118 didFinishLaunching {\"from\":\"push\"}"))
  }

  @Test func anEventDefinedByAModuleCanBeFired() throws {
    let driver = try launched()
    driver.act(.events([EventDescription(name: "didLogOut", rule: "none")]))
    driver.press(.character("f")).type("logout")
    #expect(driver.line(with: "▸ didLogOut") != nil)
  }

  @Test func aRunningHandlerOfTheApplicationsOwnEventIsShown() throws {
    let driver = try launched()
    let since = driver.composite.journal.now
    driver.clock.advance(by: .seconds(2))
    driver.act(.running(driver.handler(module: "Store", event: "didEnterBackground", sinceNanoseconds: since)))
    #expect(driver.lines[1].contains("Store has run didEnterBackground for 2.0 s."))
    expectEqual(driver.state.tickInterval, .milliseconds(100))
    driver.act(.running(nil))
    #expect(driver.state.tickInterval == nil)
  }

  @Test func aResponseCombinedFromVotesNamesNoModule() {
    var dispatch = DispatchEntry(
      id: 1, event: "sum", arguments: .null, atNanoseconds: 0, totalNanoseconds: 0, response: .integer(3),
      state: .active, isOutOfState: false,
      handlers: [1, 2].map { value in
        HandlerSpan(
          module: "M\(value)", moduleID: ModuleID(rawValue: UInt64(value)), order: value, outcome: .answered,
          value: .integer(Int64(value)), startNanoseconds: 0, selfNanoseconds: 0, totalNanoseconds: 0)
      })
    expectEqual(dispatch.answerInWords, "3")
    dispatch.handlers = HandlerSpans()
    expectEqual(dispatch.answerInWords, "3 (no votes)")
  }

  @Test func aLongLogForgetsItsOldestRowsAndSaysSo() {
    var log = OwnedObjectHistory()
    for id in 1...UInt64(OwnedObjectHistory.limit + 5) {
      log.apply(
        .released(
          ReleasedEntry(
            OwnedObjectFacts(
              id: id, owner: "Feed", ownerID: 7, number: Int(id), kind: "request", name: "r\(id)", lifetime: "module"),
            reason: .finished, atNanoseconds: id, cleanupNanoseconds: 1, thread: "main")))
    }
    log.settle()
    expectEqual(log.forgottenCount, 5)
    expectEqual(log.owners[7]?.cleaned.count, OwnedObjectHistory.limit)
  }

  @Test func impossibleTimesDoNotTrap() throws {
    let source = Hello(application: "Odd", startedNanoseconds: .max, secondsFromUTC: 3600)
    var state = DashboardState(source: source, size: Size(width: 80, height: 24))
    _ = state.update(
      .entries([
        .module(
          ModuleEntry(
            change: .registered, id: ModuleID(rawValue: 1), name: "A", order: 1, isMain: false, isOn: true, owner: 1,
            atNanoseconds: .max, handles: [])),
        .gap(GapEntry(dropped: .max)), .gap(GapEntry(dropped: 3)),
      ]), now: .max)
    var canvas = Canvas(size: state.size)
    state.draw(on: &canvas)
    #expect(canvas.lines()[0].contains("Odd"))
  }

  @Test func printedLinesAreShownWithTheirHandler() throws {
    let driver = try launched()
    driver.composite.journal.note(
      output: "hello", by: RunningHandler(module: "Feed", event: "didFinishLaunching", sinceNanoseconds: 0))
    driver.pull()
    #expect(driver.line(with: "Feed printed in didFinishLaunching: hello") != nil)
  }

  @Test func droppedEntriesAreCounted() throws {
    let driver = try launched()
    driver.act(.entries([.gap(GapEntry(dropped: 7))]))
    #expect(driver.lines[0].contains("7 DROPPED"))
  }

  @Test func bringingAModuleBackSelectsIt() throws {
    let driver = try Driver()
    driver.pressAll(Array(repeating: .down, count: 5)).press(.character("x"), .character("g"), .character("u"))
    #expect(driver.lines[1].contains("Feed is back in place 6"))
    driver.press(.character("x"))
    #expect(driver.lines[1].contains("Feed removed"))
  }

  @Test func keysInTheCleanupLogActOnTheModuleOfTheRow() throws {
    let driver = try Driver()
    driver.pressAll(Array(repeating: .down, count: 5)).press(.character("x"), .character("g"), .character("3"))
    expectEqual(driver.state.selected?.name, "Feed")
  }
}
