import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Pane 4: printed lines, log lines and warnings.
@MainActor @Suite(.inTurn, .serialized) struct LogTests {
  private func shop(_ size: Size = Size(width: 120, height: 40)) throws -> Driver {
    let driver = try Driver(size: size)
    driver.press(.character("f")).type("didfin").press(.enter)
    let feed = driver.state.application.modules.rows.first { $0.name == "Feed" }
    driver.act(
      .entries([
        .output(
          OutputEntry(
            line: "fetched page 1", module: "Feed", moduleID: feed?.id, event: "openURL", atNanoseconds: 3_000_000_000)),
        .output(OutputEntry(line: "ready", atNanoseconds: 3_100_000_000)),
      ]))
    return driver
  }

  @Test func rowsHaveTimeModuleEventAndMessage() throws {
    let driver = try shop().press(.character("l"))
    #expect(driver.line(with: "─ Log · 3 lines ─") != nil)
    #expect(
      driver.line(with: "fetched page 1")?.contains("22:40:03.000 Feed openURL") == true
        || driver.line(with: "22:40:03.000 Feed openURL fetched page 1") != nil)
    expectEqual(driver.line(with: "! 22:40:02")?.contains("Push threw in didFinishLaunching"), true)
    #expect(driver.line(with: "1 Order") != nil, "the panes stay where there is room for both")
    driver.press(.character("l"))
    #expect(driver.line(with: "Log") == nil)
    driver.resize(80, 24).press(.character("l"))
    #expect(driver.lines[2].contains("1 Order ─ 2 Timings ─ 3 Cleanup ─ Log"))
    #expect(driver.press(.escape).line(with: "Log") == nil)
  }

  /// The lines are filtered when they or the filter change, not for each row and key.
  @Test func theLogIsFilteredOncePerChange() throws {
    let driver = try shop().press(.character("l"), .character("/")).type("fetched").press(.enter)
    let built = try #require(driver.state.builtLogLines)
    expectEqual(built.lines.map(\.message.text), ["fetched page 1"])
    driver.press(.down)
    expectEqual(driver.state.builtLogLines?.generation, built.generation)
    driver.act(.entries([.output(OutputEntry(line: "fetched page 2", atNanoseconds: 3_200_000_000))]))
    expectEqual(driver.state.builtLogLines?.lines.count, 2)
  }

  @Test func thePaneFollowsTheNewestLineUntilAnotherIsSelected() throws {
    let driver = try shop()
    let selected = driver.state.selected?.name
    driver.press(.character("l"))
    #expect(driver.state.selectedLogLine?.message.text == "ready" && driver.state.selected?.name == selected)
    driver.press(.up)
    expectEqual(driver.state.selected?.name, "Feed", "keys that act on a module act on that of the line")
    driver.act(.entries([.output(OutputEntry(line: "later", atNanoseconds: 4_000_000_000))]))
    expectEqual(driver.state.selectedLogLine?.message.text, "fetched page 1")
    driver.press(.character("G"))
    driver.act(.entries([.output(OutputEntry(line: "last", atNanoseconds: 5_000_000_000))]))
    expectEqual(driver.state.selectedLogLine?.message.text, "last")
    driver.press(.character("g"), .enter)
    #expect(driver.line(with: "why ") != nil, "a warning says why it matters")
  }

  @Test func thePaneIsFilteredAndSearchedLikeTheOthers() throws {
    let driver = try shop().press(.character("l"), .character("/")).type("feed page")
    #expect(driver.line(with: "1 of 3 lines") != nil)
    driver.press(.enter)
    #expect(driver.line(with: "Log · feed page · 1 of 3") != nil)
    expectEqual(driver.state.logLines.lines.map(\.message.text), ["fetched page 1"])
    driver.press(.escape)
    #expect(driver.line(with: "ready") != nil)
    driver.press(.character("n"))
    #expect(driver.lines[1].contains("Only this row matches: \"feed page\"."))
    driver.press(.character("/")).type("nothing like it").press(.enter)
    #expect(driver.line(with: "No line matches \"nothing like it\"") != nil)
  }

  @Test func consecutiveEqualLinesAreOneRow() throws {
    let driver = try shop().press(.character("l"))
    for index in 1...200 as ClosedRange<UInt64> {
      driver.act(.entries([.output(OutputEntry(line: "tick", atNanoseconds: index * 1_000_000_000))]))
    }
    expectEqual(driver.state.application.log.lines.count, 4)
    #expect(driver.line(with: "22:43:20.000 200× tick") != nil)
    driver.press(.enter)
    #expect(driver.line(with: "─ Printed · 200 times, the latest ─") != nil)
  }

  @Test func equalWarningsAreOneRowWithACount() throws {
    let driver = try Driver()
    for _ in 1...100 {
      driver.note(.outOfState, "A came late.", of: nil, in: nil)
      driver.note(.outOfState, "B came late.", of: nil, in: nil)
    }
    driver.press(.character("w"))
    #expect(driver.line(with: "─ Warnings · 200, 1 kind ─") != nil)
    expectEqual(driver.lines.count { $0.contains("100× ") }, 2)
    #expect(driver.line(with: "─ Out of state · 100 times, the latest ─") != nil)
  }

  @Test func aMouseSelectsAndOpensItsLines() throws {
    let driver = try shop().press(.character("l"), .character("1"))
    driver.click(on: "fetched page 1")
    #expect(driver.state.focus == .log && driver.state.selectedLogLine?.message.text == "fetched page 1")
    driver.click(on: "fetched page 1", twice: true)
    #expect(driver.line(with: "─ Feed printed ─") != nil)
  }

  @Test func withoutAScreenTheLogIsListed() throws {
    let driver = try shop()
    driver.act(.line("log"))
    expectEqual(driver.said.suffix(2).first, "22:40:03.000 Feed openURL: fetched page 1")
    driver.act(.line("log warning"))
    #expect(
      driver.said.last?.hasPrefix("WARNING 22:40:0") == true
        && driver.said.last?.contains(" Push didFinishLaunching: Push threw") == true)
    driver.act(.line("log zzz"))
    expectEqual(driver.said.last, "No row matches 'zzz'.")
  }
}
