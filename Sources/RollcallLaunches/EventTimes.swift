package import ModuleLifecycle

/// The times of one event over several dispatches: a sample for each row of a table or pane.
package struct EventTimes: Sendable, Equatable {
  /// What a row's durations measure.
  package enum Row: Hashable, Sendable {
    /// A module's handler, or a named part of it.
    case handler(ModuleID, part: String? = nil)
    /// The time before the composite.
    case before
    /// The creation of all modules, before the handlers of a launch.
    case created
    /// The creation of one module.
    case creation(ModuleID)
    /// One module's asynchronous start.
    case start(ModuleID)
    /// The time in which nothing of the modules ran.
    case idle
    /// The time in which no thread of the process ran.
    case stopped
    /// The whole event, or an earlier event of the launch.
    case event(String)
    /// A named moment of a launch, from the launch's start.
    case mark(String)
    /// The launch, from its start to the event's end.
    case launch
  }

  private var samples: [Row: DurationSample] = [:]

  package init() {}

  /// The durations of a row, for a handler its own time; `nil` if there are none.
  package subscript(row: Row) -> DurationSample? { samples[row] }

  /// Adds the times of a dispatch and its handlers.
  package mutating func add(_ dispatch: DispatchEntry) {
    add(dispatch.totalNanoseconds, dispatch.breakdown, to: .event(dispatch.event))
    let times = dispatch.ownTimes
    for (index, span) in dispatch.handlers.enumerated() where span.wasCalled {
      add(times[index], dispatch.ownBreakdown(at: index), to: .handler(span.moduleID, part: span.part))
    }
  }

  /// Adds the times of a launch besides those of one of its dispatches, which must be its last so far or an earlier one.
  package mutating func add(_ launch: ApplicationLaunch, above dispatch: DispatchID) {
    if let before = launch.beforeNanoseconds { add(before, nil, to: .before) }
    if launch.longestGap != nil { add(launch.idleNanoseconds, nil, to: .idle) }
    if launch.stoppedNanoseconds > 0 { add(launch.stoppedNanoseconds, nil, to: .stopped) }
    for start in launch.starts { add(start.totalNanoseconds, nil, to: .start(start.module)) }
    if launch.creationNanoseconds > 0 {
      add(launch.creationNanoseconds, launch.creationBreakdown, to: .created)
      for creation in launch.creations {
        add(creation.selfNanoseconds, creation.breakdown, to: .creation(creation.module))
      }
    }
    for step in launch.steps(before: dispatch) { add(step.totalNanoseconds, step.breakdown, to: .event(step.event)) }
    for mark in launch.marks { add(mark.nanoseconds, nil, to: .mark(mark.name)) }
    add(launch.nanoseconds(through: dispatch), launch.breakdown, to: .launch)
  }

  private mutating func add(_ nanoseconds: UInt64, _ breakdown: TimeBreakdown?, to row: Row) {
    samples[row, default: DurationSample()].add(nanoseconds, breakdown: breakdown)
  }

  /// Call this after adding everything, before asking for percentiles.
  package mutating func sort() { for index in samples.values.indices { samples.values[index].sort() } }
}
