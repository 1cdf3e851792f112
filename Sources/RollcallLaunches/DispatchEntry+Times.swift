package import ModuleLifecycle

extension HandlerSpan {
  /// Whether this is a handler that threw. The error of a named part counts only if its handler threw it on.
  package var hasThrown: Bool { part == nil && outcome == .threw }
}

extension DispatchEntry {
  /// The number of modules that were called. Excludes skipped modules and nested composites.
  package var calledCount: Int {
    let composites = Set(handlers.filter { $0.part == nil }.compactMap(\.parent))
    return handlers.indices.count { index in
      handlers[index].wasCalled && handlers[index].part == nil && !composites.contains(index)
    }
  }

  /// Whether a handler threw.
  package var hasThrown: Bool { handlers.contains(where: \.hasThrown) }

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
      times[parent] = times[parent].plus(times[index])
    }
    return times
  }

  /// How one of these times was spent; `nil` if not measured. Costs a look at the parts of that row.
  package func ownBreakdown(at place: Int) -> TimeBreakdown? {
    var (breakdown, inside) = (handlers[place].breakdown, place...place)
    // Parts follow the row that they are parts of.
    for index in handlers.indices.suffix(from: place + 1) {
      guard handlers[index].part != nil, let parent = handlers[index].parent, inside.contains(parent) else { break }
      breakdown = breakdown.plus(handlers[index].breakdown)
      inside = place...index
    }
    return breakdown
  }

  /// The number of rows that contain each of the handlers' rows.
  package var depths: [Int] {
    handlers.reduce(into: []) { depths, span in
      depths.append(span.parent.flatMap { depths.indices.contains($0) ? depths[$0] + 1 : nil } ?? 0)
    }
  }

  /// The module whose handler had the longest own time, and that time; `nil` if no handler was called.
  package var slowest: (module: String, id: ModuleID, nanoseconds: UInt64)? {
    let times = ownTimes
    let called = handlers.indices.filter { handlers[$0].part == nil && handlers[$0].wasCalled }
    return called.max { times[$0] < times[$1] }.map { (handlers[$0].module, handlers[$0].moduleID, times[$0]) }
  }

  /// The module whose handler sent the event; `nil` for a top-level event.
  package var sender: Sender? { parentModuleID.map(Sender.id) ?? parentModule.map(Sender.name) }

  /// The sender of an event.
  package enum Sender: Hashable {
    case id(ModuleID)
    /// The module's name, if it has no registration.
    case name(String)
  }
}

extension HandlerSpan {
  /// Whether this module's handler sent an event, according to the event's entry.
  package func sent(_ event: DispatchEntry) -> Bool { event.sender == .id(moduleID) || event.sender == .name(module) }

  /// The outcome as one word, or the vote as text: `yes`, `done`, `threw`, or `-` for an abstention.
  package var answerWord: String {
    switch outcome {
    case .returned: "done"
    case .answered: value.words
    case .abstained: "-"
    case .threw: "threw"
    case .unanswered: "late"
    case .held: "held"
    default: outcome.rawValue
    }
  }
}
