#if CommandLine
public import ModuleLifecycle
import TerminalUI
public import Recordings

/// The application's part of a dashboard's state: what entries tell, and nothing of how somebody looks at it.
///
/// It is a value, so keeping one while going on with another costs what the two differ in. Two are equal when the same
/// is known of the application. What runs now and what the headline says belong to the look: they differ with who looks,
/// and when.
public struct ApplicationSnapshot: Sendable, Equatable {
  private(set) var state: DashboardState

  /// Before the first entry.
  ///
  /// - Parameters:
  ///   - source: What the source says of itself.
  ///   - allowed: The warnings that are counted and not announced.
  public init(_ source: SourceDescription, allowed: AllowedWarnings = AllowedWarnings()) {
    state = DashboardState(source: source, size: Size(width: 0, height: 0), isMouseOn: false, allowed: allowed)
  }

  /// The application's part of a state.
  public init(of state: DashboardState) { self.state = state }

  /// Takes in entries, as a dashboard does. Costs about a microsecond each, and a look at every owner that has rows:
  /// take in many at once.
  public mutating func fold(_ entries: [JournalEntry]) { _ = state.update(.entries(entries), now: 0) }

  /// About how many bytes it takes, where it shares nothing: what it keeps of dispatches and of what was cleaned up.
  public var estimatedBytes: Int {
    let rows = state.ownership.cleanedCount - state.ownership.forgottenCount + state.ownership.liveCount
    return rows * MemoryLayout<OwnershipLog.Cleaned>.stride + state.history.spanCount * MemoryLayout<HandlerSpan>.stride
      + state.history.dispatches.count * MemoryLayout<DispatchEntry>.stride + state.history.byteCount
  }

  /// Whether the same is known of the application.
  public static func == (left: ApplicationSnapshot, right: ApplicationSnapshot) -> Bool {
    let (left, right) = (left.state, right.state)
    return left.applicationState == right.applicationState && left.launchedAt == right.launchedAt
      && left.heardOfLaunch == right.heardOfLaunch && left.knowsLaunch == right.knowsLaunch
      && left.abortedLaunch == right.abortedLaunch && left.roster == right.roster && left.history == right.history
      && left.ownership.unfiltered == right.ownership.unfiltered && left.warnings == right.warnings
      && left.output == right.output && left.notice == right.notice && left.droppedEntries == right.droppedEntries
  }
}

extension DashboardState {
  /// Shows the application as a snapshot has it. The look at it stays: size, focus, filters, zoom, order of the rows,
  /// what is selected and what lies over the panes.
  mutating func show(_ snapshot: ApplicationSnapshot) {
    let other = snapshot.state
    (applicationState, launchedAt, abortedLaunch) = (other.applicationState, other.launchedAt, other.abortedLaunch)
    (heardOfLaunch, knowsLaunch, launchFinder) = (other.heardOfLaunch, other.knowsLaunch, other.launchFinder)
    (roster, history, warnings, output) = (other.roster, other.history, other.warnings, other.output)
    (notice, running, droppedEntries) = (other.notice, other.running, other.droppedEntries)
    let query = ownership.filter?.query
    ownership = other.ownership
    if let query { ownership.setFilter(query) }
    headline = other.headline
    // What has not happened yet can't be looked at. What was forgotten since can.
    if let shown = pinned, history.dispatch(at: shown.place)?.id != shown.dispatch.id,
      shown.place >= history.forgottenCount
    {
      pinned = nil
    }
    // A module that is not there yet stays selected until it comes.
    if selectedModule == nil { selectedModule = roster.rows.first?.id }
    (statistics, rows) = (nil, nil)
    renewDispatchPage()
  }
}

extension OwnershipLog {
  /// The same without a filter.
  fileprivate var unfiltered: OwnershipLog {
    guard filter != nil else { return self }
    var log = self
    log.setFilter("")
    return log
  }
}
#endif
