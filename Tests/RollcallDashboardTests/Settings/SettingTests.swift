import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallDashboard

/// The values of each setting, and their effects.
@MainActor @Suite(.inTurn, .serialized) struct SettingTests {
  // MARK: Reading

  @Test(
    arguments: [
      ("theme", ["mon"], "'theme' can't be 'mon'.", "Did you mean 'mono'?", 0),
      ("color", ["blue"], "'color' can't be 'blue'.", "Known here: always, auto, never.", 0),
      ("mouse", ["of"], "'mouse' can't be 'of'.", "Did you mean 'off' or 'on'?", 0),
      ("sort", ["slef"], "'sort' can't be 'slef'.", "Did you mean 'self'?", 0),
      ("columns", ["p95", "p96"], "'columns' can't be 'p96'.", "Did you mean 'p95' or 'p99'?", 1),
      ("columns", ["n", "n"], "'n' is in 'columns' twice.", "", 1),
      ("columns", [], "'columns' is empty.", "", 0),
      ("window", ["0"], "'window' must be all or a number from 1 to 2,000, not '0'.", "", 0),
      ("window", ["many"], "'window' must be all or a number from 1 to 2,000, not 'many'.", "", 0),
      ("allow", ["handlerTrew"], "there is no warning 'handlerTrew'.", "Did you mean 'handlerThrew'?", 0),
    ] as [(String, [String], String, String, Int)])
  func mistakesAreExplained(name: String, words: [String], problem: String, suggestion: String, word: Int) {
    var settings = DashboardSettings()
    let error = #expect(throws: SettingProblem.self) { try settings.set(name, words) }
    expectEqual(error, SettingProblem(text: problem, suggestion: suggestion, word: word))
  }

  /// The value that is shown as in force can be written back, and means the same.
  @Test func theSpellingOfASettingMeansTheSame() throws {
    var settings = DashboardSettings()
    try settings.set("theme", ["contrast"])
    try settings.set("sort", ["p95"])
    try settings.set("columns", ["max", "n"])
    try settings.set("window", ["1,000"])
    try settings.set("allow", ["outOfState", "handlerThrew:My Push"])
    let spelled = Setting.all.map { "\($0.name): \($0.spelling(settings))" }
    expectEqual(
      spelled,
      [
        "theme: contrast", "color: auto", "glyphs: auto", "mouse: on", "sort: p95", "columns: [max, n]",
        "window: 1000", "allow: [outOfState, handlerThrew:My Push]",
      ])
    #expect(settings != DashboardSettings())
  }

  @Test func everySettingHasADefaultThatCanBeWritten() throws {
    let spelled = Setting.all.map { "\($0.name): \($0.spelling(DashboardSettings()))" }
    expectEqual(
      spelled,
      [
        "theme: terminal", "color: auto", "glyphs: auto", "mouse: on", "sort: order",
        "columns: [p95, p50, share, max, n, last, wait, block, comp, p99, latest]", "window: all", "allow: []",
      ])
    for setting in Setting.all { #expect(setting.summary.hasSuffix("."), "\(setting.name)") }
  }

  // MARK: Effects

  @Test func theMouseIsOnOrOffAsSet() throws {
    for (text, isOn) in [("off", false), ("on", true)] {
      let driver = try Driver(settings: DashboardSettings("mouse", text))
      expectEqual(driver.state.isMouseOn, isOn)
    }
  }

  private func names(_ driver: Driver) -> [String] {
    let (rows, modules) = (driver.state.moduleRows, driver.state.application.modules)
    return (0..<modules.count).map { modules[rows.modules[$0]].name }
  }

  private func checkout(_ settings: DashboardSettings, size: Size = Size(width: 120, height: 40)) throws -> Driver {
    try Driver(size: size, name: "Checkout", budgets: Checkout.budgets, settings: settings, build: Checkout.build)
  }

  @Test func modulesAreSortedFromTheStart() throws {
    let driver = try checkout(DashboardSettings("sort", "name"))
    driver.press(.down)
    expectEqual(names(driver), ["Analytics", "Cart", "Payments", "Scene"])
    #expect(driver.lines[1].contains("4 modules registered."), "that is no news")
  }

  @Test func sortingByTimeWaitsForTheFirstEvent() throws {
    let driver = try checkout(DashboardSettings("sort", "self"))
    expectEqual(names(driver), ["Scene", "Payments", "Cart", "Analytics"])
    driver.composite.send(Checkout.DidPay(amount: 1))
    driver.pull()
    expectEqual(names(driver), ["Payments", "Cart", "Analytics", "Scene"])
    driver.sort(by: "order")
    driver.composite.send(Checkout.DidPay(amount: 1))
    driver.pull()
    expectEqual(names(driver), ["Scene", "Payments", "Cart", "Analytics"], "only once")
  }

  @Test func aStatisticsColumnSortsFromTheFirstEvent() throws {
    let driver = try checkout(DashboardSettings("sort", "p95"))
    driver.composite.send(Checkout.DidPay(amount: 1))
    driver.pull()
    expectEqual(names(driver), ["Payments", "Cart", "Analytics", "Scene"])
    #expect(driver.lines[2].contains("1 Order by p95"))
  }

  @Test func theChosenColumnsAreShownAndTheLastOnesGoFirst() throws {
    let settings = try DashboardSettings("columns", "max", "p50", "n")
    let driver = try checkout(settings)
    driver.composite.send(Checkout.DidPay(amount: 1))
    driver.pull()
    driver.press(.character("t"))
    #expect(driver.line(with: "    n     p50     max") != nil, "\(driver.screen(.unicode))")
    #expect(driver.line(with: "p95") == nil)
    var state = driver.state
    state.refreshStatistics()
    let table = StatisticsTable(state: state, names: []).table
    let shown = zip(table.columns, table.layout(for: [], in: 15)).filter { $1.width > 0 }.map(\.0.title)
    expectEqual(shown, ["p50", "max"], "the last column has no room")
  }

  @Test func theStatisticsCoverTheLatestDispatches() throws {
    let driver = try checkout(DashboardSettings("window", "3"))
    for _ in 0..<13 { driver.composite.send(Checkout.DidPay(amount: 1)) }
    driver.pull()
    driver.press(.character("t"))
    #expect(driver.lines[2].contains("didPay, latest 3 of 13"), "\(driver.lines[2])")
    // The thirteenth takes 31 ms, the others 5.0 to 6.6.
    expectEqual(driver.line(with: "2 Payments")?.contains("ms 31.0 ms 31.0 ms"), true)
    for _ in 0..<3 { driver.composite.send(Checkout.DidPay(amount: 1)) }
    driver.pull()
    expectEqual(driver.line(with: "2 Payments")?.contains("31.0 ms"), false, "it is out of the window")
  }
}
