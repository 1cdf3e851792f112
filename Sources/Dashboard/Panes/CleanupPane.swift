#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// Pane 3: the cleaned objects by owner, numbered by acquisition, so that last in, first out reads as a countdown.
struct CleanupPane {
  let state: DashboardState
  let area: Rect

  /// The title. With a filter, it shows the query and the number of matching rows.
  static func title(for state: DashboardState, room: Int) -> String {
    guard let filter = state.cleanupFilter else { return "3 Cleanup" }
    return PaneTabs.filtered("3 Cleanup", by: filter, state.fittingObjects, room: room)
  }

  func draw(on canvas: inout Canvas) {
    let window = CleanupWindow(state, width: area.width, height: max(0, area.height - 2))
    let rows = window.lines.map(texts)
    let columns = CleanupColumns(
      area, greatestNumber: state.application.ownership.greatestNumber, rows.compactMap { $0?.texts })
    let head = CleanupColumns.Texts(
      number: "#", kind: "kind", name: "name", reason: "reason", took: columns.isWide ? "took" : "ms")
    columns.write(head, style: Style.label, on: &canvas, y: area.y)
    if state.cleanupRows.count == 0 { canvas.paragraph(emptyText, in: area.body) }
    for (offset, (line, row)) in zip(window.lines, rows).enumerated() {
      let y = area.y + 1 + offset
      if let row { columns.write(row.texts, style: row.style, on: &canvas, y: y) }
      switch line {
      case .row(let row, let index, _):
        if case .heading(let owner) = row { drawHeading(owner, on: &canvas, y: y) }
        guard state.focus == .cleanup, index == state.cleanupRow else { continue }
        canvas.mark(x: area.x, y: y)
        canvas.restyle(Rect(x: area.x, y: y, width: area.width, height: 1)) { $0.reversed }
      case .note(let note):
        canvas.write(note.text, x: area.x + 1, y: y, style: Style.caution, maxColumns: area.width - 2)
        guard !note.key.isEmpty else { continue }
        canvas.write(note.key, endingAt: area.maxX - 1, y: y, style: .plain)
        canvas.write("i", x: area.maxX - 1 - note.key.columnWidth, y: y, style: Style.key)
      }
    }
    drawTotal(window, on: &canvas)
  }

  private var emptyText: String {
    if let filter = state.cleanupFilter {
      return "No row matches \"\(filter.query)\": every word must be in its owner, kind, name or reason. "
        + "Esc clears the filter."
    }
    let owned = state.application.ownership.liveCount
    if owned == 0 { return "Nothing has been cleaned up, and nothing is owned." }
    let text = "Nothing has been cleaned up yet. \(Phrases.count(owned, "object")) \(owned == 1 ? "is" : "are") owned."
    guard state.mayAct else { return text }
    return
      "\(text) x removes the selected module, if possible, and cleans its objects, newest first."
  }

  /// The texts and style of an object's row; `nil` for headings and notes.
  private func texts(of line: CleanupWindow.Line) -> (texts: CleanupColumns.Texts, style: Style)? {
    guard case .row(let row, _, let count) = line else { return nil }
    let times = count > 1 ? "\(Phrases.number(count))\u{00D7} " : ""
    switch row {
    case .heading: return nil
    case .open(let owner, let object):
      let releasing = owner.releasing[object.number]?.atNanoseconds
      let since = releasing ?? (owner.isFreed || object.isLasting ? nil : owner.removedAt)
      let isWaiting = releasing != nil || !object.isLasting
      let texts = CleanupColumns.Texts(
        number: "\(object.number)", kind: object.kind, name: times + Phrases.name(of: object),
        reason: OwnedObjectHistory.word(for: object, of: owner),
        took: since.map { Phrases.age(state.now.minus($0)) } ?? "")
      return (texts, owner.isOverdue(object) ? Style.bad : isWaiting ? Style.caution : .plain)
    case .cleaned(_, let object):
      let (released, isWide) = (
        object.released, CleanupColumns.isWide(area, state.application.ownership.greatestNumber)
      )
      let took = released.cleanupNanoseconds
      let texts = CleanupColumns.Texts(
        number: "\(released.number)", kind: released.kind, name: times + Phrases.name(of: object),
        reason: OwnedObjectHistory.word(for: released),
        took: count > 1 ? "" : isWide ? Phrases.time(took) : DurationText.milliseconds(nanoseconds: took))
      return (texts, released.isLateRelease ? Style.caution : .plain)
    }
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

  /// Draws which rows are visible, unless all are, and the counts. In a narrow pane, the counts of problems stay
  /// longest.
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
      canvas.write(place, x: area.x + 1, y: area.maxY - 1, style: Style.label)
      room -= place.columnWidth + 2
    }
    while parts.count > 1, parts.joined(separator: "  ").columnWidth > room { parts.removeFirst() }
    let text = parts.joined(separator: "  ")
    guard text.columnWidth <= room else { return }
    canvas.write(text, endingAt: area.maxX, y: area.maxY - 1)
  }

  /// The visible rows, counted from the oldest kept row; `nil` if all rows are visible.
  private func place(of window: CleanupWindow) -> String? {
    let (rows, count) = (window.rows, state.cleanupRows.count)
    guard !rows.isEmpty, rows.count < count else { return nil }
    return "\(Phrases.number(rows.lowerBound + 1))-\(Phrases.number(rows.upperBound)) of \(Phrases.number(count))"
  }
}

