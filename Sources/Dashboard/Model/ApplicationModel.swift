#if CommandLine
public import Inspection
import Launches
public import ModuleLifecycle
import OrderedCollections
public import Recordings
import TextFormatting

/// What is known of an application: all that its hello and the journal's entries tell, and nothing of how a user looks
/// at it. The one exception is the filter of `ownership`.
///
/// It is a value: keeping one while going on with another costs what the two differ in. To go to another place of a
/// recording is to show the model of that place.
public struct ApplicationModel: Sendable, Equatable {
  /// The most bytes that are kept of a text: more than a screen has room for.
  static let mostBytes = 4_096

  /// What it said at the start.
  var source: Hello
  /// Where the application stands.
  private(set) var state: ApplicationState
  private(set) var launchedAt: UInt64?
  /// The instances that the launch was sent to, with the others or later.
  private(set) var heardOfLaunch: Set<UInt64> = []
  /// Whether it is known who was sent it with the others.
  private(set) var knowsLaunch = false
  /// The last launch, if it was aborted, so that modules are missing.
  private(set) var abortedLaunch: UInt64?
  /// Finds out what belongs to a launch, and what that took.
  private var launchFinder: LaunchFinder
  private(set) var modules: ModuleList
  private(set) var holdUps = HoldUps()
  var history = History()
  var ownership = OwnedObjectHistory()
  private(set) var warnings: WarningLog
  private(set) var log = MessageLog()
  /// What an inspector in another process asked for last, and how many events there were before.
  private(set) var request: AskedFor?
  /// Whether the journal was switched off.
  private(set) var isUnwritten = false
  /// Whether the modules and the state are not known yet.
  private(set) var isPending: Bool
  private(set) var droppedEntries: UInt64 = 0
  /// What happened last.
  private(set) var latest: Happening?
  /// The handler that is running, as last seen.
  public private(set) var running: RunningHandler?

  /// Before the first entry.
  ///
  /// - Parameters:
  ///   - source: What it says of itself.
  ///   - allowed: The warnings that are counted and not announced.
  public init(_ source: Hello, allowed: AllowedWarnings = AllowedWarnings()) {
    var source = source
    source.cutTexts(to: Self.mostBytes)
    self.source = source
    isPending = source.isPending
    state = source.state
    launchedAt = source.launchedNanoseconds
    launchFinder = LaunchFinder(source.modules)
    modules = ModuleList(source.modules)
    warnings = WarningLog(allowed: allowed)
  }

  /// The latest launch, as it is by now.
  var latestLaunch: ApplicationLaunch? { launchFinder.latest }

  /// The application's name.
  var name: String { source.application }

  /// About how many bytes it takes, where it shares nothing: what it keeps of dispatches and of what was cleaned up.
  public var estimatedBytes: Int {
    let rows = ownership.cleanedCount - ownership.forgottenCount + ownership.liveCount
    return rows * MemoryLayout<OwnedObjectHistory.Cleaned>.stride + history.spanCount * MemoryLayout<HandlerSpan>.stride
      + history.dispatches.count * MemoryLayout<DispatchEntry>.stride + history.byteCount
  }

  /// Whether a module was not there, or switched off, when the application was launched, would handle that, and has not
  /// heard of it since.
  func hasMissedLaunch(_ row: ModuleList.Row) -> Bool {
    guard let launchedAt, let owner = row.owner, let createdAt = row.createdNanoseconds, row.isPresent, row.isOn,
      row.handles.contains(DidFinishLaunching.name)
    else { return false }
    return (knowsLaunch || createdAt > launchedAt) && !heardOfLaunch.contains(owner)
  }

  /// What a module owns and has owned, or its last instance if it is gone.
  func owner(of row: ModuleStatus) -> OwnedObjectHistory.Owner? { row.owner.flatMap { ownership.owners[$0] } }
}

/// What an inspector in another process asked for.
struct AskedFor: Sendable, Equatable {
  let entry: RequestEntry
  /// How many events had been fired before.
  let eventsBefore: Int
}

/// What a user is told first when it happens.
enum Happening: Sendable, Equatable {
  /// An event was fired, and its handlers have returned.
  case dispatched(UInt64)
  case removed(owner: UInt64)
  case broughtBack(ModuleID)
  /// A module was switched on or off; whether it was created for that.
  case switched(ModuleID, isNew: Bool)
  case notCreated(name: String, error: String?)
  case launchAborted(WarningEntry)
}

// MARK: - Folding

