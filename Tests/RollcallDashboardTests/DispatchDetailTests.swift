import Foundation
import ModuleLifecycleTesting
import OrderedCollections
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// The detail of one dispatch, opened from the timings.
@MainActor @Suite(.inTurn, .serialized) struct DispatchDetailTests {
  private func opened(size: Size = Size(width: 120, height: 40)) throws -> Driver {
    try Driver(size: size).press(.character("f")).type("didfin").press(.enter, .character("2"), .enter)
  }

  private func text(_ entry: DispatchEntry) throws -> [String] {
    let driver = try Driver()
    return Detail(dispatch: entry, state: driver.state).plainText.text.split(separator: "\n").map(String.init)
  }

  @Test func everyHandlerHasARowWithItsErrorBelow() throws {
    let driver = try opened()
    #expect(driver.line(with: "─ #117 didFinishLaunching ─") != nil)
    #expect(driver.line(with: "answer   yes (9 modules); the rule: no if one says no, otherwise yes") != nil)
    let rows = driver.lines.filter { $0.contains(" ms ") && $0.contains("%") }
    expectEqual(rows.count, 11)
    expectEqual(driver.line(with: "7 Push")?.contains("threw       +18.8 ms   9.1 ms   21%"), true)
    #expect(driver.line(with: "error  \"no token\"") != nil)
    #expect(driver.line(with: "warning  Push threw in didFinishLaunching: \"no token\".") != nil)
  }

  /// An event can encode itself as one value, or not at all.
  @Test func argumentsWithoutNamesAreShown() throws {
    let lines = try text(DispatchEntry(id: 5, event: "level", arguments: .integer(70), atNanoseconds: 0))
    expectEqual(lines.first, "#5 level 70")
    expectEqual(lines.filter { $0.hasPrefix("with") }.map { $0.split(separator: " ") }, [["with", "70"]])
    let reason = "could not be encoded: it is secret"
    let secret = try text(DispatchEntry(event: "share", arguments: .string(reason), atNanoseconds: 0))
    #expect(secret.contains { $0.hasPrefix("with") && $0.hasSuffix(" \(reason)") })
    #expect(try !text(DispatchEntry(event: "tick", atNanoseconds: 0)).contains { $0.hasPrefix("with") })
  }

  @Test func anotherEventDoesNotChangeTheDetail() throws {
    let driver = try opened()
    let rows = driver.lines[2..<37]
    driver.composite.send(DidReceiveMemoryWarning())
    driver.pull()
    #expect(driver.lines[1].contains("#118"))
    expectEqual(driver.lines[2..<37], rows)
  }

  @Test func theDetailFollowsLaterWarningsAndWidths() throws {
    let driver = try opened()
    driver.act(
      .entries([
        .warning(
          WarningEntry(
            kind: .completedTwice, message: "Feed answered twice.", module: "Feed", dispatch: 117, atNanoseconds: 0))
      ]))
    #expect(driver.line(with: "warning  Feed answered twice.") != nil)
    driver.resize(60, 15)
    for _ in 0..<5 where driver.line(with: "1 ThirdParties") == nil { driver.press(.pageDown) }
    #expect(driver.line(with: "1 ThirdParties yes            +0 µs") != nil)
    #expect(driver.lines.allSatisfy { $0.columnWidth == 60 })
  }

  @Test func itOpensAtTheTopWhateverIsSelected() throws {
    let driver = try opened(size: Size(width: 60, height: 15))
    driver.press(.escape, .character("G"), .up, .enter)
    #expect(driver.line(with: "event    didFinishLaunching") != nil)
    #expect(!driver.lines[2].contains("more above"))
    for _ in 0..<5 where driver.line(with: "11 Dialogs") == nil { driver.press(.pageDown) }
    #expect(driver.line(with: "▸11 Dialogs") != nil)
    #expect(driver.lines.allSatisfy { $0.columnWidth == 60 })
  }

  @Test func withoutADispatchEnterShowsTheModule() throws {
    let driver = try Driver().press(.character("2"), .enter)
    #expect(driver.line(with: "ThirdParties · place 1 of 12") != nil)
  }

