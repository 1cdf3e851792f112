import Foundation
import ModuleLifecycleTesting
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Earlier dispatches, the events that handlers sent, and the budget.
@MainActor @Suite(.inTurn, .serialized) struct TimingsTests {
  private func title(_ driver: Driver) -> String { driver.lines[2] }

  @Test func bracketsStepThroughFiredEvents() throws {
    let driver = try Driver.checkout(payments: 2)
    #expect(title(driver).contains("2 Timings · #123 didPay ─"))
    driver.press(.character("["))
    #expect(title(driver).contains("2 Timings · #120 didPay, 1 back ─"))
    #expect(driver.lines[1].contains(" #120 didPay at 22:40:03, 1 before the latest. "))
    #expect(driver.lines[1].hasSuffix(" Esc latest "))
    driver.press(.character("["))
    #expect(title(driver).contains("#117 didFinishLaunching, 2 back ─") || title(driver).contains("#117, 2 back ─"))
    #expect(driver.line(with: "2 Scene") == nil)
    expectEqual(driver.line(with: "1 Scene")?.contains("3.0 ms"), true, "the rows follow")
    #expect(driver.line(with: "earlier  #117 didFinishLaunching: answered yes, 3.0 ms (100%)") != nil, "and the detail")
    driver.press(.character("["))
    #expect(driver.lines[1].contains(" #117 is the first one."))
    driver.press(.character("]"), .character("]"))
    #expect(title(driver).contains("2 Timings · #123 didPay ─"))
    #expect(driver.lines[1].contains(" Back to the latest: #123 didPay 42."))
    driver.press(.character("]"))
    #expect(driver.lines[1].contains(" #123 is the latest; new ones are shown as they come."))
  }

  @Test func bracesAlsoStopAtEventsSentByHandlers() throws {
    let driver = try Driver.checkout().press(.character("{"))
    #expect(title(driver).contains("#118 cartDidChange, in #120 ─"))
    #expect(driver.lines[1].contains(" #118 cartDidChange at 22:40:03, sent by Payments in #120."))
    expectEqual(driver.line(with: "3 Cart")?.contains("1.0 ms"), true)
    expectEqual(driver.line(with: "#119 didReceiveMem")?.contains("0.5 ms"), true)
    driver.press(.character("{"))
    #expect(driver.lines[1].contains(" #119 didReceiveMemoryWarning at 22:40:03, sent by Cart in #118."))
    driver.press(.character("["))
    #expect(driver.lines[1].contains(" #117 didFinishLaunching at 22:40:02, 1 before the latest."))
    driver.press(.character("}"), .character("}"), .character("}"))
    #expect(driver.lines[1].contains(" Back to the latest: #120 didPay 42."))
  }

  @Test func aDispatchIsShownByItsNumber() throws {
    let driver = try Driver.checkout(payments: 3)
    var state = driver.state
    state.show(dispatch: 118)
    #expect(state.shownDispatch?.id == 118 && state.pinned != nil)
    state.show(dispatch: 1_000)
    expectEqual(state.shownDispatch?.id, 118, "there is no such dispatch")
    state.show(dispatch: 126)
    #expect(state.shownDispatch?.id == 126 && state.pinned == nil, "the latest is followed")
  }

  @Test func aNewDispatchDoesNotMoveAPinnedView() throws {
    let driver = try Driver.checkout(payments: 1).press(.character("["))
    driver.composite.send(DidEnterBackground())
    driver.pull()
    #expect(title(driver).contains("#117"))
    #expect(driver.lines[1].contains("didEnterBackground"), "the headline reports the new event")
    #expect(driver.lines[1].hasSuffix(" Esc shows it "))
    #expect(driver.line(with: "Esc latest") != nil)
    driver.press(.escape)
    #expect(title(driver).contains("didEnterBackground ─"))
    #expect(driver.line(with: "Esc latest") == nil)
    driver.composite.send(DidReceiveMemoryWarning())
    driver.pull()
    #expect(title(driver).contains("2 #122"), "and the latest is followed again")
  }

