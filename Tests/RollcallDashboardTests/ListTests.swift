import ModuleLifecycleTesting
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Tables, and moving in the lists that show them.
@MainActor @Suite(.inTurn, .serialized) struct ListTests {
  private final class Plain: Module {}

  private func table(_ rows: [Table.Row]) -> Table {
    Table(
      columns: [
        Table.Column(title: "name", width: 2...6), Table.Column(title: "n", width: 3...3, alignment: .trailing),
        Table.Column(title: "text", width: 0...Int.max, gap: 2),
      ], count: rows.count, row: { rows[$0] })
  }

  private func lines(_ list: ListView, _ size: Size) -> [String] {
    var canvas = Canvas(size: size)
    list.draw(on: &canvas)
    return canvas.lines()
  }

  @Test func columnsAreAsWideAsTheirCellsWithinLimitsAndOneGetsTheRest() {
    let rows: [Table.Row] = [
      .cells([Table.Cell("ab"), Table.Cell("1"), Table.Cell("short")]), .heading("Group", end: "two"),
      .cells([Table.Cell("abcdefgh"), Table.Cell("22"), Table.Cell("a text that is cut", times: 3)]),
    ]
    let size = Size(width: 26, height: 4)
    let list = ListView(table: table(rows), area: Rect(size), selection: 2)
    expectEqual(
      lines(list, size),
      [
        "  name     n  text        ", "  ab       1  short       ", " Group                two ",
        "▸ abcdef… 22  3× a text t…",
      ])
    #expect(list.row(at: Point(x: 3, y: 1)) == 0 && list.row(at: Point(x: 3, y: 3)) == 2)
    #expect(list.row(at: Point(x: 3, y: 0)) == nil, "the head is no row")
    #expect(list.row(at: Point(x: 3, y: 2)) == nil, "nor is a heading")
  }

  @Test func onlyRowsInSightAreMade() {
    var made: [Int] = []
    let table = Table(columns: [Table.Column(width: 0...Int.max)], count: 1_000_000) { place in
      made.append(place)
      return .cells([Table.Cell("\(place)")])
    }
    let list = ListView(table: table, area: Rect(width: 9, height: 3), selection: 500_000)
    expectEqual(lines(list, Size(width: 9, height: 3)), ["  499999 ", "▸ 500000 ", "  500001 "])
    expectEqual(made, [499_999, 500_000, 500_001])
  }

  /// The palette, and the menus of orders, formats and experiments.
  @Test(arguments: [":", "s", "e", "d"] as [Character]) func keysAndClicksDoTheSameInEveryList(opener: Character) throws
  {
    let driver = try Driver().press(.character(opener))
    let list = try #require(driver.state.list)
    let last = list.table.count - 1
    try #require(list.selection == 0 && last > 1)
    driver.press(.up)
    expectEqual(driver.state.list?.selection, 0)
    driver.press(.down, .down)
    expectEqual(driver.state.list?.selection, 2)
    driver.click(x: list.area.x + 3, y: list.area.y + 1)
    expectEqual(driver.state.list?.selection, 1)
    driver.wheel(1, x: list.area.x + 3, y: list.area.y)
    expectEqual(driver.state.list?.selection, 2)
  }

  @Test func halfAPageIsHalfOfTheRowsInSight() throws {
    let driver = try Driver(size: Size(width: 80, height: 24)) { composite, _ in
      for number in 1...40 { try composite.register("M\(number)") { Plain() } }
    }
    let rows = driver.state.visibleRows
    driver.press(.control("d"))
    expectEqual(driver.state.selected?.order, 1 + rows / 2)
    driver.press(.control("u"))
    expectEqual(driver.state.selected?.order, 1)
  }
}
