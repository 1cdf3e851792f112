#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// How a dispatch stood to what its event may take: in words, and, where it took longer, as a mark on the waterfall's axis.
struct BudgetMark {
  let total: UInt64
  let budget: UInt64

  /// - Returns: `nil` where the event may take any time.
  init?(dispatch: DispatchEntry, budget: UInt64?) {
    guard let budget else { return nil }
    (total, self.budget) = (dispatch.totalNanoseconds, budget)
  }

  var isOver: Bool { total > budget }

  /// `<1% of 5 s`, `over 5 s`.
  var words: String {
    isOver ? "over \(Words.limit(budget))" : "\(ShareText.format(total, of: budget)) of \(Words.limit(budget))"
  }

  /// A column of `!` at the time at which the budget was used up, with its name in the head. What is right of it came
  /// too late.
  ///
  /// - Parameter rows: How many rows there are in sight.
  func draw(on axis: TimeAxis, _ columns: TimingsColumns, rows: Int, on canvas: inout Canvas, in area: Rect) {
    guard isOver, columns.barWidth > 3 else { return }
    let fraction = axis.range(from: 0, lasting: budget).to
    let x = columns.bar + min(columns.barWidth - 1, Int(fraction * Double(columns.barWidth)))
    for y in (area.y + 1)..<(area.y + 1 + max(0, min(rows, area.height - 2))) where canvas[x, y].isBlank {
      canvas.write("!", x: x, y: y, style: Palette.bad)
    }
    drawName(at: x, columns, on: &canvas, y: area.y)
  }

  /// Before the mark or after it, wherever the head has room; what it takes away is said below.
  private func drawName(at x: Int, _ columns: TimingsColumns, on canvas: inout Canvas, y: Int) {
    let name = "budget \(Words.limit(budget))"
    let isBefore = x - columns.bar > name.columnWidth
    let room = columns.bar + columns.barWidth - x - 2
    guard isBefore || name.columnWidth <= room else { return }
    canvas.fill(Rect(x: columns.bar, y: y, width: columns.barWidth, height: 1))
    canvas.write("!", x: x, y: y, style: Palette.bad)
    canvas.write(name, x: isBefore ? x - 1 - name.columnWidth : x + 2, y: y, style: Palette.bad)
  }
}
#endif
