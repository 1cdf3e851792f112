extension DispatchEntry {
  /// The own time of each handler as its module's author understands it, in the order of `handlers`. It includes the
  /// handler's parts that have their own rows, and excludes the events that it sent. A part's row has its share of the
  /// time again.
  ///
  /// Costs a pass over the rows. Sums saturate, because a recording can contain any number.
  package var ownTimes: [UInt64] {
    var times = handlers.map(\.selfNanoseconds)
    // A row comes after the row that it is inside.
    for index in handlers.indices.reversed() where handlers[index].part != nil {
      guard let parent = handlers[index].parent, handlers.indices.contains(parent), parent < index else { continue }
      let (sum, overflow) = times[parent].addingReportingOverflow(times[index])
      times[parent] = overflow ? .max : sum
    }
    return times
  }

  /// How one of these times was spent; `nil` if not measured. Costs a look at the parts of that row.
  package func ownKinds(at place: Int) -> TimeKinds? {
    var (kinds, inside) = (handlers[place].kinds, place...place)
    // Parts follow the row that they are parts of.
    for index in handlers.indices.suffix(from: place + 1) {
      guard handlers[index].part != nil, let parent = handlers[index].parent, inside.contains(parent) else { break }
      kinds = kinds.plus(handlers[index].kinds)
      inside = place...index
    }
    return kinds
  }

  /// The module whose handler had the longest own time, and that time; `nil` if no handler was called.
  package var slowest: (module: String, id: ModuleID, nanoseconds: UInt64)? {
    let times = ownTimes
    let called = handlers.indices.filter { handlers[$0].part == nil && handlers[$0].outcome != .skipped }
    return called.max { times[$0] < times[$1] }.map { (handlers[$0].module, handlers[$0].moduleID, times[$0]) }
  }
}

extension DispatchEntry {
  /// The sender of an event.
  package enum Sender: Hashable {
    case id(ModuleID)
    /// The module's name, if an older recording has nothing else.
    case name(String)
  }

  /// The module whose handler sent the event; `nil` for a top-level event.
  package var sender: Sender? { parentModuleID.map(Sender.id) ?? parentModule.map(Sender.name) }
}

extension HandlerSpan {
  /// Whether this module's handler sent an event, according to the event's entry.
  package func sent(_ event: DispatchEntry) -> Bool { event.sender == .id(moduleID) || event.sender == .name(module) }
}
