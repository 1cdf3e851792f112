#if CommandLine
package import RollcallInspection
import RollcallReports
import RollcallLaunches
package import ModuleLifecycle
import OrderedCollections
package import RollcallRecordings
import RollcallTextFormatting

/// The state of an application, as known from its hello and its journal entries.
///
/// It holds nothing about the user's view. It is a value: a copy costs only the differences that arise later. To jump
/// within a recording, show the model of that position.
package struct ApplicationModel: Sendable, Equatable {
  /// The most bytes to keep of a text, which is more than a screen can show.
  static let mostBytes = 4_096

  /// The application's hello, with the current list of events.
  var source: Hello
  /// The application's current state.
  private(set) var state: ApplicationState
  private(set) var launchedAt: UInt64?
  /// The module instances that received the launch event, in the launch dispatch or in a later replay.
  private(set) var heardOfLaunch: Set<OwnerID> = []
  /// Whether the launch dispatch was seen, so that its receivers are known.
  private(set) var knowsLaunch = false
  /// The dispatch of the last launch, if that launch was aborted and modules are missing.
  private(set) var abortedLaunch: DispatchID?
  /// Assigns entries to launches and measures them.
  private var launches: ExplanationReader
  private(set) var modules: ModuleList
  /// Since when the application has been shutting down; `nil` while it is not.
  private var shuttingDownSince: UInt64?
  var history = History()
  var ownership = OwnedObjectHistory()
  private(set) var warnings: WarningLog
  private(set) var log = MessageLog()
  /// What waits for modules that are starting.
  private(set) var held = WaitingDeliveries()
  /// The last request of an inspector in another process.
  private(set) var request: InspectorRequest?
  /// Whether the journal is switched off.
  private(set) var isUnwritten = false
  /// Whether the modules and the state are not known yet.
  private(set) var isPending: Bool
  /// The entries that were dropped unread, and those that the latest prologue lacks.
  var droppedEntries: UInt64 { unreadEntries.plus(unknownEntries) }
  private var unreadEntries: UInt64 = 0
  private var unknownEntries: UInt64 = 0
  /// The last notable change.
  private(set) var latest: NotableChange?
  /// The handler that was running at the last update; `nil` if none was.
  package private(set) var running: RunningHandler?

  /// Creates the model of an application before its first entry.
  ///
  /// - Parameters:
  ///   - source: The application's hello.
  ///   - allowed: The warnings to count but not announce.
  package init(_ source: Hello, allowed: AllowedWarnings = AllowedWarnings()) {
    var source = source
    source.cutTexts(to: Self.mostBytes)
    self.source = source
    isPending = source.isPending
    state = source.state
    launchedAt = source.launchedNanoseconds
    launches = ExplanationReader(
      source.modules, start: source.processStart, isFirst: source.nextEntry == 0,
      isLaunched: source.launchedNanoseconds != nil)
    modules = ModuleList(source.modules)
    warnings = WarningLog(allowed: allowed)
  }

  /// The share of each module in the latest launch.
  var launchShares: [ModuleID: ApplicationLaunch.Share] { launches.finder.shares }

  /// The latest launch, as far as it has progressed.
  var latestLaunch: ApplicationLaunch? { launches.finder.latest }

  /// Whether there was a complete launch, so that there is an `explanation`.
  var hasExplanation: Bool { launches.isLaunchComplete }

  /// What the latest complete launch consisted of; `nil` if there was none. Visits all its dispatches.
  var explanation: Explanation? { launches.explained.map { Explanation([$0]) } }

  var name: String { source.application }

  /// The approximate size of the kept dispatches and owned objects in bytes, as if no storage were shared with copies.
  package var estimatedBytes: Int {
    let rows = ownership.cleanedCount - ownership.forgottenCount + ownership.liveCount
    let rowBytes = MemoryLayout<OwnedObjectHistory.Object>.stride + OwnedObjectFacts.Common.bytes
    return rows * rowBytes + history.byteCount
  }

  /// The longest wait of the launch or the shutdown: for a module that is starting or a service that was asked to shut
  /// down, otherwise for an object. Visits each module.
  var holdUp: HoldUp? {
    let waiting = modules.rows.filter { $0.isPresent && ($0.stage == .starting || $0.stage == .stopping) }
    if let row = waiting.min(by: { $0.stageNanoseconds ?? 0 < $1.stageNanoseconds ?? 0 }) {
      return HoldUp(isLaunch: row.stage == .starting, name: row.name, since: row.stageNanoseconds ?? 0)
    }
    return shuttingDownSince.flatMap { ownership.oldestCleanup(since: $0) }.map {
      HoldUp(
        isLaunch: false, name: $0.owner, object: OwnedKind($0.kind).title(of: $0.name), since: $0.atNanoseconds)
    }
  }

  /// Whether a module handles the launch event, was absent or off at the launch, and has not received the event since.
  func hasMissedLaunch(_ row: ModuleList.Row) -> Bool {
    guard let launchedAt, let owner = row.owner, let createdAt = row.createdNanoseconds, row.isPresent, row.isOn,
      row.handles.contains(DidFinishLaunching.name)
    else { return false }
    return (knowsLaunch || createdAt > launchedAt) && !heardOfLaunch.contains(owner)
  }

  /// The ownership of a module's instance; of the last instance if the module is gone.
  func owner(of row: ModuleStatus) -> OwnedObjectHistory.Owner? { row.owner.flatMap { ownership.owners[$0] } }
}

