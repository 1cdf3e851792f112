extension DispatchEntry {
  /// The own time of each handler as its module's author means it: the parts of it that have rows of their own are in it,
  /// the events that it sent are not. In the order of `handlers`; a part's row has its share of the time once more.
  ///
  /// Costs a pass over the rows. Sums end at the largest number: a recording may say anything.
  package var ownTimes: [UInt64] {
    var times = handlers.map(\.selfNanoseconds)
    // A row comes after the one that it is inside of.
    for index in handlers.indices.reversed() where handlers[index].part != nil {
      guard let parent = handlers[index].parent, handlers.indices.contains(parent), parent < index else { continue }
      let (sum, overflow) = times[parent].addingReportingOverflow(times[index])
      times[parent] = overflow ? .max : sum
    }
    return times
  }

  /// What one of these times was; `nil` where that was not measured. Costs a look at the parts of that row.
  package func ownKinds(at place: Int) -> TimeKinds? {
    var (kinds, inside) = (handlers[place].kinds, place...place)
    // Parts follow what they are parts of.
    for index in handlers.indices.suffix(from: place + 1) {
      guard handlers[index].part != nil, let parent = handlers[index].parent, inside.contains(parent) else { break }
      kinds = kinds.plus(handlers[index].kinds)
      inside = place...index
    }
    return kinds
  }

  /// The module whose handler took the longest by itself, and how long; `nil` where no handler was called.
  package var slowest: (module: String, id: ModuleID, nanoseconds: UInt64)? {
    let times = ownTimes
    let called = handlers.indices.filter { handlers[$0].part == nil && handlers[$0].outcome != .skipped }
    return called.max { times[$0] < times[$1] }.map { (handlers[$0].module, handlers[$0].moduleID, times[$0]) }
  }
}

extension DispatchEntry {
  /// Who sent an event.
  package enum Sender: Hashable {
    case id(ModuleID)
    /// The name of a module, where an older recording tells no more.
    case name(String)
  }

  /// The module whose handler sent the event; `nil` for a top-level one.
  package var sender: Sender? { parentModuleID.map(Sender.id) ?? parentModule.map(Sender.name) }
}

extension HandlerSpan {
  /// Whether this module is the one whose handler sent an event, as far as its entry says.
  package func sent(_ event: DispatchEntry) -> Bool { event.sender == .id(moduleID) || event.sender == .name(module) }
}
