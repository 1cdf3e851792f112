#if CommandLine
import ModuleLifecycle
import RollcallTerminalUI
import RollcallTextFormatting

/// Pane 3: the cleaned objects by owner, numbered by acquisition, so that last in, first out reads as a countdown.
struct CleanupPane: PaneContent {
  let state: DashboardState
  let width: Int
  /// Whether durations have units. Otherwise, the head names the unit.
  private var isWide: Bool { width >= 40 }

  static func rows(in state: DashboardState) -> any PaneRows { state.cleanupRows }
  static func shortTitle(for state: DashboardState) -> String { "3 Cleanup" }

  static func detail(in state: DashboardState) -> Detail? {
    guard let row = state.selectedCleanupRow else { return state.selected.map { Detail(module: $0, state: state) } }
    return Detail(row.object, of: row.owner, state: state)
  }

  static func foldProblem(in state: DashboardState) -> String? {
    state.cleanupRows.count == 0 ? "There is nothing to fold yet." : nil
  }

  /// A shared row unfolds into one row for each object or owner; other rows fold what they belong to.
  static func toggleFold(in state: inout DashboardState) {
    guard let row = state.selectedCleanupRow else { return }
    let owner = row.owner.id
    let isShared = state.selectedRow(of: .cleanup).map { state.cleanupRows.count(at: $0) > 1 } ?? false
    let isMember = row.owner.isGoneForGood && state.cleanupRows.manyNames.contains(row.owner.name)
    if row.object == nil, isShared || isMember && state.ownerFolds[owner] != .all {
      state.lists[.cleanup].selected = row.id
      return state.unfoldedOwners.formSymmetricDifference([row.owner.name])
    }
    if state.lists[.cleanup].selected == nil || !isShared {
      state.lists[.cleanup].selected = isShared ? row.id : .object(owner, nil)
    }
    state.ownerFolds[owner] = isShared ? OwnerFold.none : state.ownerFolds[owner] == .all ? .shared : .all
  }

  var table: Table {
    let (rows, fix) = (state.cleanupRows, state.leakFix)
    let digits = min(10, max(2, String(state.application.ownership.greatestNumber).count))
    var table = Table(
      columns: [
        Table.Column(title: "#", width: digits...digits, alignment: .trailing, gap: 0),
        Table.Column(title: "object", width: 10...Int.max),
        Table.Column(title: "reason", width: 8...(isWide ? 10 : 8), spoken: ""),
        Table.Column(title: isWide ? "took" : "ms", width: 2...7, alignment: .trailing, spoken: ""),
      ], count: rows.lineCount
    ) { line in
      switch rows.lines[line] {
      case .row(let row, let count): self.row(rows.rows[row], count: count)
      case .hint(let text, let owner, let isLast):
        .line(
          Table.Cell(text, Style.caution),
          end: isLast && fix?.owner == owner && fix?.title == nil
            ? fix.map { Table.Text("i \($0.verb)", Style.key) } : nil,
          isSelectable: false)
      }
    }
    table.emptyText = emptyText
    table.saysPlace = true
    table.foot = [.empty, Table.Cell(parts: counts, Style.label)]
    return table
  }

  private var emptyText: String {
    if let noMatch = state.noMatch(in: .cleanup) { return noMatch }
    let owned = state.application.ownership.liveCount
    if owned == 0 { return "Nothing has been cleaned up, and nothing is owned." }
    let text = "Nothing has been cleaned up yet. \(Phrases.count(owned, "object")) \(owned == 1 ? "is" : "are") owned."
    guard state.mayAct, state.hasScreen else { return text }
    return "\(text) x removes the selected module, if possible, and cleans its objects, newest first."
  }

  private func row(_ row: CleanupRows.Row, count: Int) -> Table.Row {
    let owner = row.owner
    guard let object = row.object else {
      return .line(heading(row, count: count), isSelectable: true)
    }
    let isWaiting = object.released?.isLateRelease ?? (object.releasing != nil || !object.isLasting)
    let style = owner.isOverdue(object) ? Style.bad : isWaiting ? Style.caution : .plain
    return .cells([
      Table.Cell("\(object.number)", style), Table.Cell(object.title, times: count, style),
      Table.Cell(object.word(of: owner), style), Table.Cell(time(of: object, of: owner, count: count), style),
    ])
  }

  private func heading(_ row: CleanupRows.Row, count: Int) -> Table.Cell {
    let owner = row.owner
    let style = owner.isOverdue ? Style.bad : owner.isStillAlive || owner.isLateRelease ? Style.caution : Style.label
    let fate = count > 1 ? [row.end] : [owner.end, owner.removalTime(Clock(state)) ?? ""]
    var cell = Table.Cell(parts: [Phrases.name(of: owner)] + fate, style)
    cell.texts[0].style = .bold
    cell.count(count)
    return cell
  }

  /// How long the cleanup took or, of an open object, since when it is expected.
  private func time(of object: OwnedObjectHistory.Object, of owner: OwnedObjectHistory.Owner, count: Int) -> String {
    guard let took = object.released?.cleanupNanoseconds else {
      let expected = owner.isFreed || object.isLasting ? nil : owner.removedAt
      return (object.releasing?.atNanoseconds ?? expected).map { Phrases.age(state.now.minus($0)) } ?? ""
    }
    return count > 1 ? "" : isWide ? Phrases.time(took) : DurationText.milliseconds(nanoseconds: took)
  }

  /// The counts, those of problems first.
  private var counts: [String] {
    let log = state.application.ownership
    let live = log.liveCount - log.overdueObjectCount - log.releasingCount
    let late = log.lateCount > 0 ? " (\(Phrases.number(log.lateCount)) late)" : ""
    return [
      (log.overdueCount, "overdue"), (log.cleanedCount, "cleaned\(late)"), (log.releasingCount, "releasing"),
      (live, "live"), (log.forgottenCount, "older not kept"),
    ].filter { $0.0 > 0 }.map { "\(Phrases.number($0.0)) \($0.1)" }
  }
}
#endif
