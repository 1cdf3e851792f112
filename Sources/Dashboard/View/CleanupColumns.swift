#if CommandLine
import TerminalUI
import TextFormatting

/// Where the texts of a row of the cleanup pane stand: number, kind, name, reason, time.
struct CleanupColumns {
  let area: Rect
  /// Whether kinds, names and reasons stand in columns of their own, and durations have their units beside them. Else a
  /// name follows its kind, and a reason goes to the right edge with its time; the head names the unit.
  let isWide: Bool
  /// Columns for a number; one for a marker stands before it.
  private let numberWidth: Int
  private let kind: Int
  private let name: Int
  private let nameWidth: Int
  private let reason: Int

  private static let tookWidth = 7

  /// - Parameter greatestNumber: The greatest number that there is a row for; the others stand below it.
  init(_ area: Rect, greatestNumber: Int) {
    self.area = area
    // No journal has counted up to more digits, though a file may say so.
    numberWidth = min(10, max(2, String(greatestNumber).count))
    isWide = area.width >= (numberWidth > 3 ? 38 + numberWidth : 40)
    kind = area.x + numberWidth + 2
    name = kind + 10
    reason = area.maxX - Self.tookWidth - 10
    nameWidth = max(1, reason - name - 1)
  }

  func took(_ nanoseconds: UInt64) -> String {
    isWide ? DurationText.format(nanoseconds: nanoseconds) : DurationText.milliseconds(nanoseconds: nanoseconds)
  }

  func write(
    number: String, kind: String, name: String, reason: String, took: String, style: Style,
    on canvas: inout Canvas, y: Int
  ) {
    let width = numberWidth + 1
    canvas.write(
      number.padded(toColumns: width, alignment: .trailing), x: area.x, y: y, style: style, maxColumns: width)
    guard isWide else {
      return writeNarrow(kind: kind, name: name, reason: reason, took: took, style: style, on: &canvas, y: y)
    }
    // A reason may go on where a short time leaves room.
    let room = area.maxX - self.reason - (took.isEmpty ? 0 : min(Self.tookWidth, took.columnWidth) + 1)
    canvas.write(kind, x: self.kind, y: y, style: style, maxColumns: 9)
    canvas.write(name, x: self.name, y: y, style: style, maxColumns: nameWidth)
    canvas.write(reason, x: self.reason, y: y, style: style, maxColumns: room)
    canvas.write(
      took, x: area.maxX - min(Self.tookWidth, took.columnWidth), y: y, style: style, maxColumns: Self.tookWidth)
  }

  private func writeNarrow(
    kind: String, name: String, reason: String, took: String, style: Style, on canvas: inout Canvas, y: Int
  ) {
    let start = self.kind + canvas.write(kind, x: self.kind, y: y, style: style, maxColumns: 8) + 1
    // Times stand below each other where that takes nothing from the name.
    let room = area.maxX - start - 1 - reason.columnWidth - name.columnWidth
    let time = took.padded(toColumns: room > 4 ? 4 : 0, alignment: .trailing)
    let tail = took.isEmpty ? reason : "\(reason) \(time)"
    let end = area.maxX - min(tail.columnWidth, area.maxX - self.kind - 10)
    canvas.write(tail, x: end, y: y, style: style, maxColumns: area.maxX - end)
    canvas.write(name, x: start, y: y, style: style, maxColumns: max(0, end - start - 1))
  }
}
#endif
