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

// MARK: - Filter

extension DashboardState {
  mutating func openFilter() {
    enter(.cleanup)
    overlay = .filter(ownership.filter?.query ?? "")
  }

  /// Shows only the rows that fit; the selection stays with its row as long as that is there.
  mutating func setFilter(_ query: String) { ownership.setFilter(query) }

  /// What a key does while the filter is typed. Rows can be walked meanwhile.
  mutating func press(_ key: Key, inFilter query: String) -> [Effect] {
    switch key {
    case .enter: overlay = nil
    case .escape:
      overlay = nil
      setFilter("")
    case .backspace, .delete:
      if query.isEmpty { overlay = nil } else { change(filter: String(query.dropLast())) }
    case .control("u"): change(filter: "")
    case .character(let character): change(filter: query + String(character))
    case .paste(let text): change(filter: query + text.filter { !$0.isNewline })
    default: if let step = movement(of: key) { move(by: step) }
    }
    return []
  }

  private mutating func change(filter query: String) {
    let query = String(query.prefix(200))
    overlay = .filter(query)
    setFilter(query)
  }
}