/// A module, service or object that the launch or the shutdown is waiting for.
struct HoldUp: Sendable, Equatable {
  /// Whether the launch is waiting, not the shutdown.
  let isLaunch: Bool
  /// The name of the module or owner.
  let name: String
  /// The object that is being cleaned; `nil` when the wait is for the module itself.
  var object: String?
  let since: UInt64
}

/// A request from an inspector in another process.
struct InspectorRequest: Sendable, Equatable {
  let entry: RequestEntry
  /// The number of events fired before the request.
  let eventsBefore: Int
}

/// A change that is notable enough for the headline.
enum NotableChange: Sendable, Equatable {
  /// An event was fired, and its handlers have returned.
  case dispatched(DispatchID)
  case removed(owner: OwnerID)
  case broughtBack(ModuleID)
  /// A module was switched on or off; `isNew` if it was created for that.
  case switched(ModuleID, isNew: Bool)
  case notCreated(name: String, error: String?)
  case launchAborted(WarningEntry)
}

// MARK: - Entries

extension ApplicationModel {
  /// Applies a message of the application. Those about the connection and about requests change nothing.
  package mutating func apply(_ message: InspectionMessage) {
    switch message {
    case .entries(let entries, _): apply(entries)
    case .prologue(let prologue): rejoin(prologue)
    case .events(let events): note(events: events)
    case .running(let handler): note(running: handler)
    case .hello, .role, .reply, .contact, .bye: break
    }
  }

  mutating func note(running handler: RunningHandler?) {
    running = handler.map { handler in
      RunningHandler(
        module: handler.module.cut(toBytes: Self.mostBytes), moduleID: handler.moduleID,
        event: handler.event.cut(toBytes: Self.mostBytes), sinceNanoseconds: handler.sinceNanoseconds,
        dispatch: handler.dispatch)
    }
  }

  mutating func note(events: [EventDescription]) {
    source.events = events
    source.events.cutTexts(to: Self.mostBytes)
  }
}

extension ApplicationModel {
  /// Applies journal entries to the model.
  ///
  /// Costs about 1 µs for each entry, plus a visit to every owner that has rows. Apply many entries at once.
  package mutating func apply(_ entries: [AnyEntry]) {
    for entry in entries { apply(entry) }
    settle()
  }

  /// Brings the views up to date with the entries that were applied.
  mutating func settle() {
    modules.settle()
    ownership.settle()
  }

  /// Applies the application's state after entries were dropped unread.
  ///
  /// A module, owner or object that the prologue does not contain is gone.
  package mutating func rejoin(_ prologue: Prologue) {
    state = prologue.state
    isPending = false
    // Keep what is known of a launch that was seen. Its first handler was called after it had begun.
    let isKnown = launchedAt.map { known in prologue.launchedNanoseconds.map { $0 <= known } ?? false } ?? false
    if !isKnown {
      (launchedAt, knowsLaunch, heardOfLaunch) = (prologue.launchedNanoseconds, false, [])
    }
    var modules = prologue.modules
    modules.cutTexts(to: Self.mostBytes)
    self.modules.rejoin(modules)
    shuttingDownSince = nil
    held.rejoin(modules)
    unknownEntries = prologue.entries.reduce(0) { if case .gap(let gap) = $1 { $0.plus(gap.dropped) } else { $0 } }
    ownership.rejoin(prologue.entries, modules)
  }