/// The columns of a row of the cleanup pane: number, kind, name, reason, time.
struct CleanupColumns {
  struct Texts {
    let number: String
    let kind: String
    let name: String
    let reason: String
    let took: String
  }

  private let area: Rect
  /// Whether kind, name and reason have separate columns, and durations have units. Otherwise, the name follows its
  /// kind, the reason is at the right edge with the time, and the head names the unit.
  let isWide: Bool
  /// The columns for a number, without the marker's column before it.
  private let numberWidth: Int
  private let kind, kindWidth, name, reason: Int

  private static let tookWidth = 7

  /// - Parameters:
  ///   - greatestNumber: The greatest number of any row; smaller numbers are aligned to it.
  ///   - texts: The visible rows. A name gets the room that their kinds and reasons leave.
  init(_ area: Rect, greatestNumber: Int, _ texts: [Texts]) {
    self.area = area
    numberWidth = Self.numberWidth(greatestNumber)
    isWide = Self.isWide(area, greatestNumber)
    func width(_ text: (Texts) -> String, least: Int, most: Int) -> Int {
      min(most, texts.reduce(least) { max($0, text($1).columnWidth) })
    }
    kindWidth = width(\.kind, least: 4, most: 10)
    kind = area.x + numberWidth + 2
    name = kind + kindWidth + 1
    // A reason can extend into the room of a short time.
    let tail = width({ $0.took.isEmpty ? $0.reason : "\($0.reason) \($0.took)" }, least: 11, most: area.width / 2)
    reason =
      area.maxX - max(tail, width(\.reason, least: 6, most: 10) + 1 + width(\.took, least: 4, most: Self.tookWidth))
  }

  static func isWide(_ area: Rect, _ greatestNumber: Int) -> Bool {
    area.width >= max(40, 38 + numberWidth(greatestNumber))
  }

  /// No journal counts to more digits, but a file can contain them.
  private static func numberWidth(_ greatestNumber: Int) -> Int { min(10, max(2, String(greatestNumber).count)) }

  func write(_ texts: Texts, style: Style, on canvas: inout Canvas, y: Int) {
    let (width, took) = (numberWidth + 1, texts.took)
    canvas.write(texts.number.trailing(width), x: area.x, y: y, style: style, maxColumns: width)
    guard isWide else { return writeNarrow(texts, style: style, on: &canvas, y: y) }
    let tookWidth = min(Self.tookWidth, took.columnWidth)
    let room = area.maxX - reason - (took.isEmpty ? 0 : tookWidth + 1)
    canvas.write(texts.kind, x: kind, y: y, style: style, maxColumns: kindWidth)
    canvas.write(texts.name, x: name, y: y, style: style, maxColumns: max(1, reason - name - 1))
    canvas.write(texts.reason, x: reason, y: y, style: style, maxColumns: room)
    canvas.write(took, x: area.maxX - tookWidth, y: y, style: style, maxColumns: Self.tookWidth)
  }

  private func writeNarrow(_ texts: Texts, style: Style, on canvas: inout Canvas, y: Int) {
    let start = kind + canvas.write(texts.kind, x: kind, y: y, style: style, maxColumns: 8) + 1
    // Times are aligned where this takes no room from the name.
    let room = area.maxX - start - 1 - texts.reason.columnWidth - texts.name.columnWidth
    let time = texts.took.trailing(room > 4 ? 4 : 0)
    let tail = texts.took.isEmpty ? texts.reason : "\(texts.reason) \(time)"
    let end = area.maxX - min(tail.columnWidth, area.maxX - kind - 10)
    canvas.write(tail, x: end, y: y, style: style, maxColumns: area.maxX - end)
    canvas.write(texts.name, x: start, y: y, style: style, maxColumns: max(0, end - start - 1))
  }
}
#endif
