import ModuleLifecycle
import TerminalUI

/// Pane 3: what was cleaned up, by owner, numbered by acquisition, so that last in, first out reads as a countdown.
struct CleanupPane {
  let state: DashboardState

  func draw(on canvas: inout Canvas, in area: Rect) {
    let columns = Columns(area)
    columns.write(
      number: "#", kind: "kind", name: "name", reason: "reason", took: columns.isWide ? "took" : "ms",
      style: Palette.label, on: &canvas,
      y: area.y)
    guard state.ownership.rowCount > 0 else { return drawEmpty(on: &canvas, in: area) }
    let visible = max(0, area.height - 2)
    let selected = state.cleanupRow
    let first = max(0, min(selected - visible / 2, state.ownership.rowCount - visible))
    for line in 0..<visible {
      guard let row = state.ownership.row(at: first + line) else { break }
      let isSelected = state.focus == .cleanup && first + line == selected
      draw(row, isSelected: isSelected, columns, on: &canvas, y: area.y + 1 + line)
    }
    drawTotal(on: &canvas, in: area)
  }

  private func drawEmpty(on canvas: inout Canvas, in area: Rect) {
    let owned = state.ownership.liveCount
    let text =
      owned == 0
      ? "Nothing has been cleaned up, and nothing is owned."
      : "Nothing has been cleaned up yet. \(Words.count(owned, "object")) \(owned == 1 ? "is" : "are") owned. "
        + "x removes the selected module and cleans its own, last acquired first."
    for (offset, line) in text.wrapped(toColumns: area.width - 2).prefix(max(0, area.height - 1)).enumerated() {
      canvas.write(line, x: area.x + 1, y: area.y + 1 + offset, style: Palette.label)
    }
  }

  private func draw(
    _ row: OwnershipLog.Row, isSelected: Bool, _ columns: Columns, on canvas: inout Canvas, y: Int
  ) {
    switch row {
    case .heading(let owner):
      drawHeading(owner, columns, on: &canvas, y: y)
    case .live(let owner, let object):
      let age = owner.removedAt.map { Words.age(state.now - min($0, state.now)) } ?? ""
      columns.write(
        number: "\(object.number)", kind: object.kind, name: object.name,
        reason: owner.isOverdue ? "OVERDUE" : "open", took: age,
        style: owner.isOverdue ? Palette.bad : Palette.caution, on: &canvas, y: y)
    case .cleaned(_, let object):
      let released = object.released
      columns.write(
        number: "\(released.number)", kind: released.kind, name: released.name,
        reason: released.reason.word,
        took: columns.took(released.cleanupNanoseconds), style: .plain, on: &canvas, y: y)
    }
    guard isSelected else { return }
    canvas.write(canvas.glyphs.selection, x: columns.area.x, y: y, style: Palette.accent.bold)
    canvas.restyle(Rect(x: columns.area.x, y: y, width: columns.area.width, height: 1)) { $0.reversed }
  }

  private func drawHeading(_ owner: OwnershipLog.Owner, _ columns: Columns, on canvas: inout Canvas, y: Int) {
    let name = owner.name.isEmpty ? "(no name)" : owner.name
    let room = columns.area.width - 1
    let inFull = heading(of: owner, isShort: false)
    let fits = name.columnWidth + 1 + inFull.text.columnWidth <= room
    let state = fits ? inFull : heading(of: owner, isShort: true)
    let used = canvas.write(
      name, x: columns.area.x + 1, y: y, style: .bold, maxColumns: max(4, room - state.text.columnWidth - 1))
    canvas.write(
      state.text, x: columns.area.x + 2 + used, y: y, style: state.style, maxColumns: max(0, room - used - 1))
  }

  private func heading(of owner: OwnershipLog.Owner, isShort: Bool) -> (text: String, style: Style) {
    guard let removedAt = owner.removedAt else { return (standing(of: owner), Palette.label) }
    let removed = isShort ? "removed" : "removed \(Clock(state).time(removedAt))"
    if let freedAfter = owner.freedAfter {
      return ("\(removed), freed in \(DurationText.format(nanoseconds: freedAfter))", Palette.label)
    }
    return owner.isOverdue ? ("\(removed), still alive", Palette.bad) : ("\(removed), not freed yet", Palette.caution)
  }

  /// Of an owner that was not removed: modules are present, other holders gone with their bag.
  private func standing(of owner: OwnershipLog.Owner) -> String {
    if owner.hasFailed { return "could not be created" }
    if owner.module != nil { return "present" }
    return owner.cleaned.contains { $0.released.reason == .ownerReleased } ? "gone" : ""
  }

  private func drawTotal(on canvas: inout Canvas, in area: Rect) {
    let overdue = state.ownership.overdueCount
    let forgotten = state.ownership.forgottenCount
    let text =
      (forgotten > 0 ? "\(forgotten) older not kept  " : "") + "\(state.ownership.cleanedCount) cleaned"
      + (overdue > 0 ? "  \(overdue) overdue" : "")
    canvas.write(text, x: area.maxX - text.columnWidth, y: area.maxY - 1, style: Palette.label)
  }

  /// Where the texts of a row stand: number, kind, name, reason, time.
  private struct Columns {
    let area: Rect
    /// Whether durations have their units beside them; else the head names the unit.
    let isWide: Bool
    private let name: Int
    private let nameWidth: Int
    private let reason: Int
    private let tookWidth: Int

    init(_ area: Rect) {
      self.area = area
      isWide = area.width >= 40
      name = area.x + (isWide ? 14 : 13)
      tookWidth = isWide ? 7 : 5
      reason = area.maxX - tookWidth - 10
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
      canvas.write(kind, x: area.x + 4, y: y, style: style, maxColumns: isWide ? 9 : 8)
      canvas.write(name, x: self.name, y: y, style: style, maxColumns: nameWidth)
      canvas.write(reason, x: self.reason, y: y, style: style, maxColumns: 9)
      canvas.write(
        took.padded(toColumns: tookWidth, alignment: .trailing), x: area.maxX - tookWidth, y: y, style: style,
        maxColumns: tookWidth)
    }
  }
}
