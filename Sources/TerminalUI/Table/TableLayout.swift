/// How the columns of a table share a width.
///
/// Every column has at least its minimum. What is left over first brings columns to their ideal width, the more
/// important ones before the others, then goes to the last. A table that is too narrow for all minimums loses its least
/// important columns.
public struct TableLayout: Hashable, Sendable {
  /// One column's wishes.
  public struct Column: Hashable, Sendable {
    /// Fewer terminal columns than this, and the column is left out.
    public let minimum: Int
    /// As many as the content would like.
    let ideal: Int
    /// Columns of less importance are left out first; among equals, the rightmost.
    let priority: Int

    /// Describes a column; the ideal width is the minimum if it isn't given.
    public init(minimum: Int, ideal: Int? = nil, priority: Int = 0) {
      self.minimum = max(0, minimum)
      self.ideal = max(minimum, ideal ?? minimum)
      self.priority = priority
    }
  }

  private let columns: [Column]

  /// Makes a layout of columns, from left to right, with a blank between two of them.
  public init(_ columns: [Column]) { self.columns = columns }

  /// The width of each column in a table of a total width; nil for a column that is left out.
  ///
  /// The widths and the spaces between the columns that remain add up to the total.
  public func widths(filling total: Int) -> [Int?] {
    var widths: [Int?] = columns.map(\.minimum)
    var left = dropColumns(from: &widths, total: total)
    for index in indicesByImportance where left > 0 {
      guard let width = widths[index] else { continue }
      let growth = min(left, columns[index].ideal - width)
      widths[index] = width + growth
      left -= growth
    }
    if left > 0, let last = widths.lastIndex(where: { $0 != nil }) { widths[last] = (widths[last] ?? 0) + left }
    return widths
  }

  /// Most important first; among equals, the leftmost.
  private var indicesByImportance: [Int] {
    columns.indices.sorted { (columns[$1].priority, $0) < (columns[$0].priority, $1) }
  }

  /// Leaves out columns until the minimums fit and gives what is left over. The last one shrinks instead.
  private func dropColumns(from widths: inout [Int?], total: Int) -> Int {
    for index in indicesByImportance.reversed() {
      let kept = widths.compactMap { $0 }
      let left = total - kept.reduce(0, +) - max(0, kept.count - 1)
      if left >= 0 { return left }
      if kept.count == 1 {
        widths[index] = max(0, total)
        return 0
      }
      widths[index] = nil
    }
    return 0
  }
}
