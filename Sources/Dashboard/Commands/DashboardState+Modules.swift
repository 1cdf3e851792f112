#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections
import TextFormatting

/// What is done with the selected module.
extension DashboardState {
  /// The module that can be brought back: the selected one if it was removed, or else the one that was removed last.
  var removedModule: ModuleList.Row? {
    if let selected, selected.isRemoved { return selected }
    let removed = application.modules.rows.filter(\.isRemoved)
    return removed.max { (removedAt($0), $1.order) < (removedAt($1), $0.order) }
  }

  private func removedAt(_ module: ModuleList.Row) -> UInt64 {
    application.owner(of: module)?.removedAt ?? 0
  }

  /// Names the module that can be brought back, unless it is selected.
  var bringingBack: String? {
    removedModule.map { $0.id == selected?.id ? "bring back" : "bring back \($0.name.truncated(toColumns: 12))" }
  }

  /// Brings a module back; it is selected then: the next key is about it.
  mutating func bringBack() -> [Effect] {
    // One that was never created can't be brought back, and the answer says why.
    guard let module = removedModule ?? selected.flatMap({ $0.isPresent ? nil : $0 }) else {
      headline = .looked("No module is removed, so none can be brought back.")
      return []
    }
    selectedModule = module.id
    return [.perform(.bringBack(module.id))]
  }

  /// Switches the selected module on or off.
  func switchSelected() -> [Effect] {
    guard let selected else { return [] }
    return [.perform(selected.isOn ? .switchOff(selected.id) : .switchOn(selected.id))]
  }

  /// Moves the selected module down or up in the order of the calls.
  mutating func moveSelected(by step: Int) -> [Effect] {
    guard let selected else { return [] }
    let place = selected.order + step
    guard (1...application.modules.siblingCount(of: selected)).contains(place) else {
      headline = .failed("\(selected.name) is the \(step < 0 ? "first" : "last") module already.")
      return []
    }
    return [.perform(.move(selected.id, to: place))]
  }
}
#endif
