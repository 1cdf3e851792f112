import TerminalUI

/// Where the texts of a row of the cleanup pane stand: number, kind, name, reason, time.
struct CleanupColumns {
  let area: Rect
  /// Whether kinds, names and reasons stand in columns of their own, and durations have their units beside them. Else a
  /// name follows its kind, and a reason goes to the right edge with its time; the head names the unit.
  let isWide: Bool
  private let name: Int
  private let nameWidth: Int
  private let reason: Int

  private static let tookWidth = 7

  init(_ area: Rect) {
    self.area = area
    isWide = area.width >= 40
    name = area.x + 14
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
    canvas.write(number.padded(toColumns: 3, alignment: .trailing), x: area.x, y: y, style: style)
    guard isWide else {
      return writeNarrow(kind: kind, name: name, reason: reason, took: took, style: style, on: &canvas, y: y)
    }
    // A reason may go on where a short time leaves room.
    let room = area.maxX - self.reason - (took.isEmpty ? 0 : min(Self.tookWidth, took.columnWidth) + 1)
    canvas.write(kind, x: area.x + 4, y: y, style: style, maxColumns: 9)
    canvas.write(name, x: self.name, y: y, style: style, maxColumns: nameWidth)
    canvas.write(reason, x: self.reason, y: y, style: style, maxColumns: room)
    canvas.write(
      took, x: area.maxX - min(Self.tookWidth, took.columnWidth), y: y, style: style, maxColumns: Self.tookWidth)
  }

  private func writeNarrow(
    kind: String, name: String, reason: String, took: String, style: Style, on canvas: inout Canvas, y: Int
  ) {
    let used = canvas.write(kind, x: area.x + 4, y: y, style: style, maxColumns: 8)
    // Times stand below each other where that takes nothing from the name.
    let room = area.width - 6 - used - reason.columnWidth - name.columnWidth
    let time = took.padded(toColumns: room > 4 ? 4 : 0, alignment: .trailing)
    let tail = took.isEmpty ? reason : "\(reason) \(time)"
    let end = area.maxX - min(tail.columnWidth, area.width - 14)
    canvas.write(tail, x: end, y: y, style: style, maxColumns: area.maxX - end)
    canvas.write(name, x: area.x + 5 + used, y: y, style: style, maxColumns: max(0, end - area.x - 6 - used))
  }
}
