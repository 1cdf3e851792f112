package import Launches
package import ModuleLifecycle
import Recordings

/// Reads a complete launch from a journal's entries, and what was seen to need its modules.
package struct ExplanationReader: Sendable, Equatable {
  /// The most dispatches that are looked at. A launch has a few, unless no mark ends it.
  private static let mostDispatches = 900

  /// The mark that the user asked for.
  private let mark: String?
  /// Finds the launches.
  package private(set) var finder: LaunchFinder
  private var launch: ApplicationLaunch?
  /// Whether nothing that comes can be part of what is explained.
  private var isOver = false
  private var facts = LaunchFacts()
  private var dispatches: [DispatchEntry] = []
  private var modules: [ModuleID: ModuleFacts] = [:]
  private var lookUps: [LookUpEntry] = []
  private var marks: [MarkEntry] = []
  /// The modules that experiments deferred or left out.
  private var experiments: [ModuleID: ModuleEntry.Cause] = [:]
  /// What the deferred ones did.
  private var deferred: [LaunchPartition.Interval] = []

  /// - Parameters:
  ///   - modules: The modules that already exist.
  ///   - process: From when the system made the process to the journal's start; `nil` if it is not known.
  ///   - mark: Where to end; `nil` for the first mark after the launch, or the launch's end.
  package init(_ modules: [ModuleStatus], process: UInt64?, until mark: String? = nil) {
    self.mark = mark
    finder = LaunchFinder(modules, process: process)
    for module in modules {
      self.modules[module.id] = ModuleFacts(
        name: module.name, parent: module.parent, isMain: module.isMain, isRequired: module.isRequired,
        after: module.after)
    }
  }

  /// Adds the next entry, in journal order. A launch replaces the one before it.
  ///
  /// - Returns: The launch so far, if the entry is the dispatch of one of its events or one of its marks.
  @discardableResult
  package mutating func add(_ entry: JournalEntry) -> ApplicationLaunch? {
    if case .state(let state) = entry, state.state == .notRunning, launch?.isComplete == true { beginAgain() }
    let found = finder.add(entry)
    if let found, launch == nil || launch?.isComplete == false || launch?.steps.first == found.steps.first {
      launch = found
    }
    switch entry {
    case .module(let module): add(module)
    case .lookUp(let lookUp) where !isOver: lookUps.append(lookUp)
    case .mark(let mark) where !isOver: marks.append(mark)
    case .dispatch(let dispatch):
      if dispatch.isReplay, dispatch.handlers.contains(where: { experiments[$0.moduleID] != nil }) {
        deferred.append(
          LaunchPartition.Interval(
            .dispatch(dispatch.id), from: dispatch.atNanoseconds, to: dispatch.endNanoseconds))
      }
      if !isOver { dispatches.append(dispatch) }
    default: break
    }
    if !isOver {
      facts.note(entry)
      isOver = launch?.isComplete == true && (ending != nil || dispatches.count >= Self.mostDispatches)
    }
    return found
  }

  /// Forgets a launch, because the application is about to be launched again.
  private mutating func beginAgain() {
    (launch, isOver, facts) = (nil, false, LaunchFacts())
    (dispatches, lookUps, marks, deferred) = ([], [], [], [])
  }

  private mutating func add(_ entry: ModuleEntry) {
    switch entry.change {
    case .registered:
      modules[entry.id] = ModuleFacts(
        name: entry.name, parent: entry.parent, isMain: entry.isMain, isRequired: entry.isRequired, after: entry.after)
    case .unregistered: modules[entry.id] = nil
    default: break
    }
    guard entry.cause == .deferred || entry.cause == .leftOut else { return }
    experiments[entry.id] = entry.cause
    if entry.creationNanoseconds != nil, let creation = finder.creations[entry.id] {
      deferred.append(
        LaunchPartition.Interval(.creation(entry.id), from: creation.atNanoseconds, to: creation.endNanoseconds))
    }
  }

  /// When the launch's last event had ended.
  private var launchEnd: UInt64 { launch?.endNanoseconds ?? 0 }

  /// The mark at which to end, if it has come.
  private var ending: MarkEntry? {
    marks.first { mark in self.mark.map { $0 == mark.name } ?? (mark.atNanoseconds >= launchEnd) }
  }
}

// MARK: - The explained launch