extension ApplicationModel {
  /// Takes in which handler is running.
  mutating func note(running handler: RunningHandler?) {
    running = handler.map { handler in
      RunningHandler(
        module: handler.module.cut(toBytes: Self.mostBytes), moduleID: handler.moduleID,
        event: handler.event.cut(toBytes: Self.mostBytes), sinceNanoseconds: handler.sinceNanoseconds,
        dispatch: handler.dispatch)
    }
  }

  /// Takes in which events there are.
  mutating func note(events: [EventDescription]) {
    source.events = events
    source.events.cutTexts(to: Self.mostBytes)
  }
}

extension ApplicationModel {
  /// Takes in entries. Costs about a microsecond each, and a look at every owner that has rows: take in many at once.
  public mutating func fold(_ entries: [JournalEntry]) {
    for entry in entries { fold(entry) }
    ownership.settle()
  }

  /// Takes in how the application stands after entries that were dropped unread: what is not told of has gone meanwhile.
  public mutating func rejoin(_ prologue: Prologue) {
    state = prologue.state
    isPending = false
    // A launch that was seen stays as it was seen.
    let seen = history.dispatches.last?.atNanoseconds ?? 0
    if launchedAt == nil || prologue.launchedNanoseconds.map({ $0 > seen }) ?? true {
      (launchedAt, knowsLaunch, heardOfLaunch) = (prologue.launchedNanoseconds, false, [])
    }
    var standing = prologue.modules
    standing.cutTexts(to: Self.mostBytes)
    modules.rejoin(standing)
    holdUps = HoldUps()
    ownership.rejoin(prologue.entries, standing)
  }

  /// Takes in one entry; after the last one, `ownership` has to be settled.
  ///
  /// - Parameter isCounted: Whether a dispatch counts as one more firing; see `History`.
  /// - Returns: What has happened by that, if it is worth telling.
  @discardableResult
  mutating func fold(_ entry: JournalEntry, isCounted: Bool = true) -> Happening? {
    let happening = happening(by: entry.withTexts(atMost: Self.mostBytes), isCounted: isCounted)
    if let happening { latest = happening }
    return happening
  }

  private mutating func happening(by entry: JournalEntry, isCounted: Bool) -> Happening? {
    let launch = launchFinder.add(entry)
    switch entry {
    case .dispatch(let dispatch):
      fold(dispatch.withSoundRows, of: launch, isCounted: isCounted)
      return dispatch.parent == nil ? .dispatched(dispatch.id) : nil
    case .module(let module): return fold(module)
    case .owned, .overdue, .owner: ownership.fold(entry)
    case .releasing(let object):
      ownership.fold(entry)
      holdUps.fold(object)
    case .released(let object):
      ownership.fold(entry)
      holdUps.fold(object)
    case .alive, .completion: break
    case .mark: if let launch { history.update(launch) }
    case .running(let entry): running = RunningHandler(entry)
    case .state(let entry):
      state = entry.state
      if entry.state == .notRunning { launchedAt = nil }
    case .output(let line): log.add(.output(line))
    case .warning(let warning):
      if warnings.add(warning) { log.add(.warning(warning)) }
      holdUps.fold(warning)
      guard warning.kind == .launchAborted else { break }
      abortedLaunch = warning.dispatch
      return .launchAborted(warning)
    case .request(let entry): request = AskedFor(entry: entry, eventsBefore: history.topLevelCount)
    case .journal(let entry): isUnwritten = !entry.isOn
    case .gap(let gap): droppedEntries &+= gap.dropped
    }
    return nil
  }

  private mutating func fold(_ dispatch: DispatchEntry, of launch: ApplicationLaunch?, isCounted: Bool) {
    history.fold(dispatch, launch: launch, isCounted: isCounted)
    if running?.dispatch.map({ $0.id == dispatch.id }) ?? true { running = nil }
    if let settled = warnings.settle(dispatch) { log.settle(settled) }
    if let state = dispatch.state { self.state = state }
    if dispatch.isReplay {
      noteLaunched(by: dispatch)
    } else if dispatch.event == DidFinishLaunching.name {
      (launchedAt, knowsLaunch) = (dispatch.atNanoseconds, true)
      if dispatch.id != abortedLaunch { abortedLaunch = nil }
      heardOfLaunch = []
      noteLaunched(by: dispatch)
    }
  }

  private mutating func noteLaunched(by dispatch: DispatchEntry) {
    for span in dispatch.handlers where span.part == nil && span.outcome != .skipped {
      if let owner = modules[span.moduleID]?.owner { heardOfLaunch.insert(owner) }
    }
  }

  private mutating func fold(_ module: ModuleEntry) -> Happening? {
    let instance = modules[module.id]?.owner
    modules.fold(module)
    holdUps.fold(module)
    ownership.fold(module)
    // What was let go of because the launch was aborted is told by that.
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
