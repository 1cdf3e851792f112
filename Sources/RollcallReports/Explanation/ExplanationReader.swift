package import ModuleLifecycle
package import RollcallLaunches
import RollcallRecordings

/// Reads a complete launch from a journal's entries, and what was seen to need its modules.
package struct ExplanationReader: Sendable, Equatable {
  /// Where the explanation of a launch ends.
  package enum Ending: Sendable, Equatable {
    /// At the first mark after the launch; at the launch's end if none comes.
    case firstMark
    case mark(String)
    case launch
  }

  private enum Ground: Sendable, Equatable {
    case unknown
    case background(since: UInt64)
    /// Nothing happened before it had been there for `leastInBackground`.
    case staysInBackground
    /// It has been active.
    case foreground
  }

  /// The most marks and look-ups to keep.
  private static let most = 100_000
  /// At a start by the user, UIKit can report the background for a moment, until the first scene is there.
  private static let leastInBackground: UInt64 = 1_000_000_000

  private let ending: Ending
  private let start: ProcessStart
  /// Finds the launches.
  package private(set) var finder: LaunchFinder
  private var launch: ApplicationLaunch?
  /// Whether nothing that comes can be part of what is explained.
  private var isOver: Bool
  /// Where the application is after its launch.
  private var ground = Ground.unknown
  private var facts = LaunchFacts()
  private var modules: [ModuleID: ModuleFacts] = [:]
  private var lookUps: [LookUpEntry] = []
  private var marks: [MarkEntry] = []
  /// How many of the first marks can't be the one at which the launch ends.
  private var passedMarks = 0
  /// The modules that experiments deferred or left out.
  private var experiments: [ModuleID: ModuleEntry.Cause] = [:]
  /// What the deferred ones did.
  private var deferred: [LaunchPartition.Interval] = []

  /// - Parameters:
  ///   - modules: The modules that already exist.
  ///   - start: What the system said about the process.
  ///   - isFirst: Whether the journal's first entry is the first that comes.
  ///   - isLaunched: Whether the application was launched before.
  ///   - ending: Where to end.
  package init(
    _ modules: [ModuleStatus], start: ProcessStart = ProcessStart(), isFirst: Bool = true, isLaunched: Bool = false,
    until ending: Ending = .firstMark
  ) {
    (self.ending, self.start, isOver) = (ending, start, isLaunched)
    finder = LaunchFinder(modules, process: isFirst ? start.nanoseconds : nil)
    for module in modules {
      self.modules[module.id] = ModuleFacts(
        name: module.name, parent: module.parent, isMain: module.isMain, isRequired: module.isRequired,
        after: module.after)
      experiments[module.id] = module.experiment
    }
  }

  /// Adds the next entry, in journal order. A launch replaces the one before it.
  ///
  /// - Returns: The launch so far, if the entry is the dispatch of one of its events or one of its marks.
  @discardableResult
  package mutating func add(_ entry: AnyEntry) -> ApplicationLaunch? {
    if case .state(let state) = entry, state.state == .notRunning { beginAgain() }
    let found = finder.add(entry)
    if let found { (launch, passedMarks) = (found, 0) }
    if !isOver, isLaunchComplete {
      noteGround(entry)
      isOver = ending == .firstMark && ground == .staysInBackground
    }
    switch entry {
    case .module(let module): add(module)
    case .lookUp(let lookUp) where !isOver && lookUps.count < Self.most: lookUps.append(lookUp)
    case .mark(let mark) where !isOver && marks.count < Self.most: marks.append(mark)
    case .dispatch(let dispatch)
    where dispatch.isReplay && dispatch.handlers.contains { experiments[$0.moduleID] != nil }:
      deferred.append(
        LaunchPartition.Interval(.dispatch(dispatch.id), from: dispatch.atNanoseconds, to: dispatch.endNanoseconds))
    default: break
    }
    if !isOver, isLaunchComplete, found == nil, case .dispatch(let dispatch) = entry, dispatch.isLaunchEvent {
      // A launch event that is sent again sets the marks again, and ends what is explained.
      while let last = marks.last, last.atNanoseconds >= dispatch.atNanoseconds { marks.removeLast() }
      isOver = true
    }
    if !isOver {
      // After the launch, what comes must not displace it.
      if !isLaunchComplete || !facts.isFull { facts.note(entry) }
      passMarks()
      isOver = isLaunchComplete && entry.mayEndALaunch && (ending == .launch || endingMark != nil)
    }
    return found
  }

  /// Each is looked at once.
  private mutating func passMarks() {
    while isLaunchComplete, passedMarks < marks.count, !ends(at: marks[passedMarks]) { passedMarks += 1 }
  }

  private mutating func noteGround(_ entry: AnyEntry) {
    let time = entry.begunNanoseconds
    switch (ground, entry.stateAfter) {
    case (.staysInBackground, _), (.foreground, _): break
    case (.background(let since), _) where time >= since.plus(Self.leastInBackground):
      ground = .staysInBackground
    case (_, .active): ground = .foreground
    case (.unknown, .background): ground = .background(since: time)
    case (.background, .inactive): ground = .unknown
    default: break
    }
  }

  /// Whether the application was launched in the background. Until the user opens it, hours can pass.
  package var isInBackground: Bool {
    switch ground {
    case .staysInBackground: true
    // It ended within a moment, or at the mark.
    case .background: endingMark == nil
    case .unknown, .foreground: false
    }
  }

  /// Forgets a launch, because the application is about to be launched again.
  private mutating func beginAgain() {
    (launch, isOver, facts) = (nil, false, LaunchFacts())
    ground = .unknown
    (lookUps, marks, passedMarks, deferred) = ([], [], 0, [])
  }

  private mutating func add(_ entry: ModuleEntry) {
    switch entry.change {
    case .registered:
      modules[entry.id] = ModuleFacts(
        name: entry.name, parent: entry.parent, isMain: entry.isMain, isRequired: entry.isRequired, after: entry.after)
    case .unregistered: modules[entry.id] = nil
    // An experiment that was refused after all.
    case .switchedOn where entry.cause == nil: experiments[entry.id] = nil
    default: break
    }
    guard entry.cause == .deferred || entry.cause == .leftOut else { return }
    experiments[entry.id] = entry.cause
    if entry.creationNanoseconds != nil, let creation = finder.creations[entry.id] {
      deferred.append(
        LaunchPartition.Interval(.creation(entry.id), from: creation.atNanoseconds, to: creation.endNanoseconds))
    }
  }

  /// Where the launch begins in the journal's time.
  private var launchStart: UInt64 {
    guard let launch, launch.beforeNanoseconds == nil || launch.isFired else { return 0 }
    return launch.atNanoseconds
  }

  /// The mark at which to end, if it has come.
  private var endingMark: MarkEntry? { marks.dropFirst(passedMarks).first(where: ends) }

  private func ends(at mark: MarkEntry) -> Bool {
    switch ending {
    case .firstMark: mark.atNanoseconds >= launch?.endNanoseconds ?? 0
    case .mark(let name): mark.name == name && mark.atNanoseconds >= launchStart
    case .launch: false
    }
  }
}