  @Test func aPinnedDispatchStaysAfterItIsForgotten() throws {
    let driver = try Driver.checkout(payments: 1).press(.character("["), .character("]"), .character("["))
    let rows = driver.lines[3..<20].map { String($0.prefix(76)) }
    for _ in 0...History.dispatchLimit { driver.composite.send(DidReceiveMemoryWarning()) }
    driver.pull()
    expectEqual(driver.lines[3..<20].map { String($0.prefix(76)) }, rows)
    #expect(title(driver).contains(" #117, 2,002 back, not kept ─"))
    driver.press(.character("["))
    #expect(driver.lines[1].hasPrefix(" Nothing before #117 is kept. "))
    driver.press(.character("]"))
    #expect(
      driver.lines[1].hasPrefix(
        " #122 didReceiveMemoryWarning at 22:40:03, 1,999 before the latest. "))
    driver.press(.character("["))
    #expect(driver.lines[1].hasPrefix(" Nothing before #122 is kept. "))
    driver.press(.character("{"))
    #expect(driver.lines[1].hasPrefix(" Nothing before #122 is kept. "))
  }

  @Test func dispatchesAfterAForgottenOneAreCounted() throws {
    let driver = try Driver(size: Size(width: 80, height: 24), capacity: 64 << 20)
    let url = try #require(URL(string: "pay:42"))
    func fire(_ count: Int) {
      for _ in 0..<count { driver.composite.send(OpenURL(url: url)) }
      driver.pull()
    }
    fire(10)
    driver.press(.character("["), .character("["))
    #expect(driver.lines[1].hasPrefix(" #124 openURL at 22:40:02, 2 before the latest. "))
    fire(5_000)
    #expect(title(driver).contains("─ #124, 5,002 back ─"))
    driver.press(.character("["))
    #expect(driver.lines[1].hasPrefix(" Nothing before #124 is kept. "))
    driver.press(.character("{"))
    #expect(driver.lines[1].hasPrefix(" Nothing before #124 is kept. "))
    driver.press(.character("z"), .character("2"))
    #expect(title(driver).contains(" 2 Timings · #124 openURL, 5,002 back, not kept ─"))
    driver.press(.character("]"))
    #expect(
      driver.lines[1].hasPrefix(" #3127 openURL at 22:40:03, 1,999 before the latest. "))
    driver.press(.character("["))
    #expect(driver.lines[1].hasPrefix(" Nothing before #3127 is kept. "))
  }

  @Test func beforeTheFirstEventTheKeysSayThatThereIsNone() throws {
    let driver = try Driver()
    for key in "[]{}" {
      driver.press(.character("?"), .escape).press(.character(key))
      #expect(driver.lines[1].contains(" No event has been fired yet."))
    }
    driver.press(.character("t"))
    #expect(title(driver).contains("2 Statistics ─"))
    #expect(driver.line(with: "No event has been fired yet. f") != nil)
  }

  @Test func sentEventsAreBelowTheirHandlersAtTheirTimes() throws {
    let driver = try Driver.checkout()
    let lines = driver.lines
    let payments = try #require(lines.firstIndex { $0.contains("2 Payments") })
    #expect(lines[payments].contains("5.8 ms"))
    #expect(lines[payments + 1].contains("      #118 cartDidChange     ") && lines[payments + 1].contains("1.2 ms"))
    #expect(lines[payments + 2].contains("        #119 didReceiveMem") && lines[payments + 2].contains("0.5 ms"))
    #expect(lines[payments + 3].contains("3 Cart"))
    expectEqual(driver.line(with: "batch")?.contains("0.7 ms"), true)
    expectEqual(driver.line(with: "3 called, 1 not")?.contains("10.2 ms"), true)

    // The own times of all rows add up to the total, and each row is within its parent row.
    let rows = driver.state.moduleRows
    let dispatch = try #require(driver.state.shownDispatch)
    let own = (0..<rows.lineCount).map { index -> UInt64 in
      let line = rows[index]
      if let row = line.row { return row.selfNanoseconds }
      let span = rows.spanIndex(of: driver.state.application.modules[line.module].id)
      return span.map { dispatch.handlers[$0].selfNanoseconds } ?? 0
    }
    expectEqual(own.reduce(0, +), dispatch.totalNanoseconds)
    let sent = (0..<rows.lineCount).compactMap { rows[$0].sent }
    expectEqual(sent.map(\.startNanoseconds), [4_800_000, 6_000_000])
    expectEqual(sent.map(\.totalNanoseconds), [1_700_000, 500_000])
  }

  @Test func manyEventsOfOneHandlerAreSummedUp() throws {
    let driver = try Driver { composite, clock in
      try composite.register("Loop") { [unowned composite] in
        Stage(clock: clock) { handlers in
          handlers.on(DidEnterBackground.self) { _, _ in
            for _ in 0..<100 { composite.send(DidReceiveMemoryWarning()) }
          }
          handlers.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .milliseconds(1)) }
        }
      }
      try composite.register("Next") { Stage(clock: clock) { _ in } }
    }
    driver.composite.send(DidEnterBackground())
    driver.pull()
    let rows = driver.state.moduleRows
    expectEqual(rows.lineCount, 2 + NestedRows.limit)
    let last = try #require(rows[NestedRows.limit].sent)
    #expect(last.label == "and 95 more" && last.selfNanoseconds == 95_000_000 && last.startNanoseconds == 5_000_000)
    driver.press(.down)
    expectEqual(driver.state.selected?.name, "Next", "the rows below are not modules")
  }

  @Test func rowsBelowTheSelectedModuleAreVisible() throws {
    let driver = try Driver(size: Size(width: 60, height: 15)) { composite, clock in
      for index in 1...9 {
        try composite.register("M\(index)") { [unowned composite] in
          Stage(clock: clock) { handlers in
            handlers.on(DidEnterBackground.self) { _, _ in
              for _ in 0..<(index % 3 * 4) { composite.send(DidReceiveMemoryWarning()) }
            }
            handlers.on(DidReceiveMemoryWarning.self) { _, _ in }
          }
        }
      }
    }
    driver.composite.send(DidEnterBackground())
    driver.pull()
    driver.press(.character("2"))
    for index in 1...9 {
      expectEqual(driver.state.selected?.name, "M\(index)")
      #expect(driver.line(with: "\u{25B8}M\(index) ") != nil)
      let below = driver.lines.drop { !$0.contains("\u{25B8}M\(index) ") }.dropFirst().prefix { !$0.contains(" M") }
      expectEqual(below.count { $0.contains(" #") || $0.contains(" and ") }, [0, 4, 6][index % 3])
      driver.press(.down)
    }
    driver.press(.character("g"), .character("G"))
    #expect(driver.line(with: "\u{25B8}M9 ") != nil)
  }

  @Test func anEventSentInANamedPartIsBelowThePart() throws {
    let driver = try Driver { composite, clock in
      try composite.register("Sync") { [unowned composite] in
        Stage(clock: clock) { handlers in
          handlers.on(DidEnterBackground.self) { _, _ in
            composite.send(DidReceiveMemoryWarning())
            clock.advance(by: .milliseconds(1))
            CompositeDelegate.measure("upload") {
              clock.advance(by: .milliseconds(1))
              composite.send(DidReceiveMemoryWarning())
            }
          }
          handlers.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .milliseconds(1)) }
        }
      }
    }
    driver.composite.send(DidEnterBackground())
    driver.pull()
    let rows = driver.state.moduleRows
    #expect((0..<rows.lineCount).map { rows[$0].depth } == [0, 1, 1, 2])
    expectEqual(rows[2].label, "upload")
    expectEqual([1, 3].map { rows[$0].sent?.startNanoseconds }, [0, 3_000_000])
  }

  @Test func theEndOfTheBudgetIsMarkedOnTheAxis() throws {
    let driver = try Driver.checkout(Size(width: 200, height: 50), payments: 12)
    #expect(driver.line(with: "3 called, 1 not, 55% of 20 ms") != nil)
    #expect(driver.line(with: "!") == nil)
    driver.wait(.seconds(1)).composite.send(Checkout.DidPay(amount: 42))
    driver.pull()
    expectEqual(driver.line(with: "answer")?.contains("budget 20 ms !"), true)
    #expect(driver.line(with: "over 20 ms, 3 called, 1 not") != nil)
    let screen = driver.screen()
    let column = try #require((0..<200).first { screen[$0, 3].text == "!" })
    #expect((4..<11).map { screen[column, $0].text == "!" } == [true, false, true, true, true, true, true])
    #expect((11..<50).allSatisfy { screen[column, $0].text != "!" }, "the mark ends with the rows")
  }

  @Test func aSentEventOverItsBudgetSaysSo() throws {
    let budgets = EventBudgets([DidReceiveMemoryWarning.name: .microseconds(400)])
    let driver = try Driver(budgets: budgets, build: Checkout.build)
    driver.composite.send(Checkout.DidPay(amount: 42))
    driver.pull()
    expectEqual(driver.line(with: "#117 cartDidChange")?.contains("sent "), true)
    expectEqual(driver.line(with: "#118 didReceiveM")?.contains("over "), true)
    let rows = driver.state.moduleRows
    #expect(
      (0..<rows.lineCount).compactMap { rows[$0].sent?.label } == [
        "#117 cartDidChange", "#118 didReceiveMemoryWarning by Cart, over 0.4 ms",
      ])
    #expect((0..<rows.lineCount).compactMap { rows[$0].sent?.isBad } == [false, true])
  }

  @Test func onANarrowScreenTheTotalSaysOverBudget() throws {
    for width in [60, 80, 120] {
      let driver = try Driver.checkout(Size(width: width, height: 24), payments: 13).press(.character("2"))
      #expect(driver.line(with: "over 20 ms") != nil)
    }
  }

  @Test func willFinishLaunchingUsesUpTheBudgetOfTheLaunch() throws {
    let driver = try Driver(budgets: .standard) { composite, clock in
      try composite.register("Slow") {
        Stage(clock: clock) { handlers in
          handlers.answer(WillFinishLaunching.self) { _, _ in
            clock.advance(by: .seconds(15))
            return true
          }
          handlers.answer(DidFinishLaunching.self) { _, _ in
            clock.advance(by: .seconds(10))
            return true
          }
        }
      }
    }
    driver.composite.send(WillFinishLaunching())
    driver.composite.send(DidFinishLaunching())
    driver.pull()
    expectEqual(driver.state.shownBudget, 5_000_000_000)
    #expect(driver.line(with: "over 5 s, 1 called") != nil)
  }

  @Test func anAnswerUsesTheRoomOfAMissingBar() throws {
    let driver = try Driver(size: Size(width: 80, height: 24)) { composite, clock in
      try composite.register("First") { [unowned composite] in
        Stage(clock: clock) { handlers in
          handlers.on(DidEnterBackground.self) { _, _ in try composite.set("Second", isOn: false) }
        }
      }
      try composite.register("Second") {
        Stage(clock: clock) { handlers in handlers.on(DidEnterBackground.self) { _, _ in } }
      }
    }
    driver.composite.send(DidEnterBackground())
    driver.pull()
    expectEqual(driver.line(with: "2 Second")?.contains("\u{2502}skipped  "), true)
  }

  @Test func aRunningModuleDoesNotHideAnEarlierDispatch() throws {
    let driver = try Driver.checkout().press(.character("["))
    let running = driver.handler(module: "Scene", event: "didPay", sinceNanoseconds: driver.composite.journal.now)
    _ = driver.hang(.seconds(3), in: running)
    expectEqual(driver.line(with: "1 Scene")?.contains("3.0 ms"), true)
    #expect(driver.lines[1].contains("Scene has run didPay for 3.0 s"))
    driver.press(.escape)
    expectEqual(driver.line(with: "1 Scene")?.contains("runs"), true)
  }
}

extension ModuleRows.Line {
  /// The event that the handler sent; `nil` for other rows.
  fileprivate var sent: TimedRow? { row.flatMap { $0.subject == nil ? $0 : nil } }
}
