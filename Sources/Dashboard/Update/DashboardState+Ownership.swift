#if CommandLine
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

  /// Whether a module was not there, or switched off, when the application was launched, would handle that, and has not
  /// heard of it since.
  func hasMissedLaunch(_ row: Roster.Row) -> Bool {
    guard let launchedAt, let createdAt = row.createdAt, row.handles(DidFinishLaunching.name) else { return false }
    return (knowsLaunch || createdAt > launchedAt) && !heardOfLaunch.contains(row.owner)
  }

  /// Has the selected module hear of the launch.
  mutating func catchUpSelected() -> [Effect] {
    guard let selected else { return [] }
    guard hasMissedLaunch(selected) else {
      headline = .failed("\(selected.name) has not missed a launch.")
      return []
    }
    return [.perform(.catchUp(selected.id))]
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
#endif
