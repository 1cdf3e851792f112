package import ModuleLifecycle

/// Finds an application's launches in the entries of its journal.
///
/// Everything that reports the time of a launch uses this type, so that all reports agree. It keeps one creation per
/// module, and ignores most entries.
package struct LaunchFinder: Sendable, Equatable {
  private var reader = ModuleCreations()
  /// The latest creation of each module.
  package private(set) var creations: [ModuleID: ModuleCreation] = [:]
  /// When each removed module was removed.
  private var removedAt: [ModuleID: UInt64] = [:]
  /// The latest two times at which the application stopped running.
  private var (notRunningSince, notRunningBefore): (UInt64, UInt64) = (0, 0)
  /// The latest launch, as far as it is known.
  package private(set) var latest: ApplicationLaunch?
  /// Its events.
  private var steps: [DispatchEntry] = []
  /// Its creations.
  private var latestCreations: [ModuleCreation] = []
  /// How many stopped periods were noticed after its latest event.
  private var lateStops = 0
  /// The time at which the application stopped running before the latest launch.
  private var latestSince: UInt64 = 0
  /// The share of each module in the latest launch.
  package private(set) var shares: [ModuleID: ApplicationLaunch.Share] = [:]
  /// What happened since the application last stopped running or was launched.
  private var facts = LaunchFacts()
  /// The marks since the application last stopped running. They may belong to the next launch.
  private var marks: [MarkEntry] = []
  /// The most that counts as the time before a launch. iOS makes some processes long before the user opens the app, and
  /// does not say so: how long before the app began is then unknown.
  package static let mostBefore: UInt64 = 180_000_000_000
  /// How many periods can be noticed late. A process has one, and each costs as much as the launch.
  private static let mostLateStops = 8
  /// From when the system made the process to the journal's start; `nil` if it is not known.
  private let process: UInt64?

  /// Creates a finder for a journal from its first entry on.
  ///
  /// - Parameters:
  ///   - modules: The modules that already exist.
  ///   - process: From when the system made the process to the journal's start; `nil` if it is not known, or the process
  ///     may have been launched before.
  package init(_ modules: [ModuleStatus] = [], process: UInt64? = nil) {
    self.process = process
    for module in modules.inOrderOfCreation {
      if let creation = reader.add(module) { creations[module.id] = creation }
    }
  }

  /// Adds the next entry, in journal order.
  ///
  /// - Returns: The launch so far, if the entry is the dispatch of one of its events or one of its marks.
  package mutating func add(_ entry: AnyEntry) -> ApplicationLaunch? {
    facts.note(entry)
    switch entry {
    case .module(let module): note(module)
    case .state(let state):
      if state.state == .notRunning {
        (notRunningBefore, notRunningSince) = (notRunningSince, state.atNanoseconds)
        (marks, facts) = ([], LaunchFacts())
      }
    case .mark(let mark): return add(mark)
    case .stopped(let stop): return add(stop)
    case .dispatch(let dispatch): return add(dispatch)
    default: break
    }
    return nil
  }

  private mutating func add(_ mark: MarkEntry) -> ApplicationLaunch? {
    if latestSince == (mark.atNanoseconds < notRunningSince ? notRunningBefore : notRunningSince),
      latest?.isComplete == true
    {
      if marks.count < ApplicationLaunch.mostMarks { marks.append(mark) }
      return latest?.add(mark) == true ? latest : nil
    }
    if marks.count < ApplicationLaunch.mostMarks { marks.append(mark) }
    return nil
  }

  /// A stopped process is noticed when it goes on, which can be after the launch's latest event.
  private mutating func add(_ stop: StoppedEntry) -> ApplicationLaunch? {
    guard let latest, latest.isComplete, !steps.isEmpty, stop.atNanoseconds < latest.endNanoseconds,
      lateStops < Self.mostLateStops
    else { return nil }
    lateStops += 1
    return putTogether(since: latestSince, before: latest.beforeNanoseconds, isOld: latest.isOfOldProcess)
  }

  private mutating func putTogether(since: UInt64, before: UInt64?, isOld: Bool) -> ApplicationLaunch {
    var (launch, shares) = ApplicationLaunch.of(latestCreations, steps, facts, marks: marks, before: before)
    launch.isOfOldProcess = isOld
    (latest, self.shares, latestSince) = (launch, shares, since)
    return launch
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
    // An event sent to a running application, or to one module that came too late, launches nothing.
    guard dispatch.isLaunchEvent, !dispatch.isOutOfState else {
      // From here on, nothing changes the launch.
      if latest?.isComplete == true, latestSince == notRunningSince { (facts, steps) = (LaunchFacts(), []) }
      return nil
    }
    // The entry of an aborted launch follows the entry that says that the application is not running.
    let since = dispatch.atNanoseconds < notRunningSince ? notRunningBefore : notRunningSince
    let isSame = latest != nil && latestSince == since
    if isSame, latest?.isComplete == true { return nil }
    let isRepeated = isSame && steps.contains { $0.event == dispatch.event }
    if isSame, !isRepeated {
      // Modules that were created between the events, and not by a handler.
      let since = steps.last.map(\.endNanoseconds) ?? 0
      latestCreations += facts.outside(found(by: dispatch, since: since))
      steps.append(dispatch)
    } else {
      // A repeated event launches only the modules that were created since.
      let end = steps.last.map(\.endNanoseconds) ?? 0
      let creations = found(by: dispatch, since: isSame ? max(since, end) : since)
      if isRepeated, creations.isEmpty { return nil }
      (steps, latestCreations, lateStops) = ([dispatch], creations, 0)
    }
    // What a person fires by hand can come at any time.
    let begin = steps.first.map { $0.isFired ? 0 : $0.atNanoseconds } ?? 0
    let before = since == 0 && !isRepeated ? process : nil
    let isOld = before.map { $0.plus(begin) > Self.mostBefore } ?? false
    return putTogether(since: since, before: isOld ? nil : before, isOld: isOld)
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

extension DispatchEntry {
  /// Whether it is a launch event that was sent to all modules.
  package var isLaunchEvent: Bool {
    (event == WillFinishLaunching.name || event == DidFinishLaunching.name) && !isReplay
  }
}

extension ApplicationLaunch {
  /// The total time that it took to create the existing modules.
  package static func creationNanoseconds(of modules: [ModuleStatus]) -> UInt64 {
    var creations = ModuleCreations()
    let all = modules.inOrderOfCreation.compactMap { creations.add($0) }.inOrder
    var (sum, end): (UInt64, UInt64) = (0, 0)
    for creation in all where creation.endNanoseconds > end || creation.totalNanoseconds == 0 {
      (sum, end) = (sum.plus(creation.totalNanoseconds), creation.endNanoseconds)
    }
    return sum
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