  /// Applies one entry. After the last one, the caller must call `settle()`.
  ///
  /// - Parameter isCounted: Whether to count a dispatch as a firing; see `History`.
  /// - Returns: The notable change that the entry reports, if any.
  @discardableResult
  mutating func apply(_ entry: AnyEntry, isCounted: Bool = true) -> NotableChange? {
    var entry = entry
    entry.cutTexts(to: Self.mostBytes)
    let change = change(by: entry, isCounted: isCounted)
    if let change { latest = change }
    return change
  }

  private mutating func change(by entry: AnyEntry, isCounted: Bool) -> NotableChange? {
    let launch = launches.add(entry)
    ownership.apply(entry)
    switch entry {
    case .dispatch(let dispatch):
      apply(dispatch.withSoundRows, of: launch, isCounted: isCounted)
      return dispatch.parent == nil ? .dispatched(dispatch.id) : nil
    case .module(let module): return apply(module)
    case .releasing(let object):
      if object.reason == .applicationEnd { shuttingDownSince = shuttingDownSince ?? object.atNanoseconds }
    case .owned, .released, .overdue, .owner, .alive, .completion, .lookUp: break
    case .mark, .stopped: if let launch { history.update(launch) }
    case .running(let entry): running = RunningHandler(entry)
    case .state(let entry):
      state = entry.state
      if entry.state == .notRunning { launchedAt = nil }
    case .output(let line): log.add(.output(line))
    case .warning(let warning):
      held.note(warning)
      if warnings.add(warning) { log.add(.warning(warning)) }
      guard warning.kind == .launchAborted else { break }
      abortedLaunch = warning.dispatch
      return .launchAborted(warning)
    case .request(let entry): request = InspectorRequest(entry: entry, eventsBefore: history.firedCount)
    case .journal(let entry): isUnwritten = !entry.isOn
    case .gap(let gap): unreadEntries = unreadEntries.plus(gap.dropped)
    }
    return nil
  }

  private mutating func apply(_ dispatch: DispatchEntry, of launch: ApplicationLaunch?, isCounted: Bool) {
    history.add(dispatch, launch: launch, isCounted: isCounted)
    held.note(dispatch)
    if running?.dispatch.map({ $0.id == dispatch.id }) ?? true { running = nil }
    if let settled = warnings.settle(dispatch) { log.replace(with: settled) }
    if let state = dispatch.state { self.state = state }
    guard dispatch.isReplay || dispatch.event == DidFinishLaunching.name else { return }
    if !dispatch.isReplay {
      (launchedAt, knowsLaunch, heardOfLaunch) = (dispatch.atNanoseconds, true, [])
      if dispatch.id != abortedLaunch { abortedLaunch = nil }
    }
    for span in dispatch.handlers where span.part == nil && span.wasCalled {
      if let owner = modules[span.moduleID]?.owner { heardOfLaunch.insert(owner) }
    }
  }

  private mutating func apply(_ module: ModuleEntry) -> NotableChange? {
    let instance = modules[module.id]?.owner
    modules.apply(module)
    switch module.change {
    case .removed where module.cause == .teardown || module.cause == .launchAborted:
      shuttingDownSince = shuttingDownSince ?? module.atNanoseconds
    case .registered, .broughtBack: shuttingDownSince = nil
    default: break
    }
    // The report of an aborted launch covers the modules that it removed.
    if case .launchAborted = latest, module.cause == .launchAborted { return nil }
    return switch module.change {
    case .removed: .removed(owner: module.owner)
    case .broughtBack: .broughtBack(module.id)
    case .failed: .notCreated(name: module.name, error: module.error)
    case .switchedOn, .switchedOff: .switched(module.id, isNew: module.owner != instance)
    default: nil
    }
  }
}
#endif
