#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections

/// What is done with the selected module.
extension DashboardState {
  /// Brings the selected module back if it was removed, or else the one that was removed last.
  mutating func bringBack() -> [Effect] {
    if let selected, !selected.isPresent { return [.perform(.bringBack(selected.id))] }
    guard let module = lastRemoved else {
      headline = .looked("No module is removed, so none can be brought back.")
      return []
    }
    // What comes back is selected: the next key is about it.
    selectedModule = module
    return [.perform(.bringBack(module))]
  }

  private var lastRemoved: ModuleID? {
    application.ownership.shown.reversed().lazy
      .compactMap { application.ownership.owners[$0]?.module }
      .first { application.modules[$0]?.isPresent == false }
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
