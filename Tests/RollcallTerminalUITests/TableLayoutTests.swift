import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import RollcallTerminalUI

/// How the columns of a table share the room.
@Suite(.inTurn, .serialized) struct TableLayoutTests {
  private func widths(_ columns: [Table.Column], _ cells: [String], in room: Int) -> [Int] {
    let table = Table(columns: columns, count: 1) { _ in .cells(cells.map { Table.Cell($0) }) }
    return table.layout(for: [table.row(0)], in: room).map(\.width)
  }

  private let name = Table.Column(title: "module", width: 8...Int.max, gap: 0)
  private let long = String(repeating: "e", count: 40)

  @Test func aColumnThatCanBeLeftOutGivesWayToTheName() {
    let events = Table.Column(title: "events", width: 24...48, rank: 1)
    expectEqual(widths([name, events], ["ThirdParties", long], in: 80), [39, 40])
    expectEqual(widths([name, events], ["ThirdParties", long], in: 45), [12, 32])
    expectEqual(widths([name, events], ["ThirdParties", long], in: 34), [9, 24])
    expectEqual(widths([name, events], ["ThirdParties", long], in: 32), [32, 0])
  }

  @Test func theWidestColumnGivesWayIfNoneTakesTheRest() {
    let limited = Table.Column(title: "module", width: 8...24, gap: 0)
    let share = Table.Column(title: "share", width: 5...5, alignment: .trailing)
    expectEqual(widths([limited, share], [long, "100%"], in: 40), [24, 5])
    expectEqual(widths([limited, share], [long, "100%"], in: 20), [14, 5])
    expectEqual(
      widths([limited, share], [long, "100%"], in: 10), [8, 1], "without room for the least widths, the end is cut")
    let reason = Table.Column(title: "reason", width: 8...10)
    expectEqual(widths([name, reason, share], ["ThirdParties", long, "100%"], in: 23), [8, 8, 5])
  }
}
