import TerminalUI
import Testing

@Suite struct TableLayoutTests {
  private let layout = TableLayout([
    .init(minimum: 2, priority: 9), .init(minimum: 6, ideal: 10, priority: 10),
    .init(minimum: 6, ideal: 8, priority: 5), .init(minimum: 4, priority: 1),
  ])

  @Test(
    arguments: [
      (40, [2, 10, 8, 17]), (27, [2, 10, 8, 4]), (25, [2, 10, 6, 4]), (21, [2, 6, 6, 4]), (20, [2, 10, 6, nil]),
      (10, [2, 7, nil, nil]), (8, [nil, 8, nil, nil]), (3, [nil, 3, nil, nil]), (0, [nil, 0, nil, nil]),
    ] as [(Int, [Int?])])
  func widths(total: Int, expected: [Int?]) {
    #expect(layout.widths(filling: total) == expected)
  }

  @Test func widthsAndSpacesFillTheTotal() {
    for total in 0...120 {
      let widths = layout.widths(filling: total).compactMap { $0 }
      #expect(widths.reduce(0, +) + max(0, widths.count - 1) == total)
    }
  }
}
