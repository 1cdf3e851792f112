package import ModuleLifecycle

/// The parts of a launch, and how long each took.
///
/// A launch consists of the creation of its modules, if they were created since the application was last not running,
/// then `willFinishLaunching` and `didFinishLaunching`, and what happened in between: asynchronous starts, other events,
/// and time in which nothing of the application's modules ran. The first launch of a process begins with the process, if
/// it is known when that was made; any other one begins with the creation of its first module.
///
/// A launch that a person fired by hand is joined end to end: what passed between its parts is that person's time.
package struct ApplicationLaunch: Sendable, Equatable {
  /// One of the events that launched the application.
  package struct Step: Sendable, Equatable {
    /// The number of the dispatch.
    package let dispatch: DispatchID
    package let event: String
    /// When the event came, in nanoseconds since the journal's start.
    package let atNanoseconds: UInt64
    /// Where the step starts on the launch's time axis.
    package let startNanoseconds: UInt64
    package let totalNanoseconds: UInt64
    /// The kinds of time within the total; `nil` if not measured.
    package let breakdown: TimeBreakdown?
  }

  /// A period in which nothing of the modules ran.
  package struct Gap: Sendable, Equatable {
    /// Where it starts on the launch's time axis.
    package let startNanoseconds: UInt64
    package let totalNanoseconds: UInt64
  }

  /// A module's asynchronous start.
  package struct Start: Sendable, Equatable {
    package let module: ModuleID
    package let name: String
    /// Where it starts on the launch's time axis.
    package let startNanoseconds: UInt64
    /// Its time within the launch.
    package let totalNanoseconds: UInt64
    /// The time in which nothing else happened.
    package let aloneNanoseconds: UInt64
  }

  /// A moment named by the application's author.
  package struct Mark: Sendable, Equatable {
    package let name: String
    /// When it was set, in nanoseconds since the journal's start.
    package let atNanoseconds: UInt64
    /// The time from the start of the launch.
    package let nanoseconds: UInt64
    /// The mark's position on the launch's time axis, which ends with the launch.
    package let startNanoseconds: UInt64
  }

  /// The part of a launch that one module took by itself.
  package struct Share: Sendable, Equatable {
    package let module: ModuleID
    package let name: String
    /// The time of its creation.
    package var creationNanoseconds: UInt64 = 0
    /// The time of its handlers, including their named parts but not the events that they sent.
    package var handlerNanoseconds: UInt64 = 0

    /// The kinds of time within both; `nil` if part of it was not measured.
    package var breakdown: TimeBreakdown?

    /// The sum of both times.
    package var nanoseconds: UInt64 { creationNanoseconds.plus(handlerNanoseconds) }
  }

  /// From when the system made the process to the start of the composite's journal, within 10 ms. `nil` if it is not
  /// known, and for a later launch of the same process.
  package let beforeNanoseconds: UInt64?
  /// Whether the process was too old at the launch to say how long before the launch began; see `LaunchFinder.mostBefore`.
  package var isOfOldProcess = false
  /// Whether a person fired the launch by hand. The time before the composite is then not part of it.
  package let isFired: Bool
  /// The creations of the modules, in the order in which they started.
  package let creations: [ModuleCreation]
  /// The time of all creations. A creation inside another one is counted once.
  package let creationNanoseconds: UInt64
  /// The kinds of time within the creations; `nil` if not measured.
  package let creationBreakdown: TimeBreakdown?
  /// The events so far, in order.
  package let steps: [Step]
  /// The asynchronous starts within the launch, in order.
  package let starts: [Start]
  /// The time in which asynchronous starts went on and nothing else happened.
  package let startsNanoseconds: UInt64
  /// The longest time in which nothing of the modules ran; `nil` if none was long.
  package let longestGap: Gap?
  /// All such time that is part of the launch.
  package let idleNanoseconds: UInt64
  /// The time in which no thread of the process ran. It is not part of the launch.
  package let stoppedNanoseconds: UInt64
  /// The named moments, in order. Only the first of each name is kept.
  package private(set) var marks: [Mark] = []
  /// The time of all parts so far.
  package let totalNanoseconds: UInt64
  /// When the launch's first module was created, or its first event came.
  package let atNanoseconds: UInt64
  /// When its latest event ended.
  package let endNanoseconds: UInt64
  /// The module that took the longest so far; `nil` if no module was created or called.
  package let slowest: Share?

  /// The number of modules created. A nested composite does not count, but its modules do.
  package var createdCount: Int { creations.count { !$0.hasModulesInside } }

  /// The time before the composite as part of the launch.
  package var countedBeforeNanoseconds: UInt64 { isFired ? 0 : beforeNanoseconds ?? 0 }

  /// The time of the events that did not launch the application, and of creations in them.
  package var othersNanoseconds: UInt64 {
    let rest = totalNanoseconds.minus(countedBeforeNanoseconds).minus(creationNanoseconds).minus(startsNanoseconds)
    return steps.reduce(rest.minus(idleNanoseconds)) { $0.minus($1.totalNanoseconds) }
  }

  /// The kinds of time within the creations and the events; `nil` if part of it was not measured.
  package var breakdown: TimeBreakdown? { steps.reduce(creationBreakdown) { $0.plus($1.breakdown) } }

  /// Whether an event has an older time than the launch's start or the event before it. Such a time is left out.
  package var hasOlderTime: Bool {
    zip([atNanoseconds] + steps.map(\.atNanoseconds), steps).contains { $0 > $1.atNanoseconds }
  }

  /// Whether the launch's last event has come.
  package var isComplete: Bool { steps.last?.event == DidFinishLaunching.name }

  /// The step of a dispatch; `nil` if the dispatch does not belong to the launch.
  package func step(of dispatch: DispatchID) -> Step? { steps.first { $0.dispatch == dispatch } }

  /// The least time of its own with which a part counts as slow in a launch of this length: one fiftieth of the launch,
  /// but at least 0.1 ms, because shorter times vary from launch to launch.
  package static func leastSlow(of launchNanoseconds: UInt64) -> UInt64 { max(100_000, launchNanoseconds / 50) }

  /// The slow creations, longest first, at most `count`. Checks every creation.
  package func slowCreations(atMost count: Int) -> [ModuleCreation] {
    let least = Self.leastSlow(of: totalNanoseconds)
    let slow = creations.filter { $0.selfNanoseconds >= least }
    return Array(slow.sorted { $0.selfNanoseconds > $1.selfNanoseconds }.prefix(count))
  }

  /// The most marks kept for one launch.
  static let mostMarks = 100
}

