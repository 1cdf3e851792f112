#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// Pane 3: what was cleaned up, by owner, numbered by acquisition, so that last in, first out reads as a countdown.
struct CleanupPane {
  let state: DashboardState
  let area: Rect
  private let columns: CleanupColumns

  init(state: DashboardState, area: Rect) {
    (self.state, self.area) = (state, area)
    columns = CleanupColumns(area, greatestNumber: state.application.ownership.greatestNumber)
  }

  /// The title: while there is a filter, what it is and how many rows fit.
  static func title(for state: DashboardState, room: Int) -> String {
    guard let filter = state.application.ownership.filter else { return "3 Cleanup" }
    return PaneTabs.filtered("3 Cleanup", by: filter, state.fittingObjects, room: room)
  }

  func draw(on canvas: inout Canvas) {
    let took = columns.isWide ? "took" : "ms"
    let head = CleanupColumns.Texts(number: "#", kind: "kind", name: "name", reason: "reason", took: took)
    columns.write(head, style: Palette.label, on: &canvas, y: area.y)
    let window = CleanupWindow(state, width: area.width, height: max(0, area.height - 2))
    if state.application.ownership.rowCount == 0 { canvas.paragraph(emptyText, in: area.body) }
    for (offset, line) in window.lines.enumerated() {
      let y = area.y + 1 + offset
      switch line {
      case .row(let row, let index):
        draw(row, isSelected: state.focus == .cleanup && index == state.cleanupRow, on: &canvas, y: y)
      case .note(let note):
        canvas.write(note.text, x: area.x + 1, y: y, style: Palette.caution, maxColumns: area.width - 2)
        guard !note.key.isEmpty else { continue }
        canvas.write(note.key, endingAt: area.maxX - 1, y: y, style: .plain)
        canvas.write(state.shown("i"), x: area.maxX - 1 - note.key.columnWidth, y: y, style: Palette.key)
      }
    }
    drawTotal(window, on: &canvas)
  }

  private var emptyText: String {
    if let filter = state.application.ownership.filter {
      return "No row fits \"\(filter.query)\": every word has to be in its owner, kind, name or reason. "
        + "Esc clears the filter."
    }
    let owned = state.application.ownership.liveCount
    if owned == 0 { return "Nothing has been cleaned up, and nothing is owned." }
    let text = "Nothing has been cleaned up yet. \(Phrases.count(owned, "object")) \(owned == 1 ? "is" : "are") owned."
    guard state.mayAct else { return text }
    return
      "\(text) \(state.shown("x")) removes the selected module, if it can go, and cleans its own, last acquired first."
  }

  private func draw(_ row: OwnedObjectHistory.Row, isSelected: Bool, on canvas: inout Canvas, y: Int) {
    switch row {
    case .heading(let owner): drawHeading(owner, on: &canvas, y: y)
    case .open(let owner, let object): draw(object, of: owner, on: &canvas, y: y)
    case .cleaned(_, let object):
      let released = object.released
      let texts = CleanupColumns.Texts(
        number: "\(released.number)", kind: released.kind, name: Phrases.name(of: object),
        reason: OwnedObjectHistory.word(for: released), took: columns.took(released.cleanupNanoseconds))
      columns.write(texts, style: released.isLateRelease ? Palette.caution : .plain, on: &canvas, y: y)
    }
    guard isSelected else { return }
    canvas.mark(x: area.x, y: y)
    canvas.restyle(Rect(x: area.x, y: y, width: area.width, height: 1)) { $0.reversed }
  }

  private func draw(_ object: OwnedEntry, of owner: OwnedObjectHistory.Owner, on canvas: inout Canvas, y: Int) {
    let releasing = owner.releasing[object.number]?.atNanoseconds
    let since = releasing ?? (owner.isFreed || object.isLasting ? nil : owner.removedAt)
    let isWaiting = releasing != nil || !object.isLasting
    let texts = CleanupColumns.Texts(
      number: "\(object.number)", kind: object.kind, name: Phrases.name(of: object),
      reason: OwnedObjectHistory.word(for: object, of: owner),
      took: since.map { Phrases.age(state.now.minus($0)) } ?? "")
    let style = owner.isOverdue(object) ? Palette.bad : isWaiting ? Palette.caution : .plain
    columns.write(texts, style: style, on: &canvas, y: y)
  }

