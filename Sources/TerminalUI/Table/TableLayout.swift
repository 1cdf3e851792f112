public import TextFormatting

/// How the columns of a table share a width.
///
/// Every column has at least its minimum. What is left over first brings columns to their ideal width, the more
/// important ones before the others, then goes to the flexible ones; without a flexible one, to the last. A table that
/// is too narrow for all minimums loses its least important columns.
public struct TableLayout: Hashable, Sendable {
  /// One column's wishes.
  public struct Column: Hashable, Sendable {
    /// Fewer terminal columns than this, and the column is left out.
    public var minimum: Int
    /// As many as the content would like.
    public var ideal: Int
    /// The share of what is left over, relative to other columns; 0 takes none.
    public var flex: Int
    /// On which side its content stands.
    public var alignment: Alignment
    /// Columns of less importance are left out first; among equals, the rightmost.
    public var priority: Int

    /// Describes a column; the ideal width is the minimum if it isn't given.
    public init(
      minimum: Int, ideal: Int? = nil, flex: Int = 0, alignment: Alignment = .leading, priority: Int = 0
    ) {
      self.minimum = max(0, minimum)
      self.ideal = max(minimum, ideal ?? minimum)
      self.flex = max(0, flex)
      self.alignment = alignment
      self.priority = priority
    }
  }

  /// The columns from left to right.
  public var columns: [Column]
  /// Blank terminal columns between two columns.
  public var spacing: Int

  /// Makes a layout.
  public init(_ columns: [Column], spacing: Int = 1) {
    self.columns = columns
    self.spacing = max(0, spacing)
  }

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
    distribute(left, over: &widths)
    return widths
  }

  /// One line of the table: each text fitted to its column, in exactly the total width.
  public func line(_ texts: [String], filling total: Int, glyphs: GlyphSet = .unicode) -> String {
    var cells: [String] = []
    for (index, width) in widths(filling: total).enumerated() {
      guard let width else { continue }
      let text = index < texts.count ? texts[index] : ""
      cells.append(text.fitted(toColumns: width, alignment: columns[index].alignment, ellipsis: glyphs.ellipsis))
    }
    return cells.joined(separator: String(repeating: " ", count: spacing)).padded(toColumns: total)
  }

  /// Most important first; among equals, the leftmost.
  private var indicesByImportance: [Int] {
    columns.indices.sorted { (columns[$1].priority, $0) < (columns[$0].priority, $1) }
  }

  /// Leaves out columns until the minimums fit and gives what is left over. The last one shrinks instead.
  private func dropColumns(from widths: inout [Int?], total: Int) -> Int {
    for index in indicesByImportance.reversed() {
      let kept = widths.compactMap { $0 }
      let left = total - kept.reduce(0, +) - spacing * max(0, kept.count - 1)
      if left >= 0 { return left }
      if kept.count == 1 {
        widths[index] = max(0, total)
        return 0
      }
      widths[index] = nil
    }
    return 0
  }

  private func distribute(_ amount: Int, over widths: inout [Int?]) {
    let visible = widths.indices.filter { widths[$0] != nil }
    let takers = visible.filter { columns[$0].flex > 0 }
    let shares = takers.isEmpty ? visible.suffix(1).map { ($0, 1) } : takers.map { ($0, columns[$0].flex) }
    var left = amount
    var weight = shares.reduce(0) { $0 + $1.1 }
    for (index, flex) in shares where left > 0 {
      let part = (left * flex + weight - 1) / weight
      widths[index] = (widths[index] ?? 0) + part
      left -= part
      weight -= flex
    }
  }
}
