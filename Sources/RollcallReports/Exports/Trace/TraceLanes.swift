import ModuleLifecycle

/// The lanes of a trace, in the order in which they appear: one for each module, and a group for each owner's objects.
struct TraceLanes {
  private struct Known {
    var name: String
    var order: Int
    var parent: ModuleID?
    let thread: Int
  }

  private var modules: [ModuleID: Known] = [:]
  private var owners: [String: Int] = [:]
  /// Whether the trace shows a launch.
  var hasLaunches = false
  /// Records a module's name and its position.
  mutating func note(_ entry: ModuleEntry) {
    let thread = lane(of: entry.id, name: entry.name, order: entry.order).thread
    modules[entry.id] = Known(name: entry.name, order: entry.order, parent: entry.parent, thread: thread)
  }

  /// The lane of a module, which may have been registered before the recording began.
  mutating func lane(of id: ModuleID, name: String, order: Int) -> TraceLane {
    let known = modules[id] ?? Known(name: name, order: order, thread: TraceLane.firstModule + modules.count)
    modules[id] = known
    return TraceLane(process: 1, thread: known.thread)
  }

  /// The lane of an owner's objects.
  mutating func lane(ofOwner name: String) -> TraceLane {
    let process = owners[name] ?? owners.count + 2
    owners[name] = process
    return TraceLane(process: process, thread: 1)
  }

  /// Events that give the lanes their names and order. Modules are in the order of the calls, those of a composite
  /// below it.
  func metadata(application: String) -> [TraceEvent] {
    var events = process(1, application, place: 0)
    if hasLaunches { events += thread(.launches, "Launches", place: 0) }
    for (lane, name) in [
      (TraceLane.events, "Events"), (.state, "Application state"), (.notices, "Warnings"), (.output, "Printed"),
    ] {
      events += thread(lane, name, place: lane.thread)
    }
    for (place, module) in sorted().enumerated() {
      let path = ancestry(of: module).map(\.name).joined(separator: " / ")
      events += thread(TraceLane(process: 1, thread: module.thread), path, place: TraceLane.firstModule + place)
    }
    for (name, process) in owners.sorted(by: { $0.value < $1.value }) {
      events += self.process(process, "Owned by \(name)", place: process - 1)
    }
    return events
  }

  /// A module, preceded by the composites around it, the outermost first.
  private func ancestry(of module: Known) -> [Known] {
    var (chain, next) = ([module], module.parent)
    while let id = next, let parent = modules[id], chain.count < 64 {
      chain.append(parent)
      next = parent.parent
    }
    return chain.reversed()
  }

  private func sorted() -> [Known] {
    modules.values.map { (ancestry(of: $0).map(\.order), $0) }.sorted { left, right in
      left.0 == right.0 ? left.1.thread < right.1.thread : left.0.lexicographicallyPrecedes(right.0)
    }.map(\.1)
  }

  private func process(_ id: Int, _ name: String, place: Int) -> [TraceEvent] {
    named("process", TraceLane(process: id, thread: 1), name, place: place)
  }

  private func thread(_ lane: TraceLane, _ name: String, place: Int) -> [TraceEvent] {
    named("thread", lane, name, place: place)
  }

  private func named(_ what: String, _ lane: TraceLane, _ name: String, place: Int) -> [TraceEvent] {
    [("name", EventValue.string(name)), ("sort_index", .integer(Int64(place)))].map { key, value in
      TraceEvent(phase: .metadata, name: "\(what)_\(key)", lane: lane, arguments: [(key, value)])
    }
  }
}
