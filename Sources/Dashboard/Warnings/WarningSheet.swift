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
    self.selection = selection.flatMap { log[$0] }?.number ?? numbers.first
  }

  /// The numbers of the warnings, in list order.
  var numbers: [Int] { rows.compactMap { if case .item(let item) = $0 { item.number } else { nil } } }
  var selected: WarningLog.Item? { selection.flatMap { log[$0] } }
  /// The index of the selected warning's row.
  var selectedRow: Int {
    rows.firstIndex { if case .item(let item) = $0 { item.number == selection } else { false } } ?? 0
  }

  mutating func select(_ number: Int) {
    selection = number
    scroll = 0
  }

  /// Moves the selection down by `step` warnings; up if negative.
  mutating func move(by step: Int) {
    let numbers = numbers
    guard let selection, let place = numbers.firstIndex(of: selection) else { return }
    self.selection = numbers[min(max(0, place + step), numbers.count - 1)]
    scroll = 0
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
  mutating func moveInWarnings(_ key: Key) {
    guard let sheet = warningSheet, let step = movement(of: key).map(clamped) else { return }
    let view = WarningsView(state: self, sheet: sheet)
    changeWarnings { sheet in
      guard key == .pageUp || key == .pageDown else { return sheet.move(by: step) }
      let page = (step < 0 ? -1 : 1) * view.listHeight
      guard sheet.isReading else { return sheet.move(by: page) }
      sheet.scroll = min(max(0, min(sheet.scroll, view.lastScroll) + page), view.lastScroll)
    }
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
