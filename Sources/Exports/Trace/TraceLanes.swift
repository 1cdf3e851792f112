import ModuleLifecycle

/// The lanes of a trace, as they turn up: one for each module, and a group of lanes for each owner's objects.
struct TraceLanes {
  private struct Known {
    var name: String
    var order: Int
    var parent: ModuleID?
    let thread: Int
  }

  private var modules: [ModuleID: Known] = [:]
  private var owners: [String: Int] = [:]
  /// Whether there is a launch to be shown.
  var hasLaunches = false
  /// The owners' names in the order of their groups.
  private var ownerNames: [String] = []

  /// Learns a module's name and place.
  mutating func note(_ entry: ModuleEntry) {
    let thread = modules[entry.id]?.thread ?? TraceLane.firstModule + modules.count
    modules[entry.id] = Known(name: entry.name, order: entry.order, parent: entry.parent, thread: thread)
  }

  /// The lane of a module, which may have been registered before the recording began.
  mutating func lane(of id: ModuleID, name: String, order: Int) -> TraceLane {
    if let known = modules[id] { return TraceLane(process: 1, thread: known.thread) }
    let thread = TraceLane.firstModule + modules.count
    modules[id] = Known(name: name, order: order, thread: thread)
    return TraceLane(process: 1, thread: thread)
  }

  /// The lane of an owner's objects.
  mutating func lane(ofOwner name: String) -> TraceLane {
    if let process = owners[name] { return TraceLane(process: process, thread: 1) }
    ownerNames.append(name)
    owners[name] = ownerNames.count + 1
    return TraceLane(process: ownerNames.count + 1, thread: 1)
  }

  /// What says how the lanes are called and in which order they stand. Modules stand in the order of the calls, those
  /// of a composite below it.
  func metadata(application: String) -> [TraceEvent] {
    var events = process(1, application, place: 0)
    if hasLaunches { events += thread(.launches, "Launches", place: 0) }
    for (lane, name) in [
      (TraceLane.events, "Events"), (.state, "Application state"), (.notices, "Warnings"), (.output, "Printed"),
    ] {
      events += thread(lane, name, place: lane.thread)
    }
    for (place, module) in sorted().enumerated() {
      events += thread(
        TraceLane(process: 1, thread: module.thread), path(of: module), place: TraceLane.firstModule + place)
    }
    for (place, name) in ownerNames.enumerated() {
      events += process(place + 2, "Owned by \(name)", place: place + 1)
    }
    return events
  }

  /// A module's name after those of the composites around it.
  private func path(of module: Known) -> String {
    var (names, next, steps) = ([module.name], module.parent, 0)
    while let id = next, let parent = modules[id], steps < 64 {
      names.append(parent.name)
      (next, steps) = (parent.parent, steps + 1)
    }
    return names.reversed().joined(separator: " / ")
  }

  private func sorted() -> [Known] {
    func key(_ module: Known) -> [Int] {
      var (orders, next) = ([module.order], module.parent)
      while let id = next, let parent = modules[id], orders.count < 64 {
        orders.append(parent.order)
        next = parent.parent
      }
      return orders.reversed()
    }
    return modules.values.map { (key($0), $0) }
      .sorted { left, right in
        left.0 == right.0 ? left.1.thread < right.1.thread : left.0.lexicographicallyPrecedes(right.0)
      }
      .map(\.1)
  }

  private func process(_ id: Int, _ name: String, place: Int) -> [TraceEvent] {
    let lane = TraceLane(process: id, thread: 1)
    return [
      meta("process_name", lane, ("name", .string(name))),
      meta("process_sort_index", lane, ("sort_index", .integer(Int64(place)))),
    ]
  }

  private func thread(_ lane: TraceLane, _ name: String, place: Int) -> [TraceEvent] {
    [
      meta("thread_name", lane, ("name", .string(name))),
      meta("thread_sort_index", lane, ("sort_index", .integer(Int64(place)))),
    ]
  }

  private func meta(_ name: String, _ lane: TraceLane, _ argument: (String, JSONValue)) -> TraceEvent {
    TraceEvent(phase: .metadata, name: name, lane: lane, arguments: [argument])
  }
}
