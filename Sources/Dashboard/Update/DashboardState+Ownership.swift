import ModuleLifecycle
import TerminalUI

extension DashboardState {
  /// Switches the selected module on or off.
  func switchSelected() -> [Effect] {
    guard let selected else { return [] }
    return [.perform(selected.isOn ? .switchOff(selected.id) : .switchOn(selected.id))]
  }

  /// Moves the selected module down or up in the order of the calls.
  mutating func moveSelected(by step: Int) -> [Effect] {
    guard let selected else { return [] }
    let place = selected.order + step
    guard (1...roster.siblingCount(of: selected)).contains(place) else {
      headline = .failed("\(selected.name) is the \(step < 0 ? "first" : "last") module already.")
      return []
    }
    return [.perform(.move(selected.id, to: place))]
  }

  /// Acts on what is overdue where the user is.
  mutating func applyRemedy() -> [Effect] {
    switch remedyChoice {
    case .remedy(let remedy):
      awaitedRemedy = remedy
      return [.perform(.cancel(remedy.object))]
    case .nothing(let reason):
      headline = .failed(reason)
      return []
    }
  }
}
