#if CommandLine
import RollcallInspection
import ModuleLifecycle
import OrderedCollections
import RollcallTextFormatting

/// Commands on the selected module.
extension DashboardState {
  /// The module to bring back: the selected one if it is removed, otherwise the last one removed.
  var removedModule: ModuleList.Row? {
    if let selected, selected.isRemoved { return selected }
    let removed = application.modules.rows.filter(\.isRemoved)
    return removed.max { (removedAt($0), $1.order) < (removedAt($1), $0.order) }
  }

  private func removedAt(_ module: ModuleList.Row) -> UInt64 {
    application.owner(of: module)?.removedAt ?? 0
  }

  /// The key bar's text for bringing a module back, with its name unless it is selected.
  var bringingBack: String? {
    removedModule.map { $0.id == selected?.id ? "bring back" : "bring back \($0.name.truncated(toColumns: 12))" }
  }

  /// Brings a module back and selects it, so that the next key acts on it.
  mutating func bringBack() -> [Effect] {
    guard let module = removedModule ?? selected else { return [] }
    selectedModule = module.id
    return [.perform(.restore(module.id))]
  }

  func switchSelected() -> [Effect] {
    guard let selected else { return [] }
    return [.perform(selected.isOn ? .switchOff(selected.id) : .switchOn(selected.id))]
  }

  /// Moves the selected module down or up in the call order.
  mutating func moveSelected(by step: Int) -> [Effect] {
    guard let selected else { return [] }
    // A peer can state any position.
    let (place, overflows) = selected.order.addingReportingOverflow(step)
    guard !overflows, (1...application.modules.siblingCount(of: selected)).contains(place) else {
      headline = .failed("\(selected.name) is already the \(step < 0 ? "first" : "last") module.")
      return []
    }
    return [.perform(.move(selected.id, to: place))]
  }
}
#endif