extension ApplicationLaunch {
  /// Puts a launch together from what happened up to its latest event.
  ///
  /// - Parameters:
  ///   - creations: The creations, in the order in which they started.
  ///   - steps: The launch's events so far.
  ///   - facts: What happened since the application was last not running.
  ///   - marks: The moments so far that may belong to it, in order.
  ///   - before: The time before the composite; `nil` if it is not known, or this launch is not the process's first.
  /// - Returns: The launch, and each module's share of it.
  static func of(
    _ creations: [ModuleCreation], _ steps: [DispatchEntry], _ facts: LaunchFacts, marks: [MarkEntry], before: UInt64?
  ) -> (launch: ApplicationLaunch, shares: [ModuleID: Share]) {
    let first = min(creations.first?.atNanoseconds ?? .max, steps.first?.atNanoseconds ?? .max)
    let isFired = steps.contains(where: \.isFired)
    let end = steps.reduce(first) { max($0, $1.endNanoseconds) }
    // Everything since the journal's start belongs to a launch that begins with the process.
    let start = before == nil || isFired ? first : 0
    let dispatches = facts.dispatches.filter { dispatch in
      dispatch.endNanoseconds >= start && dispatch.atNanoseconds <= end
        && (!isFired
          || steps.contains {
            $0.atNanoseconds <= dispatch.atNanoseconds && dispatch.endNanoseconds <= $0.endNanoseconds
          })
    }
    let others = facts.others(until: end)
    let partition = LaunchPartition(
      creations.map { LaunchPartition.Interval(.creation($0.module), from: $0.atNanoseconds, to: $0.endNanoseconds) }
        + dispatches.flatMap(\.intervals) + others, from: start, to: end)
    let axis = LaunchAxis(partition, from: isFired ? 0 : before ?? 0) { kind in
      kind != .stopped && (kind != .idle || !isFired)
    }
    let sums = partition.sums
    var placed = creations
    for index in placed.indices { placed[index].startNanoseconds = axis.place(placed[index].atNanoseconds) }
    let shares = shares(of: placed, dispatches, sums)
    // Among equals, the module that was registered first.
    let slowest = shares.values.max { ($0.nanoseconds, $1.module.rawValue) < ($1.nanoseconds, $0.module.rawValue) }
    let names = Dictionary(placed.map { ($0.module, $0.name) }, uniquingKeysWith: { first, _ in first })
    var launch = ApplicationLaunch(
      beforeNanoseconds: before, isFired: isFired, creations: placed,
      creationNanoseconds: sums.reduce(0) { sum, time in
        if case .creation = time.key { sum.plus(time.value) } else { sum }
      },
      creationBreakdown: placed.reduce(TimeBreakdown.none) { $0.plus($1.breakdown) },
      steps: steps.map { step in
        let start = axis.place(step.atNanoseconds)
        return Step(
          dispatch: step.id, event: step.event, atNanoseconds: step.atNanoseconds, startNanoseconds: start,
          totalNanoseconds: axis.place(step.endNanoseconds).minus(start), breakdown: step.breakdown)
      },
      starts: starts(in: others, from: start, to: end, axis, sums, names),
      startsNanoseconds: sums.reduce(0) { sum, time in
        switch time.key {
        case .start, .sideBySide: sum.plus(time.value)
        default: sum
        }
      }, longestGap: isFired ? nil : longestGap(in: partition, axis), idleNanoseconds: isFired ? 0 : sums[.idle] ?? 0,
      stoppedNanoseconds: sums[.stopped] ?? 0,
      totalNanoseconds: axis.length, atNanoseconds: first, endNanoseconds: end, slowest: slowest)
    for mark in marks where mark.atNanoseconds >= start {
      launch.add(mark, at: axis.place(mark.atNanoseconds).plus(mark.atNanoseconds.minus(end)))
    }
    return (launch, shares)
  }