  private func drawHeading(_ owner: OwnedObjectHistory.Owner, on canvas: inout Canvas, y: Int) {
    let (name, room) = (Phrases.name(of: owner), area.width - 1)
    let heading = OwnerHeading(owner: owner, clock: Clock(state))
    let fits = heading.texts.first { name.columnWidth + 1 + $0.columnWidth <= room }
    let text = fits ?? heading.texts.last ?? ""
    let used = canvas.write(
      name, x: area.x + 1, y: y, style: .bold, maxColumns: max(4, room - text.columnWidth - 1))
    canvas.write(text, x: area.x + 2 + used, y: y, style: heading.style, maxColumns: max(0, room - used - 1))
  }

  /// Which rows are in sight, unless all are, and what there is to count. What there is too much of stays longest where
  /// room is short.
  private func drawTotal(_ window: CleanupWindow, on canvas: inout Canvas) {
    let log = state.application.ownership
    let live = log.liveCount - log.overdueObjectCount - log.releasingCount
    let late = log.lateCount > 0 ? " (\(Phrases.number(log.lateCount)) late)" : ""
    var parts = [
      (log.forgottenCount, "older not kept"), (live, "live"), (log.releasingCount, "releasing"),
      (log.cleanedCount, "cleaned\(late)"), (log.overdueCount, "overdue"),
    ].filter { $0.0 > 0 }.map { "\(Phrases.number($0)) \($1)" }
    var room = area.width - 1
    if let place = place(of: window) {
      canvas.write(place, x: area.x + 1, y: area.maxY - 1, style: Palette.label)
      room -= place.columnWidth + 2
    }
    while parts.count > 1, parts.joined(separator: "  ").columnWidth > room { parts.removeFirst() }
    let text = parts.joined(separator: "  ")
    guard text.columnWidth <= room else { return }
    canvas.write(text, endingAt: area.maxX, y: area.maxY - 1)
  }

  /// The rows that are in sight, counted from the oldest that is kept; `nil` where all are.
  private func place(of window: CleanupWindow) -> String? {
    let (rows, count) = (window.rows, state.application.ownership.rowCount)
    guard !rows.isEmpty, rows.count < count else { return nil }
    return "\(Phrases.number(rows.lowerBound + 1))-\(Phrases.number(rows.upperBound)) of \(Phrases.number(count))"
  }
}

/// Where the texts of a row of the cleanup pane stand: number, kind, name, reason, time.
struct CleanupColumns {
  struct Texts {
    let number: String
    let kind: String
    let name: String
    let reason: String
    let took: String
  }

  private let area: Rect
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
    isWide ? Phrases.time(nanoseconds) : DurationText.milliseconds(nanoseconds: nanoseconds)
  }

  func write(_ texts: Texts, style: Style, on canvas: inout Canvas, y: Int) {
    let (width, took) = (numberWidth + 1, texts.took)
    canvas.write(texts.number.trailing(width), x: area.x, y: y, style: style, maxColumns: width)
    guard isWide else { return writeNarrow(texts, style: style, on: &canvas, y: y) }
    // A reason may go on where a short time leaves room.
    let tookWidth = min(Self.tookWidth, took.columnWidth)
    let room = area.maxX - reason - (took.isEmpty ? 0 : tookWidth + 1)
    canvas.write(texts.kind, x: kind, y: y, style: style, maxColumns: 9)
    canvas.write(texts.name, x: name, y: y, style: style, maxColumns: nameWidth)
    canvas.write(texts.reason, x: reason, y: y, style: style, maxColumns: room)
    canvas.write(took, x: area.maxX - tookWidth, y: y, style: style, maxColumns: Self.tookWidth)
  }

  private func writeNarrow(_ texts: Texts, style: Style, on canvas: inout Canvas, y: Int) {
    let start = kind + canvas.write(texts.kind, x: kind, y: y, style: style, maxColumns: 8) + 1
    // Times stand below each other where that takes nothing from the name.
    let room = area.maxX - start - 1 - texts.reason.columnWidth - texts.name.columnWidth
    let time = texts.took.trailing(room > 4 ? 4 : 0)
    let tail = texts.took.isEmpty ? texts.reason : "\(texts.reason) \(time)"
    let end = area.maxX - min(tail.columnWidth, area.maxX - kind - 10)
    canvas.write(tail, x: end, y: y, style: style, maxColumns: area.maxX - end)
    canvas.write(texts.name, x: start, y: y, style: style, maxColumns: max(0, end - start - 1))
  }
}
#endif
