package import ModuleLifecycle

/// Finds an application's launches among the entries of its journal.
///
/// Everything that says what a launch took asks this, so that all say the same. It keeps one creation a module. Of most
/// entries it takes no notice.
package struct LaunchFinder: Sendable, Equatable {
  private var reader = ModuleCreations()
  /// The latest creation of each module.
  private var creations: [ModuleID: ModuleCreation] = [:]
  /// When those modules were let go of that were.
  private var removedAt: [ModuleID: UInt64] = [:]
  /// Since when the application has been, or was last, not running; and the time before that.
  private var (notRunningSince, notRunningBefore): (UInt64, UInt64) = (0, 0)
  /// The latest launch, as it is by now.
  package private(set) var latest: ApplicationLaunch?
  /// Since when the application had not been running before it.
  private var latestSince: UInt64 = 0
  /// When its latest event was over.
  private var latestEnd: UInt64 = 0
  /// What each module took of the latest launch.
  package private(set) var shares: [ModuleID: ApplicationLaunch.Share] = [:]
  /// The moments with names since the application was last not running, that may belong to a launch to come.
  private var marks: [MarkEntry] = []

  /// Begins before the first entry.
  ///
  /// - Parameter modules: The modules that there were already.
  package init(_ modules: [ModuleStatus] = []) {
    for module in modules.inOrderOfCreation {
      if let creation = reader.add(module) { creations[module.id] = creation }
    }
  }

  /// Takes in the next entry, in the journal's order.
  ///
  /// - Returns: The launch so far, if the entry is the dispatch of one of its events, or a moment of it that has a name.
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
    // What is sent to an application that runs already, or to one module that came too late, launches nothing.
    guard isLaunch, !dispatch.isReplay, !dispatch.isOutOfState else { return nil }
    // The entry of a launch that was aborted comes after the one that says that the application is not running again.
    let since = dispatch.atNanoseconds < notRunningSince ? notRunningBefore : notRunningSince
    var launch: ApplicationLaunch
    let isSame = latest != nil && latestSince == since
    if isSame, latest?.isComplete == true { return nil }
    if isSame, let latest, !latest.steps.contains(where: { $0.event == dispatch.event }) {
      launch = latest
    } else {
      // An event that comes again launches anew what was created anew since, and nothing else.
      let creations = found(by: dispatch, since: isSame ? max(since, latestEnd) : since)
      if isSame, creations.isEmpty { return nil }
      launch = ApplicationLaunch(creations)
      shares = [:]
      for creation in launch.creations {
        shares[creation.module] = ApplicationLaunch.Share(
          module: creation.module, name: creation.name, creationNanoseconds: creation.selfNanoseconds,
          kinds: creation.kinds)
      }
    }
    let times = dispatch.ownTimes
    for (index, span) in dispatch.handlers.enumerated() where span.part == nil && span.outcome != .skipped {
      var share =
        shares[span.moduleID]
        ?? ApplicationLaunch.Share(module: span.moduleID, name: span.module, kinds: TimeKinds.none)
      share.handlerNanoseconds = share.handlerNanoseconds.plus(times[index])
      share.kinds = share.kinds.plus(dispatch.ownKinds(at: index))
      shares[span.moduleID] = share
    }
    // Of equals the one that was registered first.
    let slowest = shares.values.max { ($0.nanoseconds, $1.module.rawValue) < ($1.nanoseconds, $0.module.rawValue) }
    launch.add(dispatch, slowest: slowest)
    for mark in marks { launch.add(mark) }
    marks = []
    (latest, latestSince, latestEnd) = (launch, since, dispatch.atNanoseconds.plus(dispatch.totalNanoseconds))
    return launch
  }

  /// The creations of the modules that were there when a launch began.
  private func found(by dispatch: DispatchEntry, since: UInt64) -> [ModuleCreation] {
    let found = creations.values.filter { creation in
      creation.atNanoseconds >= since && creation.endNanoseconds <= dispatch.atNanoseconds
        && removedAt[creation.module].map { $0 > dispatch.atNanoseconds } ?? true
    }
    return found.inOrder
  }
}

extension ApplicationLaunch {
  /// How long creating the modules took that are there, all together.
  package static func creationNanoseconds(of modules: [ModuleStatus]) -> UInt64 {
    var creations = ModuleCreations()
    return ApplicationLaunch(modules.inOrderOfCreation.compactMap { creations.add($0) }.inOrder).creationNanoseconds
  }
}

extension [ModuleCreation] {
  /// In the order in which they began, an outer one before those inside of it.
  fileprivate var inOrder: [ModuleCreation] {
    sorted { left, right in
      (left.atNanoseconds, right.endNanoseconds, left.module.rawValue)
        < (right.atNanoseconds, left.endNanoseconds, right.module.rawValue)
    }
  }
}

extension [ModuleStatus] {
  /// Those that are there, in the order in which their creation ended, as the journal tells of it: an outer one after those
  /// inside of it.
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