  /// Each module's share of the launch.
  private static func shares(
    of creations: [ModuleCreation], _ dispatches: [DispatchEntry], _ sums: [LaunchPartition.Kind: UInt64]
  ) -> [ModuleID: Share] {
    var shares: [ModuleID: Share] = [:]
    for creation in creations {
      shares[creation.module] = Share(
        module: creation.module, name: creation.name, creationNanoseconds: sums[.creation(creation.module)] ?? 0,
        breakdown: creation.breakdown)
    }
    for dispatch in dispatches {
      for (index, span) in dispatch.handlers.enumerated() where span.part == nil && span.wasCalled {
        let kind = LaunchPartition.Kind.handler(span.moduleID, dispatch.id)
        var share =
          shares[span.moduleID] ?? Share(module: span.moduleID, name: span.module, breakdown: TimeBreakdown.none)
        share.handlerNanoseconds = share.handlerNanoseconds.plus(sums[kind] ?? 0)
        share.breakdown = share.breakdown.plus(dispatch.ownBreakdown(at: index))
        shares[span.moduleID] = share
      }
    }
    return shares
  }

  /// Adds a named moment that comes after the launch's latest event.
  ///
  /// - Returns: Whether it is the first of its name.
  mutating func add(_ mark: MarkEntry) -> Bool { add(mark, at: nanoseconds(to: mark)) }

  /// The time from the launch's start to a mark, which comes after its latest event or is among the launch's marks.
  package func nanoseconds(to mark: MarkEntry) -> UInt64 {
    let known = marks.first { $0.name == mark.name && mark.atNanoseconds < endNanoseconds }
    return known?.nanoseconds ?? totalNanoseconds.plus(mark.atNanoseconds.minus(endNanoseconds))
  }

  @discardableResult
  private mutating func add(_ mark: MarkEntry, at place: UInt64) -> Bool {
    guard marks.count < Self.mostMarks, !marks.contains(where: { $0.name == mark.name }) else { return false }
    marks.append(
      Mark(
        name: mark.name, atNanoseconds: mark.atNanoseconds, nanoseconds: place,
        startNanoseconds: min(place, totalNanoseconds)))
    return true
  }

  private static func starts(
    in others: [LaunchPartition.Interval], from start: UInt64, to end: UInt64, _ axis: LaunchAxis,
    _ sums: [LaunchPartition.Kind: UInt64], _ names: [ModuleID: String]
  ) -> [Start] {
    others.compactMap { other -> Start? in
      guard case .start(let module) = other.kind, other.end > start, other.start < end else { return nil }
      let place = axis.place(max(other.start, start))
      return Start(
        module: module, name: names[module] ?? "module \(module)", startNanoseconds: place,
        totalNanoseconds: axis.place(min(other.end, end)).minus(place), aloneNanoseconds: sums[other.kind] ?? 0)
    }.sorted { ($0.startNanoseconds, $0.module.rawValue) < ($1.startNanoseconds, $1.module.rawValue) }
  }

  private static func longestGap(in partition: LaunchPartition, _ axis: LaunchAxis) -> Gap? {
    let gaps = partition.pieces.filter { $0.kind == .idle && $0.end - $0.start >= leastSlow(of: axis.length) }
    return gaps.max { $0.end - $0.start < $1.end - $1.start }.map { gap in
      Gap(startNanoseconds: axis.place(gap.start), totalNanoseconds: gap.end - gap.start)
    }
  }
}
