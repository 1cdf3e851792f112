package import ModuleLifecycle

/// Finds an application's launches in the entries of its journal.
///
/// Everything that reports the time of a launch uses this type, so that all reports agree. It keeps one creation per
/// module, and ignores most entries.
package struct LaunchFinder: Sendable, Equatable {
  private var reader = ModuleCreations()
  /// The latest creation of each module.
  private var creations: [ModuleID: ModuleCreation] = [:]
  /// When each removed module was removed.
  private var removedAt: [ModuleID: UInt64] = [:]
  /// The latest two times at which the application stopped running.
  private var (notRunningSince, notRunningBefore): (UInt64, UInt64) = (0, 0)
  /// The latest launch, as far as it is known.
  package private(set) var latest: ApplicationLaunch?
  /// The time at which the application stopped running before the latest launch.
  private var latestSince: UInt64 = 0
  /// The end of the latest launch's last event.
  private var latestEnd: UInt64 = 0
  /// The share of each module in the latest launch.
  package private(set) var shares: [ModuleID: ApplicationLaunch.Share] = [:]
  /// The marks since the application last stopped running. They may belong to the next launch.
  private var marks: [MarkEntry] = []

  /// Creates a finder for a journal from its first entry on.
  ///
  /// - Parameter modules: The modules that already exist.
  package init(_ modules: [ModuleStatus] = []) {
    for module in modules.inOrderOfCreation {
      if let creation = reader.add(module) { creations[module.id] = creation }
    }
  }

  /// Adds the next entry, in journal order.
  ///
  /// - Returns: The launch so far, if the entry is the dispatch of one of its events or one of its marks.
  package mutating func add(_ entry: JournalEntry) -> ApplicationLaunch? {
    switch entry {
    case .module(let module): note(module)
    case .state(let state):
      if state.state == .notRunning {
        (notRunningBefore, notRunningSince) = (notRunningSince, state.atNanoseconds)
        marks = []
      }
    case .mark(let mark): return add(mark)
    case .dispatch(let dispatch): return add(dispatch)
    default: break
    }
    return nil
  }

  private mutating func add(_ mark: MarkEntry) -> ApplicationLaunch? {
    if latestSince == (mark.atNanoseconds < notRunningSince ? notRunningBefore : notRunningSince),
      latest?.isComplete == true
    {
      return latest?.add(mark) == true ? latest : nil
    }
    if marks.count < ApplicationLaunch.mostMarks { marks.append(mark) }
    return nil
  }

  private mutating func note(_ entry: ModuleEntry) {
    if let creation = reader.add(entry) {
      creations[entry.id] = creation
      removedAt[entry.id] = nil
    } else if entry.change == .removed {
      removedAt[entry.id] = entry.atNanoseconds
    }
  }

  private mutating func add(_ dispatch: DispatchEntry) -> ApplicationLaunch? {
    let isLaunch = dispatch.event == WillFinishLaunching.name || dispatch.event == DidFinishLaunching.name
    // An event sent to a running application, or to one module that came too late, launches nothing.
    guard isLaunch, !dispatch.isReplay, !dispatch.isOutOfState else { return nil }
    // The entry of an aborted launch follows the entry that says that the application is not running.
    let since = dispatch.atNanoseconds < notRunningSince ? notRunningBefore : notRunningSince
    var launch: ApplicationLaunch
    let isSame = latest != nil && latestSince == since
    if isSame, latest?.isComplete == true { return nil }
    if isSame, let latest, !latest.steps.contains(where: { $0.event == dispatch.event }) {
      launch = latest
    } else {
      // A repeated event launches only the modules that were created since.
      let creations = found(by: dispatch, since: isSame ? max(since, latestEnd) : since)
      if isSame, creations.isEmpty { return nil }
      launch = ApplicationLaunch(creations)
      shares = [:]
      for creation in launch.creations {
        shares[creation.module] = ApplicationLaunch.Share(
          module: creation.module, name: creation.name, creationNanoseconds: creation.selfNanoseconds,
          breakdown: creation.breakdown)
      }
    }
    let times = dispatch.ownTimes
    for (index, span) in dispatch.handlers.enumerated() where span.part == nil && span.wasCalled {
      var share =
        shares[span.moduleID]
        ?? ApplicationLaunch.Share(module: span.moduleID, name: span.module, breakdown: TimeBreakdown.none)
      share.handlerNanoseconds = share.handlerNanoseconds.plus(times[index])
      share.breakdown = share.breakdown.plus(dispatch.ownBreakdown(at: index))
      shares[span.moduleID] = share
    }
    // Among equals, the module that was registered first.
    let slowest = shares.values.max { ($0.nanoseconds, $1.module.rawValue) < ($1.nanoseconds, $0.module.rawValue) }
    launch.add(dispatch, slowest: slowest)
    for mark in marks { launch.add(mark) }
    marks = []
    (latest, latestSince, latestEnd) = (launch, since, dispatch.atNanoseconds.plus(dispatch.totalNanoseconds))
    return launch
  }

  /// The creations of the modules that existed when a launch started.
  private func found(by dispatch: DispatchEntry, since: UInt64) -> [ModuleCreation] {
    let found = creations.values.filter { creation in
      creation.atNanoseconds >= since && creation.endNanoseconds <= dispatch.atNanoseconds
        && removedAt[creation.module].map { $0 > dispatch.atNanoseconds } ?? true
    }
    return found.inOrder
  }
}

extension ApplicationLaunch {
  /// The total time that it took to create the existing modules.
  package static func creationNanoseconds(of modules: [ModuleStatus]) -> UInt64 {
    var creations = ModuleCreations()
    return ApplicationLaunch(modules.inOrderOfCreation.compactMap { creations.add($0) }.inOrder).creationNanoseconds
  }
}

extension [ModuleCreation] {
  /// The creations in the order in which they started, each before those inside it.
  fileprivate var inOrder: [ModuleCreation] {
    sorted { left, right in
      (left.atNanoseconds, right.endNanoseconds, left.module.rawValue)
        < (right.atNanoseconds, left.endNanoseconds, right.module.rawValue)
    }
  }
}

extension [ModuleStatus] {
  /// The present modules, in the order in which their creations ended, as in the journal: each after those inside it.
  fileprivate var inOrderOfCreation: [ModuleStatus] {
    filter(\.isPresent).sorted { left, right in
      let (first, second) = (left.endOfCreation, right.endOfCreation)
      return first == second ? left.startOfCreation > right.startOfCreation : first < second
    }
  }
}

extension ModuleStatus {
  fileprivate var startOfCreation: UInt64 { createdNanoseconds ?? 0 }
  fileprivate var endOfCreation: UInt64 { startOfCreation.plus(creationNanoseconds ?? 0) }
}
