#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// Pane 3: what was cleaned up, by owner, numbered by acquisition, so that last in, first out reads as a countdown.
struct CleanupPane {
  let state: DashboardState

  /// The title: while there is a filter, what it is and how many rows fit.
  static func title(for state: DashboardState, room: Int) -> String {
    guard let filter = state.ownership.filter else { return "3 Cleanup" }
    let count = "\(Words.number(state.ownership.matchCount)) of \(Words.number(state.ownership.objectCount))"
    return PaneTabs.filtered("3 Cleanup", by: filter, count, room: room)
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let columns = CleanupColumns(area, greatestNumber: state.ownership.greatestNumber)
    columns.write(
      number: "#", kind: "kind", name: "name", reason: "reason", took: columns.isWide ? "took" : "ms",
      style: Palette.label, on: &canvas,
      y: area.y)
    guard state.ownership.rowCount > 0 else {
      drawEmpty(on: &canvas, in: area)
      return drawTotal(nil, on: &canvas, in: area)
    }
    let window = CleanupWindow(state, width: area.width, height: max(0, area.height - 2))
    draw(window, columns, on: &canvas, in: area)
    drawTotal(window, on: &canvas, in: area)
  }

  private func draw(_ window: CleanupWindow, _ columns: CleanupColumns, on canvas: inout Canvas, in area: Rect) {
    let selected = state.cleanupRow
    for (offset, line) in window.lines.enumerated() {
      let y = area.y + 1 + offset
      switch line {
      case .row(let row, let index):
        draw(row, isSelected: state.focus == .cleanup && index == selected, columns, on: &canvas, y: y)
      case .note(let note, _):
        canvas.write(note.text, x: area.x + 1, y: y, style: Palette.caution, maxColumns: area.width - 2)
        guard !note.key.isEmpty else { continue }
        let x = area.maxX - 1 - note.key.columnWidth
        canvas.write(note.key, x: x, y: y)
        canvas.write("i", x: x, y: y, style: Palette.key)
      }
    }
  }

  private func drawEmpty(on canvas: inout Canvas, in area: Rect) {
    let text = emptyText
    for (offset, line) in text.wrapped(toColumns: area.width - 2).prefix(max(0, area.height - 2)).enumerated() {
      canvas.write(line, x: area.x + 1, y: area.y + 1 + offset, style: Palette.label)
    }
  }

  private var emptyText: String {
    if let filter = state.ownership.filter {
      return "No row fits \"\(filter.query)\": every word has to be in its owner, kind, name or reason. "
        + "Esc clears the filter."
    }
    let owned = state.ownership.liveCount
    if owned == 0 { return "Nothing has been cleaned up, and nothing is owned." }
    let text = "Nothing has been cleaned up yet. \(Words.count(owned, "object")) \(owned == 1 ? "is" : "are") owned."
    guard state.playback == nil else { return text }
    return "\(text) x removes the selected module, if it can go, and cleans its own, last acquired first."
  }

  private func draw(
    _ row: OwnershipLog.Row, isSelected: Bool, _ columns: CleanupColumns, on canvas: inout Canvas, y: Int
  ) {
    switch row {
    case .heading(let owner):
      drawHeading(owner, columns, on: &canvas, y: y)
    case .open(let owner, let object):
      draw(object, of: owner, columns, on: &canvas, y: y)
    case .cleaned(_, let object):
      let released = object.released
      columns.write(
        number: "\(released.number)", kind: released.kind, name: Words.name(of: object),
        reason: OwnershipLog.word(for: released),
        took: columns.took(released.cleanupNanoseconds), style: released.isLateRelease ? Palette.caution : .plain,
        on: &canvas, y: y)
    }
    guard isSelected else { return }
    canvas.write(canvas.glyphs.selection, x: columns.area.x, y: y, style: Palette.accent.bold)
    canvas.restyle(Rect(x: columns.area.x, y: y, width: columns.area.width, height: 1)) { $0.reversed }
  }

  private func draw(
    _ object: OwnedEntry, of owner: OwnershipLog.Owner, _ columns: CleanupColumns, on canvas: inout Canvas, y: Int
  ) {
    let isOverdue = owner.isOverdue(object)
    let releasing = owner.releasing[object.number]?.atNanoseconds
    let since = releasing ?? (owner.isFreed || object.isLasting ? nil : owner.removedAt)
    let age = since.map { Words.age(state.now - min($0, state.now)) } ?? ""
    let isWaiting = releasing != nil || !object.isLasting
    columns.write(
      number: "\(object.number)", kind: object.kind, name: Words.name(of: object),
      reason: OwnershipLog.word(for: object, of: owner), took: age,
      style: isOverdue ? Palette.bad : isWaiting ? Palette.caution : .plain, on: &canvas, y: y)
  }

  private func drawHeading(_ owner: OwnershipLog.Owner, _ columns: CleanupColumns, on canvas: inout Canvas, y: Int) {
    let name = Words.name(of: owner)
    let room = columns.area.width - 1
    let heading = OwnerHeading(owner: owner, clock: Clock(state))
    let fits = heading.texts.first { name.columnWidth + 1 + $0.columnWidth <= room }
    let text = fits ?? heading.texts.last ?? ""
    let used = canvas.write(
      name, x: columns.area.x + 1, y: y, style: .bold, maxColumns: max(4, room - text.columnWidth - 1))
    canvas.write(
      text, x: columns.area.x + 2 + used, y: y, style: heading.style, maxColumns: max(0, room - used - 1))
  }

  /// Which rows are in sight, unless all are, and what there is to count. What there is too much of stays longest where
  /// room is short.
  private func drawTotal(_ window: CleanupWindow?, on canvas: inout Canvas, in area: Rect) {
    let log = state.ownership
    let live = log.liveCount - log.overdueObjectCount - log.releasingCount
    let late = log.lateCount > 0 ? " (\(Words.number(log.lateCount)) late)" : ""
    var parts: [String] = []
    if log.forgottenCount > 0 { parts.append("\(Words.number(log.forgottenCount)) older not kept") }
    if live > 0 { parts.append("\(Words.number(live)) live") }
    if log.releasingCount > 0 { parts.append("\(Words.number(log.releasingCount)) releasing") }
    if log.cleanedCount > 0 { parts.append("\(Words.number(log.cleanedCount)) cleaned\(late)") }
    if log.overdueCount > 0 { parts.append("\(Words.number(log.overdueCount)) overdue") }
    var room = area.width - 1
    if let place = place(of: window) {
      canvas.write(place, x: area.x + 1, y: area.maxY - 1, style: Palette.label)
      room -= place.columnWidth + 2
    }
    while parts.count > 1, parts.joined(separator: "  ").columnWidth > room { parts.removeFirst() }
    let text = parts.joined(separator: "  ")
    guard text.columnWidth <= room else { return }
    canvas.write(text, x: area.maxX - text.columnWidth, y: area.maxY - 1, style: Palette.label)
  }

  /// The rows that are in sight, counted from the oldest that is kept; `nil` where all are.
  private func place(of window: CleanupWindow?) -> String? {
    let rows = window?.rows ?? 0..<0
    guard !rows.isEmpty, rows.count < state.ownership.rowCount else { return nil }
    return
      "\(Words.number(rows.lowerBound + 1))-\(Words.number(rows.upperBound)) of \(Words.number(state.ownership.rowCount))"
  }
}

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