extension AnyEntry {
  /// When what the entry is about began, or else when it was written.
  fileprivate var begunNanoseconds: UInt64 {
    if case .dispatch(let dispatch) = self { dispatch.atNanoseconds } else { writtenNanoseconds ?? 0 }
  }

  /// The application's state from this entry on, if the entry says so.
  fileprivate var stateAfter: ApplicationState? {
    switch self {
    case .dispatch(let dispatch): dispatch.state
    case .state(let entry): entry.state
    default: nil
    }
  }

  /// Whether nothing after it can tell something about a launch. What says that the process was stopped comes before.
  fileprivate var mayEndALaunch: Bool {
    switch self {
    // An event that a handler sent is over before the event that it handles.
    case .dispatch(let dispatch): dispatch.parent == nil
    // A mark in a dispatch is judged at its end.
    case .mark(let mark): mark.dispatch == nil
    default: false
    }
  }
}

// MARK: - The explained launch

extension ExplanationReader {
  /// Whether a launch was completed.
  package var isLaunchComplete: Bool { launch?.isComplete == true }

  /// The launch; `nil` if none was completed, or the mark that the user asked for did not come.
  package var explained: ExplainedLaunch? {
    guard let launch, launch.isComplete else { return nil }
    let mark = endingMark
    if case .mark = ending, mark == nil { return nil }
    let end = mark?.atNanoseconds ?? launch.endNanoseconds
    let countsBefore = launch.beforeNanoseconds != nil && !launch.isFired
    let begin = min(launchStart, end)
    let creations = creations(in: launch)
    let partition = LaunchPartition(
      creations.map { LaunchPartition.Interval(.creation($0.module), from: $0.atNanoseconds, to: $0.endNanoseconds) }
        + facts.dispatches.flatMap(\.intervals) + facts.others(until: end), from: begin, to: end)
    // In the order of their registration.
    let order = modules.keys.sorted { $0.rawValue < $1.rawValue }
    let (places, needs) = (Dictionary(zip(order, 0...)) { first, _ in first }, needs(from: begin, until: end))
    var parts = order.map { id in
      var part = ExplainedLaunch.Part(
        name: id.path { [modules] in modules[$0].map { ($0.name, $0.parent) } }, isNested: modules[id]?.parent != nil)
      (part.experiment, part.needs) = (experiments[id], needs[id] ?? [])
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
    addBreakdowns(of: creations, to: &parts, places, from: begin, to: end)
    let sum = parts.reduce(idle + own + beside) { $0 + $1.nanoseconds }
    let after = LaunchPartition(deferred, from: end, to: max(end, deferred.map(\.end).max() ?? 0)).pieces
      .filter { $0.kind != .idle }.map { $0.end - $0.start }
    return ExplainedLaunch(
      mark: mark?.name, totalNanoseconds: sum.plus(launch.countedBeforeNanoseconds),
      beforeNanoseconds: launch.beforeNanoseconds, countsBefore: countsBefore, start: start,
      isOfOldProcess: launch.isOfOldProcess, hasOlderTime: launch.hasOlderTime, modules: parts,
      sideBySideNanoseconds: beside, idleNanoseconds: idle, dispatchNanoseconds: own, stoppedNanoseconds: stopped,
      deferredNanoseconds: after.reduce(0) { $0.plus($1) }, longestDeferredNanoseconds: after.max() ?? 0)
  }

  /// The creations of the launch, and the latest one of each module, in any order.
  private func creations(in launch: ApplicationLaunch) -> [ModuleCreation] {
    let known = Dictionary(
      launch.creations.map { ($0.module, $0.atNanoseconds) }, uniquingKeysWith: { first, _ in first })
    return launch.creations + finder.creations.values.filter { known[$0.module] != $0.atNanoseconds }
  }

  /// Adds the kinds of time, and the handlers' named parts.
  private func addBreakdowns(
    of creations: [ModuleCreation], to parts: inout [ExplainedLaunch.Part], _ places: [ModuleID: Int],
    from start: UInt64, to end: UInt64
  ) {
    for creation in creations where creation.atNanoseconds >= start && creation.endNanoseconds <= end {
      guard let place = places[creation.module] else { continue }
      parts[place].breakdown = parts[place].breakdown.plus(creation.breakdown)
    }
    for dispatch in facts.dispatches where dispatch.atNanoseconds >= start && dispatch.atNanoseconds <= end {
      for (index, span) in dispatch.handlers.enumerated() where span.wasCalled {
        guard let place = places[span.moduleID] else { continue }
        if let piece = span.part {
          parts[place].pieces[piece] = (parts[place].pieces[piece] ?? 0).plus(span.selfNanoseconds)
        } else {
          parts[place].breakdown = parts[place].breakdown.plus(dispatch.ownBreakdown(at: index))
        }
      }
    }
  }
}

// MARK: - What was seen to need a module

extension ExplanationReader {
  /// The events of which a module that is created later gets the latest again.
  private static let resent: Set<String> = [
    DidFinishLaunching.name, DidBecomeActive.name, WillResignActive.name, DidEnterBackground.name,
    WillEnterForeground.name,
  ]

