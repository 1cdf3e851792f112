#if CommandLine
import RollcallTerminalUI

/// Moving in lists and texts. Each list says what its rows are and which one is selected; keys, clicks and the wheel do
/// the same in all of them.
extension DashboardState {
  /// How many rows a key moves by: `Int.min` or `Int.max` for either end, `nil` for other keys.
  ///
  /// - Parameter page: The number of rows in sight.
  static func movement(of key: Key, page: Int) -> Int? {
    switch key {
    case .up, .character("k"): -1
    case .down, .character("j"): 1
    case .pageUp: -page
    case .pageDown: page
    case .control("u"): -max(1, page / 2)
    case .control("d"): max(1, page / 2)
    case .home, .character("g"): .min
    case .end, .character("G"): .max
    default: nil
    }
  }

  /// A place after a step, within a list of so many rows.
  static func place(_ place: Int, movedBy step: Int, in count: Int) -> Int {
    let (moved, isOver) = place.addingReportingOverflow(step)
    return max(0, min(isOver ? (step < 0 ? 0 : count) : moved, count - 1))
  }

  /// The list of the layer on top; `nil` if it has none.
  var list: ListView? {
    layer?.list(in: self)
  }

  /// Selects a row of the list.
  private mutating func select(row: Int) -> [Effect] { layer?.select(row, in: &self) ?? [] }

  /// Moves the selection as a key asks.
  mutating func moveInList(_ key: Key) -> [Effect] {
    guard let list, let step = Self.movement(of: key, page: list.height) else { return [] }
    return select(row: Self.place(list.selection ?? 0, movedBy: step, in: list.table.count))
  }

  /// Selects the row under the pointer. With a double-click, does what Enter does.
  mutating func clickInList(at point: Point, isDouble: Bool) -> [Effect] {
    guard let row = list?.row(at: point) else { return [] }
    // The first click of a double-click has already selected the row.
    return isDouble ? press(.enter) : select(row: row)
  }
}
#endif
