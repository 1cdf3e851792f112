/// A span on an axis as a text bar: one row of a waterfall.
public enum Bar {
  /// Returns text of exactly `width` columns with a bar for the span between two fractions of the axis.
  ///
  /// The bar begins in the cell where the span begins. Its length is that of the span, to an eighth of a cell, and at
  /// least an eighth. Fractions are clamped to 0...1. An end before the start counts as the start.
  ///
  /// The last cells are drawn as blocked, and those before them as waiting, according to the fractions `waiting` and
  /// `blocked` of the bar. They are at the end whenever these times occurred.
  ///
  ///     Bar.text(from: 0.25, to: 0.5, width: 8)  // "  ██    "
  public static func text(
    from start: Double, to end: Double, width: Int, waiting: Double = 0, blocked: Double = 0,
    glyphs: GlyphSet = .unicode
  ) -> String {
    guard width > 0 else { return "" }
    let start = fraction(start)
    let length = max(0, fraction(end) - start)
    let first = min(width - 1, Int(start * Double(width)))
    let eighths = min(max(1, Int(length * Double(width) * 8 + 0.5)), (width - first) * 8)
    let pieces = glyphs.barEighths
    let cells = (eighths + 7) / 8
    let blockedCells = min(cells, Int((fraction(blocked) * Double(cells)).rounded()))
    let waitingCells = min(cells - blockedCells, Int((fraction(waiting) * Double(cells)).rounded()))
    let isWhole = blockedCells + waitingCells == 0
    var bar = String(repeating: " ", count: first)
    bar += String(repeating: pieces[7], count: isWhole ? eighths / 8 : cells - blockedCells - waitingCells)
    if isWhole, eighths % 8 > 0 {
      bar += glyphs.isASCII && eighths > 8 && eighths % 8 < 4 ? " " : pieces[eighths % 8 - 1]
    }
    bar += String(repeating: glyphs.barWaiting, count: waitingCells)
    bar += String(repeating: glyphs.barBlocked, count: blockedCells)
    return bar + String(repeating: " ", count: width - first - cells)
  }

  private static func fraction(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }
}