  /// A module's name, and the composite that it is in.
  private struct Place: Hashable {
    let parent: ModuleID?
    let name: String
  }

  /// What was seen to need each module, in the order of time. Visits everything once.
  private func needs(from start: UInt64, until end: UInt64) -> [ModuleID: [Need]] {
    var seen: [ModuleID: [(at: UInt64, need: Need)]] = [:]
    let ids = Dictionary(
      modules.map { (Place(parent: $1.parent, name: $1.name), $0) }, uniquingKeysWith: { first, _ in first })
    for (id, module) in modules.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      if module.isMain, module.parent == nil { seen[id, default: []].append((0, .main)) }
      if module.isRequired { seen[id, default: []].append((0, .required)) }
      for other in module.after {
        guard let first = ids[Place(parent: module.parent, name: other)] else { continue }
        seen[first, default: []].append((0, .follower(module.name)))
      }
    }
    let events = Dictionary(facts.dispatches.map { ($0.id, $0.event) }, uniquingKeysWith: { first, _ in first })
    for lookUp in lookUps where (start...end).contains(lookUp.atNanoseconds) {
      let event = lookUp.dispatch.flatMap { events[$0] }
      seen[lookUp.moduleID, default: []].append((lookUp.atNanoseconds, .lookedUp(by: lookUp.by, event: event)))
    }
    for dispatch in facts.dispatches where (start...end).contains(dispatch.atNanoseconds) && !dispatch.isReplay {
      for row in dispatch.handlers where row.part == nil && row.wasCalled {
        guard let need = Self.need(for: row, in: dispatch) else { continue }
        seen[row.moduleID, default: []].append((dispatch.atNanoseconds, need))
      }
    }
    return seen.mapValues { seen in
      var known: Set<Need> = []
      return seen.sorted { $0.at < $1.at }.map(\.need).filter { known.insert($0).inserted }
    }
  }

  private static func need(for row: HandlerSpan, in dispatch: DispatchEntry) -> Need? {
    if !resent.contains(dispatch.event) { return .event(dispatch.event, from: dispatch.parentModule) }
    return row.outcome == .answered && row.value != .bool(true) ? .vote(event: dispatch.event) : nil
  }
}
