import TerminalUI
import Testing
import TextFormatting

@Suite struct TableLayoutTests {
  private let layout = TableLayout([
    .init(minimum: 2, alignment: .trailing, priority: 9),
    .init(minimum: 6, ideal: 10, flex: 1, priority: 10),
    .init(minimum: 6, ideal: 8, alignment: .trailing, priority: 5),
    .init(minimum: 4, alignment: .trailing, priority: 1),
  ])

  @Test(
    arguments: [
      (40, [2, 23, 8, 4]), (27, [2, 10, 8, 4]), (25, [2, 10, 6, 4]), (21, [2, 6, 6, 4]), (20, [2, 10, 6, nil]),
      (10, [2, 7, nil, nil]), (8, [nil, 8, nil, nil]), (3, [nil, 3, nil, nil]), (0, [nil, 0, nil, nil]),
    ] as [(Int, [Int?])])
  func widths(total: Int, expected: [Int?]) {
    #expect(layout.widths(filling: total) == expected)
  }

  @Test func widthsAndSpacesFillTheTotal() {
    for total in 0...120 {
      let widths = layout.widths(filling: total).compactMap { $0 }
      #expect(widths.reduce(0, +) + max(0, widths.count - 1) == total)
      #expect(layout.line(["1", "Third日本", "3.9 ms", "12%"], filling: total).columnWidth == total)
    }
  }

  @Test func flexibleColumnsShareByWeight() {
    let layout = TableLayout([.init(minimum: 1, flex: 1), .init(minimum: 1, flex: 3)], spacing: 0)
    #expect(layout.widths(filling: 10) == [3, 7])
  }

  @Test func lines() {
    #expect(layout.line(["12", "ThirdParties", "3.9 ms", "12%"], filling: 27) == "12 ThirdPart…   3.9 ms  12%")
    #expect(TableLayout([]).line([], filling: 3) == "   ")
  }
}
