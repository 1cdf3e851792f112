#if CommandLine
import ModuleLifecycle
import TerminalUI

/// The lines of the cleanup pane that are in sight: the rows around the selected one, with the notes between them.
///
/// Notes take as many lines as they need, so the place of a row on the screen is not known before the rows around it
/// are; it costs what is in sight, whatever the log's length.
struct CleanupWindow {
  enum Line: Equatable {
    case row(OwnershipLog.Row, index: Int)
    case note(HolderNote.Line, OwnershipLog.Owner)
  }

  private(set) var lines: [Line] = []

  init(_ state: DashboardState, width: Int, height: Int) {
    guard height > 0, state.ownership.rowCount > 0 else { return }
    let selected = state.cleanupRow
    let remedy = state.remedy
    var above: [Line] = []
    var row = selected - 1
    while row >= 0, above.count < height {
      above.insert(contentsOf: Self.lines(of: row, state, remedy, width), at: 0)
      row -= 1
    }
    var below: [Line] = []
    row = selected
    while row < state.ownership.rowCount, below.count < height {
      below += Self.lines(of: row, state, remedy, width)
      row += 1
    }
    let all = above + below
    let line = min(max(0, state.cleanupLine ?? height / 2), height - 1)
    let first = max(0, min(above.count - line, all.count - height))
    lines = Array(all.dropFirst(first).prefix(height))
  }

  /// The places of the rows among them.
  var rows: Range<Int> {
    let places = lines.compactMap { line in if case .row(_, let index) = line { index } else { nil } }
    guard let first = places.first, let last = places.last else { return 0..<0 }
    return first..<(last + 1)
  }

  private static func lines(of index: Int, _ state: DashboardState, _ remedy: Remedy?, _ width: Int) -> [Line] {
    guard let row = state.ownership.row(at: index) else { return [] }
    let owner = row.owner
    guard owner.isOverdue, isLastOpen(row, nextTo: state.ownership.row(at: index + 1)) else {
      return [.row(row, index: index)]
    }
    let note = HolderNote(for: owner, in: state.ownership, remedy: remedy, width: width - 2)
    return [.row(row, index: index)] + note.lines.map { .note($0, owner) }
  }

  /// Notes follow the last open row, or the heading of an owner without one.
  private static func isLastOpen(_ row: OwnershipLog.Row, nextTo next: OwnershipLog.Row?) -> Bool {
    if case .cleaned = row { return false }
    guard case .open(let owner, _) = next else { return true }
    return owner.id != row.owner.id
  }
}
#endif