extension ExplanationReader {
  /// The launch; `nil` if none was completed, or the mark that the user asked for did not come.
  package var explained: ExplainedLaunch? {
    guard let launch, launch.isComplete, mark == nil || ending != nil else { return nil }
    let end = ending?.atNanoseconds ?? launchEnd
    let countsBefore = launch.countedBeforeNanoseconds > 0
    let start = countsBefore ? 0 : min(launch.atNanoseconds, end)
    let creations = creations(in: launch)
    let partition = LaunchPartition(
      creations.map { LaunchPartition.Interval(.creation($0.module), from: $0.atNanoseconds, to: $0.endNanoseconds) }
        + dispatches.flatMap(\.intervals) + facts.others(until: end), from: start, to: end)
    // In the order of their registration.
    let order = modules.keys.sorted { $0.rawValue < $1.rawValue }
    let places = Dictionary(zip(order, 0...), uniquingKeysWith: { first, _ in first })
    var parts = order.map { id in
      var part = ExplainedLaunch.Part(name: path(of: id), isNested: modules[id]?.parent != nil)
      (part.experiment, part.needs) = (experiments[id], needs(of: id, until: end))
      return part
    }
    var (idle, own, beside, stopped) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    for (kind, time) in partition.sums {
      switch kind {
      case .creation(let module), .handler(let module, _), .start(let module):
        if let place = places[module] { parts[place].nanoseconds += time } else { own += time }
      case .dispatch: own += time
      case .sideBySide: beside += time
      case .stopped: stopped += time
      // What passes between the parts of a launch that is fired by hand is the person's time.
      case .idle: if !launch.isFired { idle += time }
      }
    }
    addBreakdowns(of: creations, to: &parts, places, from: start, to: end)
    let sum = parts.reduce(idle + own + beside) { $0 + $1.nanoseconds }
    let after = LaunchPartition(deferred, from: end, to: max(end, deferred.map(\.end).max() ?? 0)).pieces
      .filter { $0.kind != .idle }.map { $0.end - $0.start }
    return ExplainedLaunch(
      mark: ending?.name, totalNanoseconds: sum.plus(launch.countedBeforeNanoseconds),
      beforeNanoseconds: launch.beforeNanoseconds, countsBefore: countsBefore, modules: parts,
      sideBySideNanoseconds: beside, idleNanoseconds: idle, dispatchNanoseconds: own, stoppedNanoseconds: stopped,
      deferredNanoseconds: after.reduce(0, +), longestDeferredNanoseconds: after.max() ?? 0)
  }

  /// The creations of the launch, and the latest one of each module, in any order.
  private func creations(in launch: ApplicationLaunch) -> [ModuleCreation] {
    let known = Dictionary(
      launch.creations.map { ($0.module, $0.atNanoseconds) }, uniquingKeysWith: { first, _ in first })
    return launch.creations + finder.creations.values.filter { known[$0.module] != $0.atNanoseconds }
  }

  private func addBreakdowns(
    of creations: [ModuleCreation], to parts: inout [ExplainedLaunch.Part], _ places: [ModuleID: Int],
    from start: UInt64, to end: UInt64
  ) {
    for creation in creations where creation.atNanoseconds >= start && creation.endNanoseconds <= end {
      guard let place = places[creation.module] else { continue }
      parts[place].breakdown = parts[place].breakdown.plus(creation.breakdown)
    }
    for dispatch in dispatches where dispatch.atNanoseconds >= start && dispatch.atNanoseconds <= end {
      for (index, span) in dispatch.handlers.enumerated() where span.part == nil && span.wasCalled {
        guard let place = places[span.moduleID] else { continue }
        parts[place].breakdown = parts[place].breakdown.plus(dispatch.ownBreakdown(at: index))
      }
    }
  }

  private func path(of id: ModuleID) -> String {
    var (path, outer, depth) = (modules[id]?.name ?? "", modules[id]?.parent, 0)
    // The parents in a file may form a cycle.
    while let id = outer, let module = modules[id], depth < CompositeDelegate.maximumNesting {
      path = "\(module.name)/\(path)"
      (outer, depth) = (module.parent, depth + 1)
    }
    return path
  }
}

// MARK: - What was seen to need a module

extension ExplanationReader {
  /// The events of which a module that is created later gets the latest again.
  private static let resent: Set<String> = [
    DidFinishLaunching.name, DidBecomeActive.name, WillResignActive.name, DidEnterBackground.name,
    WillEnterForeground.name,
  ]

  private func needs(of id: ModuleID, until end: UInt64) -> [Need] {
    guard let module = modules[id] else { return [] }
    var needs: [Need] = (module.isMain && module.parent == nil ? [.main] : []) + (module.isRequired ? [.required] : [])
    for other in modules.sorted(by: { $0.key.rawValue < $1.key.rawValue }).map(\.value)
    where other.parent == module.parent && other.after.contains(module.name) {
      needs.append(.follower(other.name))
    }
    let looks = lookUps.filter { $0.moduleID == id && $0.atNanoseconds <= end }.map { lookUp in
      let event = lookUp.dispatch.flatMap { id in dispatches.first { $0.id == id } }?.event
      return (lookUp.atNanoseconds, Need.lookedUp(by: lookUp.by, event: event))
    }
    let calls = dispatches.filter { $0.atNanoseconds <= end && !$0.isReplay }.compactMap { dispatch in
      need(of: id, in: dispatch).map { (dispatch.atNanoseconds, $0) }
    }
    for (_, need) in (looks + calls).sorted(by: { $0.0 < $1.0 }) where !needs.contains(need) { needs.append(need) }
    return needs
  }

  private func need(of id: ModuleID, in dispatch: DispatchEntry) -> Need? {
    guard let row = dispatch.handlers.first(where: { $0.moduleID == id && $0.part == nil && $0.wasCalled }) else {
      return nil
    }
    if !Self.resent.contains(dispatch.event) { return .event(dispatch.event, from: dispatch.parentModule) }
    return row.outcome == .answered && row.value != .bool(true) ? .vote(event: dispatch.event) : nil
  }
}
