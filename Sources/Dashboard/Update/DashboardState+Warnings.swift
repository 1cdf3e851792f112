#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections
import TerminalUI

extension DashboardState {
  /// Opens the list of warnings, with the newest one selected.
  mutating func openWarnings() { overlay = .warnings(WarningSheet(warnings)) }

  /// What a key does in the list of warnings.
  mutating func press(_ key: Key, in sheet: WarningSheet) -> [Effect] {
    var sheet = sheet
    switch key {
    case .escape, .character("q"), .backspace:
      if !sheet.isReading {
        overlay = nil
        return []
      }
      sheet.isReading = false
    case .enter: sheet.isReading = !sheet.isReading && sheet.selection != nil
    case .character("y"): return copy()
    case .character("w"): sheet = WarningSheet(warnings, selection: sheet.selection)
    case .character("1"):
      if let module = module(of: sheet) { return leaveWarnings(for: module) }
    case .character("2"):
      if let dispatch = dispatch(of: sheet) { return leaveWarnings(for: dispatch, with: module(of: sheet)) }
    default:
      if let step = movement(of: key) { move(&sheet, by: clamped(step), isPage: key == .pageUp || key == .pageDown) }
    }
    overlay = .warnings(sheet)
    return []
  }

  /// From warning to warning; while one is read, pages scroll in its text.
  private func move(_ sheet: inout WarningSheet, by step: Int, isPage: Bool) {
    let view = WarningsView(state: self, sheet: sheet)
    guard isPage else { return sheet.move(by: step) }
    let page = step < 0 ? -1 : 1
    if sheet.isReading {
      sheet.scroll = min(max(0, min(sheet.scroll, view.lastScroll) + page * view.listHeight), view.lastScroll)
    } else {
      sheet.move(by: page * view.listHeight)
    }
  }

  /// The module that the selected warning is about, if it has a row.
  func module(of sheet: WarningSheet) -> ModuleID? {
    guard let name = sheet.selected?.entry.module else { return nil }
    return roster.rows.first { $0.name == name }?.id
  }

  /// The dispatch that the selected warning is about, if pane 2 can show it.
  func dispatch(of sheet: WarningSheet) -> UInt64? {
    sheet.selected?.entry.dispatch.flatMap { history.place(of: $0) == nil ? nil : $0 }
  }

  private mutating func leaveWarnings(for module: ModuleID) -> [Effect] {
    overlay = nil
    focus = .order
    selectedModule = module
    return []
  }

  private mutating func leaveWarnings(for dispatch: UInt64, with module: ModuleID?) -> [Effect] {
    overlay = nil
    focus = .timings
    show(dispatch: dispatch)
    if let module { selectedModule = module }
    return []
  }
}
#endif
