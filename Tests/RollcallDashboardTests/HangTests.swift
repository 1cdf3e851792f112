import ModuleLifecycleTesting
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// The screen while a handler does not return.
@MainActor @Suite(.inTurn, .serialized) struct HangTests {
  private let driver: Driver
  private let since: UInt64

  init() throws {
    driver = try Driver()
    since = driver.composite.journal.now
    driver.act(.reply(.accepted, to: .fire(event: "didEnterBackground", arguments: .null)))
    driver.act(.reply(.started, to: nil))
  }

  /// Looks after Store has run for some milliseconds. The dispatch began `earlier` milliseconds before the handler.
  private func look(after milliseconds: UInt64, earlier: UInt64 = 0) {
    let elapsed = driver.composite.journal.now - since
    driver.clock.advance(by: .milliseconds(Int(milliseconds) - Int(elapsed / 1_000_000)))
    driver.act(
      .running(
        driver.handler(
          module: "Store", event: "didEnterBackground", sinceNanoseconds: since,
          dispatch: RunningDispatch(
            id: 200, sinceNanoseconds: since - earlier * 1_000_000, budgetNanoseconds: 5_000_000_000))))
  }

  private var headline: String { driver.lines[1] }

  @Test func theElapsedTimeIsShownBesideTheBudget() throws {
    look(after: 90)
    #expect(!headline.contains("Store"), "too early to report")
    look(after: 100)
    #expect(headline.contains("Store has run didEnterBackground for 100.0 ms of the event's 5 s."))
    look(after: 200)
    #expect(headline.contains("Store has run didEnterBackground for 200.0 ms of the event's 5 s."))
    look(after: 4_900)
    #expect(headline.contains("Store has run didEnterBackground for 4.9 s of the event's 5 s."))
    expectEqual(driver.screen().style(of: "Store has run"), Style.caution.bold)
    look(after: 5_100)
    #expect(
      headline.contains("Store has run didEnterBackground for 5.1 s; the event is 100.0 ms over its 5 s."))
    expectEqual(driver.screen().style(of: "Store has run"), Style.bad.bold)
    look(after: 30_000)
    #expect(headline.contains("Store has run didEnterBackground for 30 s; the event is 25 s over its 5 s."))
    expectEqual(driver.line(with: "10 Store")?.contains("runs"), true)
  }

  @Test func aKeyWithoutACommandSaysSo() throws {
    look(after: 1_000)
    driver.press(.character("P"))
    #expect(headline.hasPrefix(" P does nothing here. "), "\(headline)")
    look(after: 2_900)
    #expect(headline.hasPrefix(" P does nothing here. "), "\(headline)")
    look(after: 3_100)
    #expect(headline.contains("Store has run"), "the hang is not hidden for longer: \(headline)")
  }

  @Test func theAnswerToAKeyComesFirst() throws {
    look(after: 1_000)
    driver.press(.character("m"))
    let answer = driver.lines[1]
    #expect(!answer.contains("Store has run"))
    look(after: 2_900)
    expectEqual(driver.lines[1].trimmingPrefix(" ").prefix(10), answer.trimmingPrefix(" ").prefix(10))
    look(after: 3_100)
    #expect(headline.contains("Store has run didEnterBackground for 3.1 s of the event's 5 s."))
  }

  @Test func theTimeOfEarlierHandlersIsShown() throws {
    look(after: 1_200, earlier: 2_000)
    #expect(
      headline.contains(
        "Store has run didEnterBackground for 1.2 s; the event has used 3.2 s of its 5 s."))
    driver.resize(80, 24)
    #expect(headline.contains("Store has run didEnterBackground for 1.2 s. "))
    look(after: 4_000, earlier: 2_000)
    #expect(headline.contains("Store has run didEnterBackground for 4.0 s; the event is 1.0 s over its 5 s."))
  }

  @Test func keysWorkAndCommandsAreCounted() throws {
    look(after: 3_000)
    #expect(
      !headline.contains("wait") && !driver.lines[0].contains("waiting"), "the one that is carried out does not wait")
    for count in 1...3 {
      driver.act(.reply(.accepted, to: .fire(event: "openURL", arguments: .null)))
      look(after: 3_000 + UInt64(count) * 200)
    }
    #expect(headline.contains("of the event's 5 s. 3 commands wait."))
    #expect(driver.lines[0].contains("3 waiting"))
    driver.press(.character("?"))
    #expect(driver.line(with: " Panes  Firing ") != nil)
    driver.press(.escape, .character("j"), .character("3"))
    expectEqual(driver.state.focus, .cleanup)
    driver.act(.reply(.finished(problem: nil), to: nil))
    driver.act(.reply(.started, to: nil))
    #expect(!driver.lines[0].contains("waiting"), "the next one has begun, and the others may be done in no time")
    driver.press(.character("q"))
    #expect(driver.hasQuit)
  }

  @Test func commandsWaitWhileTheMainActorIsBusy() throws {
    let driver = try Driver()
    let since = driver.composite.journal.now
    let handler = driver.handler(module: "Store", event: "didEnterBackground", sinceNanoseconds: since)
    driver.clock.advance(by: .seconds(1))
    driver.act(.running(handler))
    driver.act(.reply(.accepted, to: .fire(event: "openURL", arguments: .null)))
    #expect(!driver.lines[0].contains("waiting"), "most commands wait too briefly to report")
    driver.clock.advance(by: .milliseconds(100))
    driver.act(.running(handler))
    #expect(driver.lines[0].contains("1 waiting"))
    #expect(driver.lines[1].contains("for 1.1 s. 1 command waits."))
  }

  /// A recording can't report the running handler.
  @Test func theJournalAloneShowsTheHandlerAndItsEnd() throws {
    let driver = try Driver()
    driver.clock.advance(by: .seconds(10))
    let now = driver.composite.journal.now
    driver.act(
      .entries([
        .running(
          RunningEntry(
            module: "Store", event: "didEnterBackground", dispatch: 200, atNanoseconds: now,
            runningNanoseconds: 2_000_000_000, dispatchNanoseconds: 3_000_000_000, thresholdNanoseconds: 2_000_000_000,
            budgetNanoseconds: 5_000_000_000)),
        .warning(
          WarningEntry(
            kind: .overBudget, message: "didEnterBackground takes long.", module: "Store", dispatch: 200,
            atNanoseconds: now)),
      ]))
    #expect(
      driver.lines[1].contains(
        "Store has run didEnterBackground for 2.0 s; the event has used 3.0 s of its 5 s."))
    #expect(driver.lines[0].contains("1 WARNING"))
    #expect(driver.line(with: "WARNING  didEnterBackground takes long.") != nil)
    driver.act(
      .entries([
        .dispatch(
          DispatchEntry(
            id: 200, event: "didEnterBackground", arguments: .null, atNanoseconds: now - 3_000_000_000,
            totalNanoseconds: 3_500_000_000, response: .null, state: .background, isOutOfState: false, handlers: []))
      ]))
    #expect(driver.state.application.running == nil)
    #expect(driver.line(with: "WARNING  didEnterBackground takes long.") != nil, "it is about this event")
  }
}

extension Canvas {
  /// The style of a text's first character.
  fileprivate func style(of text: String) -> Style? {
    for (y, line) in lines().enumerated() {
      guard let range = line.ranges(of: text).first else { continue }
      return self[line.distance(from: line.startIndex, to: range.lowerBound), y].style
    }
    return nil
  }
}
