#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// The list of warnings at the time it was opened. Rows do not move while the user reads them.
struct WarningSheet: Sendable, Equatable {
  let log: WarningLog
  let rows: [WarningLog.Row]
  /// The number of the selected warning; `nil` if there is none.
  private(set) var selection: Int?
  /// Whether the selected warning's text fills the frame.
  var isReading = false
  /// The scroll position of the text.
  var scroll = 0

  /// - Parameter selection: The warning to select. If it is not kept, the newest is selected.
  init(_ log: WarningLog, selection: Int? = nil) {
    self.log = log
    rows = log.rows
    self.selection =
      selection.flatMap { log[$0] }?.number
      ?? rows.lazy.compactMap { if case .item(let item) = $0 { item.number } else { nil } }.first
  }

  var selected: WarningLog.Item? { selection.flatMap { log[$0] } }
  /// The index of the selected warning's row.
  var selectedRow: Int {
    rows.firstIndex { if case .item(let item) = $0 { item.number == selection } else { false } } ?? 0
  }

  /// Selects the warning in a row. From a heading, goes on to the next warning in the same direction.
  mutating func select(row: Int) {
    let step = row < selectedRow && row > 0 ? -1 : 1
    var row = row
    while rows.indices.contains(row) {
      if case .item(let item) = rows[row] {
        (selection, scroll) = (item.number, 0)
        return
      }
      row += step
    }
  }
}

extension DashboardState {
  /// The list of warnings; `nil` if it is not open.
  var warningSheet: WarningSheet? { if case .warnings(let sheet) = overlay { sheet } else { nil } }

  mutating func changeWarnings(_ change: (inout WarningSheet) -> Void) {
    guard var sheet = warningSheet else { return }
    change(&sheet)
    overlay = .warnings(sheet)
  }

  /// Moves the selection. While a warning's text fills the frame, page keys scroll it.
  mutating func moveInWarnings(_ key: Key) -> [Effect] {
    guard let sheet = warningSheet, sheet.isReading, key == .pageUp || key == .pageDown else { return moveInList(key) }
    let last = WarningsView(state: self, sheet: sheet).lastScroll
    let page = max(1, Layout(for: self).frame.height - 2)
    changeWarnings { $0.scroll = min(max(0, min($0.scroll, last) + (key == .pageUp ? -page : page)), last) }
    return []
  }

  /// The selected warning's module, if it has a row.
  var warnedModule: ModuleID? {
    guard let warning = warningSheet?.selected?.entry, warning.module != nil else { return nil }
    return application.modules.rows.first { $0.isMeant(by: warning.moduleID, named: warning.module) }?.id
  }

  /// The selected warning's dispatch, if pane 2 can show it.
  var warnedDispatch: DispatchID? {
    warningSheet?.selected?.entry.dispatch.flatMap { application.history.place(of: $0) == nil ? nil : $0 }
  }

  mutating func leaveWarningsForModule() {
    selectedModule = warnedModule ?? selectedModule
    overlay = nil
    focus = .order
  }

  mutating func leaveWarningsForDispatch() {
    guard let dispatch = warnedDispatch else { return }
    let module = warnedModule
    overlay = nil
    focus = .timings
    show(dispatch: dispatch)
    selectedModule = module ?? selectedModule
  }
}
#endif
