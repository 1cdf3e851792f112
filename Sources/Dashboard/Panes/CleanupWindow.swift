#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting
import Recordings

/// The visible lines of the cleanup pane: the rows around the selected one, with notes between them.
///
/// A note's height varies, so a row's position is only known once the rows around it are laid out. The cost depends on
/// the visible rows, not on the length of the log.
struct CleanupWindow {
  enum Line: Equatable {
    case row(CleanupRows.Row, index: Int, count: Int)
    case note(HolderNote)
  }

  private(set) var lines: [Line] = []

  init(_ state: DashboardState, width: Int, height: Int) {
    let rows = state.cleanupRows
    guard height > 0, rows.count > 0 else { return }
    let selected = state.cleanupRow
    let fix = state.leakFix
    var above: [Line] = []
    var row = selected - 1
    while row >= 0, above.count < height {
      above.insert(contentsOf: Self.lines(of: row, rows, state, fix, width), at: 0)
      row -= 1
    }
    var below: [Line] = []
    row = selected
    while row < rows.count, below.count < height {
      below += Self.lines(of: row, rows, state, fix, width)
      row += 1
    }
    let all = above + below
    let line = min(max(0, state.cleanupLine ?? height / 2), height - 1)
    let first = max(0, min(above.count - line, all.count - height))
    lines = Array(all.dropFirst(first).prefix(height))
  }

  /// The indices of the visible rows.
  var rows: Range<Int> {
    let places = lines.compactMap { line in if case .row(_, let index, _) = line { index } else { nil } }
    guard let first = places.first, let last = places.last else { return 0..<0 }
    return first..<(last + 1)
  }

  private static func lines(
    of index: Int, _ rows: CleanupRows, _ state: DashboardState, _ fix: LeakFix?, _ width: Int
  ) -> [Line] {
    let (row, next) = (rows.rows[index], index + 1 < rows.count ? rows.rows[index + 1] : nil)
    let owner = row.owner
    let line = Line.row(row, index: index, count: rows.count(at: index))
    guard owner.isOverdue, isLastOpen(row, nextTo: next) else { return [line] }
    let notes = HolderNote.lines(
      for: owner, in: state.application.ownership, fix: fix, width: width - 2)
    return [line] + notes.map(Line.note)
  }

  /// Notes follow the last open row, or the heading of an owner without open rows.
  private static func isLastOpen(_ row: CleanupRows.Row, nextTo next: CleanupRows.Row?) -> Bool {
    if case .cleaned = row { return false }
    guard case .open(let owner, _) = next else { return true }
    return owner.id != row.owner.id
  }
}

/// A line below an overdue owner's rows: what may hold the owner, and the key that helps.
struct HolderNote: Equatable {
  var text: String
  /// The key and its action, at the end of the line.
  var key = ""

  /// - Parameters:
  ///   - fix: What the key does, if it acts on this owner.
  static func lines(
    for owner: OwnedObjectHistory.Owner, in log: OwnedObjectHistory, fix: LeakFix?, width: Int
  ) -> [HolderNote] {
    var lines = text(for: owner, in: log).wrapped(toColumns: width).prefix(4).map { HolderNote(text: $0) }
    guard let fix, fix.owner == owner.id else { return lines }
    let key = "i \(fix.word)"
    if (lines.last?.text.columnWidth ?? width) + 2 + key.columnWidth > width { lines.append(HolderNote(text: "")) }
    lines[lines.count - 1].key = key
    return lines
  }

  private static func text(for owner: OwnedObjectHistory.Owner, in log: OwnedObjectHistory) -> String {
    if let other = owner.mutedBy { return "because of \(other), itself overdue" }
    guard let hint = owner.hints.first(where: { !log.isRefuted($0) }) else {
      return owner.hints.isEmpty ? "no hint about what holds it" : "no other hint about what holds it"
    }
    return "\(hint.word): \(hint.clause)"
  }
}

/// The state or end of an owner, for the heading of its rows.
struct OwnerHeading {
  let owner: OwnedObjectHistory.Owner
  let clock: Clock

  var style: Style {
    if owner.isOverdue { return Style.bad }
    if owner.isStillAlive || owner.isLateRelease { return Style.caution }
    return Style.label
  }

  /// The variants of the text, longest first.
  var texts: [String] {
    if let died = owner.died { return [Phrases.died(died)] }
    if owner.wentUnseen { return ["gone while entries were dropped", "gone, unseen", "gone"] }
    guard let since = owner.removedAt else { return [standing] }
    let isModule = owner.module != nil
    let verb = isModule ? "removed" : "expected to go"
    let full = "\(verb) \(clock.time(since))"
    guard let freedAfter = owner.freedAfter else {
      let waiting = owner.isOverdue ? "still alive" : "not freed yet"
      return ["\(full), \(waiting)", "\(verb), \(waiting)", waiting]
    }
    let took = Phrases.time(freedAfter)
    if owner.isLateRelease {
      return ["\(full), late release after \(took)", "late release after \(took)", "late release"]
    }
    return ["\(full), freed in \(took)", "\(verb), freed in \(took)", "freed in \(took)", "freed"]
  }

  /// The text for an owner that is not expected to go. A module is present; another owner is gone if its bag is.
  private var standing: String {
    if owner.hasFailed { return "could not be created" }
    if owner.isFreed { return "freed" }
    if owner.module != nil { return "present" }
    return owner.isGone ? "gone" : ""
  }
}
#endif