  @Test func anEventSentByAHandlerIsBelowTheHandler() throws {
    let driver = try Driver { composite, clock in
      try composite.register("Shortcuts") { [unowned composite] in
        Stage(clock: clock) { handlers in
          handlers.on(DidEnterBackground.self) { _, _ in
            clock.advance(by: .milliseconds(1))
            if let url = URL(string: "pay:1") { composite.send(OpenURL(url: url)) }
          }
        }
      }
      try composite.register("Payments") {
        Stage(clock: clock) { handlers in
          handlers.answer(OpenURL.self) { _, _ in
            clock.advance(by: .milliseconds(2))
            return true
          }
        }
      }
    }
    driver.press(.character("f")).type("didEnterB").press(.enter, .character("2"), .enter)
    expectEqual(driver.line(with: "1 Shortcuts")?.contains("1.0 ms   33%"), true)
    #expect(driver.line(with: "inside 2.0 ms in events that it sent") != nil)
    #expect(driver.line(with: "sent   #118 openURL pay:1: yes (Payments), 2.0 ms") != nil)
    let child = try #require(driver.state.application.history.dispatches.first)
    let lines = Detail(dispatch: child, state: driver.state).plainText.text
    #expect(lines.contains("sent by  Shortcuts, from within #117\n"))
  }

  @Test func textsTooLongForARowAreBelowIt() throws {
    var entry = DispatchEntry(
      id: 9, event: "performFetch", arguments: .object(["user": .string(""), "page": .integer(2)]), atNanoseconds: 0,
      totalNanoseconds: 9_000_000, response: .string("newData"), state: .active, isOutOfState: true,
      handlers: [
        HandlerSpan(
          module: "A module with a name that is far too long for any column", moduleID: ModuleID(rawValue: 1), order: 1,
          outcome: .answered, value: .string("newData and a lot more"), startNanoseconds: 0,
          selfNanoseconds: 1_000_000, totalNanoseconds: 8_000_000),
        HandlerSpan(
          module: "支付模块", moduleID: ModuleID(rawValue: 2), order: 2, outcome: .skipped, value: .null,
          startNanoseconds: 0, selfNanoseconds: 0, totalNanoseconds: 0),
        HandlerSpan(
          module: "Late", moduleID: ModuleID(rawValue: 3), order: 1000, outcome: .unanswered, value: .null,
          startNanoseconds: 1_000_000, selfNanoseconds: 2_000_000, totalNanoseconds: 8_000_000),
      ])
    var rows = Array(entry.handlers)
    rows[0].suspendedNanoseconds = 7_000_000
    rows[1].claimedBy = "Scene"
    entry.handlers = HandlerSpans(rows)
    entry.isReplay = true
    try expectEqual(
      text(entry).suffix(11),
      [
        "state     active when it was over, and the event was out of state", "took      9.0 ms, 2 modules called",
        "answer    newData; the rule: the highest of newData > failed > noData",
        "   # module                                                   answer         began     self share",
        "   1 A module with a name that is far too long for any column newData a…     +0 µs   1.0 ms   11%",
        "  said    newData and a lot more", "  waited  7.0 ms until it answered",
        "   2 支付模块                                                 skipped", "  why     Scene claimed the event",
        "1000 Late                                                     late         +1.0 ms   2.0 ms   22%",
        "  inside  6.0 ms in events that it sent",
      ])
    try expectEqual(
      text(entry)[1...4],
      [
        "event     performFetch", "with      page: 2", "with      user: empty",
        "again     to one module only, which missed the first dispatch",
      ])
  }

  @Test func aDispatchWithoutCallsSaysSo() throws {
    let entry = DispatchEntry(
      id: 9, event: "custom", arguments: .null, atNanoseconds: 0, totalNanoseconds: 0, response: .null, state: .active,
      isOutOfState: false, handlers: [])
    try expectEqual(text(entry).last?.hasSuffix("No module was called."), true)
  }
}
