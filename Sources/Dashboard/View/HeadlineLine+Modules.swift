#if CommandLine
import ModuleLifecycle
import OrderedCollections

/// What the headline says of a module that has another place, or another standing.
extension HeadlineLine {
  func broughtBack(_ id: ModuleID) -> Message {
    guard let row = state.roster[id] else { return Message(long: "Back.", short: "Back.") }
    let back = "\(row.name) is back in place \(Words.number(row.order))"
    let took = row.creationTook.map { " in \(duration($0))" } ?? ""
    // The main module goes with an aborted launch, and not otherwise.
    let hint = state.actions(on: row).canRemove ? "x remove it again" : ""
    if state.hasMissedLaunch(row) {
      return Message(
        long: "\(back): a new instance, made\(took). It has missed the launch.",
        short: "\(row.name) is back, and has missed the launch.",
        hint: hint.isEmpty ? "c catch up" : "c catch up  \(hint)")
    }
    return Message(long: "\(back): a new instance, made\(took).", short: "\(back).", hint: hint)
  }

  func moved(_ id: ModuleID) -> Message {
    guard let row = state.roster[id] else { return Message(long: "Moved.", short: "Moved.") }
    return Message(
      long: "\(row.name) is in place \(Words.number(row.order)) from the next event on.",
      short: "\(row.name) is in place \(Words.number(row.order)).",
      hint: "J K move it")
  }

  func switched(_ id: ModuleID, isNew: Bool) -> Message {
    guard let row = state.roster[id] else { return Message(long: "Switched.", short: "Switched.") }
    guard row.isOn else {
      let owned = state.ownership.owners[row.owner]?.live.count ?? 0
      let keeps = owned > 0 ? ", and keeps its \(Words.count(owned, "object"))" : ""
      return Message(
        long: "\(row.name) is switched off: it is not called\(keeps).", short: "\(row.name) is switched off.",
        hint: "o switch it on again")
    }
    let made = isNew ? "it was created\(row.creationTook.map { " in \(duration($0))" } ?? ""), and " : "it "
    return Message(
      long: "\(row.name) is switched on: \(made)is called from the next event on.",
      short: "\(row.name) is switched on.", hint: "o switch it off again")
  }
}
#endif
