import ModuleLifecycle
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import RollcallDashboard

/// The filter of the cleanup pane.
@MainActor @Suite(.inTurn, .serialized) struct FilterTests {
  private func cleaned() throws -> LeakyShop {
    let shop = try LeakyShop()
    shop.select("Feed").press(.character("x"))
    shop.select("Network").press(.character("x"))
    shop.driver.press(.character("3"))
    return shop
  }

  private func rows(_ driver: Driver) -> [String] {
    driver.state.cleanupRows.rows.map { row in
      row.object.map { "\($0.number) \($0.title)" } ?? row.owner.name
    }
  }

  @Test func everyWordMustBeInOwnerKindNameOrReason() throws {
    let shop = try cleaned()
    let driver = shop.driver
    driver.press(.character("/")).type("feed REQ fin")
    expectEqual(rows(driver), ["Feed", "2 request page 1", "3 request page 2"])
    #expect(driver.lines[38].hasPrefix(" / feed REQ fin_"))
    #expect(driver.lines[38].hasSuffix("2 of 9 rows "))
    driver.press(.enter)
    #expect(driver.line(with: "3 Cleanup · feed REQ fin · 2 of 9") != nil)
    driver.press(.character("/"), .control("u")).type("open")
    expectEqual(rows(driver), ["Network", "2 session api", "1 observer reachable"], "open objects have a state, too")
    driver.press(.control("u")).type("no. 6")
    expectEqual(rows(driver), ["Feed", "6 timer no. 6"], "an unnamed object is found by its number")
    driver.press(.escape)
    expectEqual(rows(driver).count, 11)
    #expect(driver.line(with: "3 Cleanup ─") != nil)
  }

  @Test func aFilterWithoutMatchesSaysHowToClearIt() throws {
    let driver = try cleaned().driver
    driver.press(.character("/")).type("zebra").press(.enter)
    expectEqual(rows(driver), [])
    #expect(driver.line(with: "No row matches \"zebra\"") != nil)
    #expect(driver.line(with: "clears the filter.") != nil)
    #expect(driver.line(with: "3 Cleanup · zebra · 0 of 9") != nil)
    driver.press(.escape)
    expectEqual(rows(driver).count, 11)
  }

  @Test func backspaceWidensTheFilterAndClosesAnEmptyOne() throws {
    let driver = try cleaned().driver
    driver.press(.character("/")).type("x").press(.backspace)
    expectEqual(driver.state[FilterPrompt.self]?.query.text, "")
    expectEqual(rows(driver).count, 11)
    driver.press(.backspace)
    #expect(driver.state.layers.isEmpty)
  }

  @Test func laterRowsAreFiltered() async throws {
    let shop = try LeakyShop()
    let driver = shop.driver
    driver.press(.character("3"), .character("/")).type("network overdue").press(.enter)
    expectEqual(rows(driver), [])
    await shop.removeAndWait("Network")
    expectEqual(rows(driver), ["Network", "2 session api", "1 observer reachable"])
    driver.press(.character("i"))
    expectEqual(rows(driver), [], "no owner is overdue any more")
    driver.press(.character("3"), .character("/"), .control("u")).type("network late").press(.enter)
    expectEqual(rows(driver), ["Network", "1 observer reachable", "2 session api"])
  }

  @Test func clearingTheFilterKeepsTheSelectedRow() throws {
    let driver = try cleaned().driver
    driver.press(.character("/")).type("page 3").press(.enter, .character("g"), .down)
    driver.press(.character("/"), .control("u"), .enter)
    #expect(driver.line(with: "▸ 4 request page 3") != nil, "\(driver.lines.joined(separator: "\n"))")
  }

  @Test func theFilterIgnoresTheCaseInAllScripts() throws {
    let filter = try #require(RowFilter("ünï 支付"))
    #expect(filter.fits(["ÜNÏCODE 支付模块"]) && filter.fits(["支付", "", "Ünïcode"]))
    #expect(!filter.fits(["ÜNÏCODE"]) && !filter.fits(["plain"]) && !filter.fits([]))
    #expect(RowFilter("   ") == nil)
    expectEqual(RowFilter(Array(repeating: "a", count: 99).joined(separator: " "))?.fits(["a"]), true)
  }
}
