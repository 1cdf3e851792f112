#if CommandLine
package import RollcallInspection
import ModuleLifecycle
package import RollcallRecordings
package import RollcallTerminalUI

/// Everything that the screen shows, as a value: the application's model and the user's view of it.
///
/// Only `update` changes it, and `draw` turns it into a screen. Neither reads a clock, a file or a terminal.
package struct DashboardState: Sendable, Equatable {
  /// The model of the application.
  package internal(set) var application: ApplicationModel
  /// What the dashboard's services can do.
  let capabilities: Capabilities
  /// The user's settings for all applications.
  let settings: DashboardSettings
  /// The name of the recording that is followed while it is written; `nil` when the dashboard shows the application
  /// itself or plays a recording.
  let followed: String?
  /// The attachment to an application in another process; `nil` in the application's own process, and for a recording.
  package internal(set) var attachment: Attachment?

  // MARK: Commands and reports

  /// The command that waits to be given again.
  var question: Question?
  /// Until when letters continue a text whose field was refused, and are not commands.
  var lettersAreTextUntil: UInt64 = 0
  /// What just happened.
  var headline: Headline = .start {
    didSet { (headlineAt, unboundKey) = (now, nil) }
  }
  /// A sentence about the last key, which has no command here. It hides the headline until the next key, or the next
  /// headline.
  var unboundKey: String? { didSet { if unboundKey != nil { headlineAt = now } } }
  /// When the headline, or that sentence, was set.
  private(set) var headlineAt: UInt64 = 0
  /// Whether the headline is less than 2 s old. Until then it takes precedence over ongoing activity.
  var isHeadlineNew: Bool { now.minus(headlineAt) < 2_000_000_000 }
  /// The number of commands that were sent and have not finished.
  package internal(set) var commandsUnderWay = 0
  /// How many of those the application has started.
  var commandsStarted = 0
  /// Since when the others have been waiting, in nanoseconds since the journal's start.
  var waitingSince: UInt64 = 0
  var lastFired: Command?
  /// When the user fired `lastFired`.
  var firedAt: UInt64 = 0
  /// The current or last repeated firing.
  var repeated: RepeatedFiring?
  /// The recording that is being written, or the last one; `nil` before the first.
  package internal(set) var recording: RecordingStatus?
  /// The time of the last update, in nanoseconds since the journal's start.
  package internal(set) var now: UInt64 = 0
  /// The state of the playback; `nil` when the application is live.
  package internal(set) var playback: Playback?

  // MARK: View

  /// The screen's size.
  package internal(set) var size: Size
  /// Whether a screen shows the view. Otherwise, the rows of panes 1 and 2 are computed only when a command needs them:
  /// without a screen, entries are processed one by one, and each would visit all modules.
  let hasScreen: Bool
  var focus = Pane.order
  /// The selected module. When rows move, the selection stays with the module.
  var selectedModule: ModuleID?
  /// The name of a module to select once it is known.
  var wantedModule: String?
  /// The dispatch that panes 1 and 2 show; `nil` to follow the latest.
  var pinned: PinnedDispatch?
  /// Whether pane 2 shows statistics of the event instead of the dispatch's waterfall.
  var showsStatistics = false
  /// The row order of panes 1 and 2; `nil` for call order.
  var rowOrder: RowOrder?
  /// The sort key to apply once it can be applied; see `sortAsWanted`.
  var wantedSort: SortKey?
  /// The rows of panes 1 and 2, once computed.
  var rows: ModuleRows?
  /// The statistics of the shown dispatch's event, while they are visible.
  var statistics: EventStatistics?
  /// What the user has chosen in the panes' lists.
  var lists = PaneLists()
  /// What the user has folded or unfolded in the cleanup pane.
  var ownerFolds: [OwnerID: OwnerFold] = [:]
  /// The names of the many owners that are gone and have a row each, because the user unfolded their shared row.
  var unfoldedOwners: Set<String> = []
  /// The rows of the cleanup pane, once built. Use `cleanupRows`.
  var builtCleanupRows: CleanupRows?
  /// The nested composites whose modules are folded away.
  var foldedComposites: Set<ModuleID> = []
  /// The pane that is shown below the columns, or instead of them if there is no room for both.
  var openedPane: Pane?
  /// The lines of the log that match, while it is shown. Use `logLines`.
  var builtLogLines: LogLines?
  /// What is open over the panes, from the bottom to the top.
  var layers: [OpenLayer] = []
  /// Whether keys are ignored until the rest of a paste arrives.
  var isIgnoringPaste = false
  /// The help page that was open last.
  var helpTopic = HelpTopic.panes
  /// Whether the focused pane fills the whole frame.
  var isZoomed = false
  /// How far the frozen view is behind; `nil` while it is not frozen.
  var frozen: Backlog?
  /// Whether the dashboard uses the mouse. Otherwise the terminal does, usually to select text.
  package internal(set) var isMouseOn: Bool
  var lab = Lab()
  /// The object that the user asked to clean, until the journal records that it is cleaned.
  var awaitedLeakFix: LeakFix?
  /// The event that the user last went to in a recording.
  var soughtEvent: String?

  /// Creates the initial state.
  ///
  /// - Parameters:
  ///   - source: The application's hello.
  ///   - capabilities: What the dashboard's services can do.
  ///   - followed: The name of the recording that is followed while it is written.
  ///   - attachment: The attachment to an application in another process.
  ///   - size: The screen's size; without one, the size for which sentences are written.
  ///   - hasScreen: Whether a screen shows the view.
  ///   - settings: The user's settings for all applications.
  ///   - allowed: The warnings to count but not announce.
  package init(
    source: Hello, capabilities: Capabilities = Capabilities(), followed: String? = nil, attachment: Attachment? = nil,
    size: Size,
    hasScreen: Bool = true, settings: DashboardSettings = DashboardSettings(),
    allowed: AllowedWarnings = AllowedWarnings()
  ) {
    self.capabilities = capabilities
    self.settings = settings
    self.attachment = attachment
    self.followed = followed
    application = ApplicationModel(source, allowed: allowed)
    (self.size, self.hasScreen) = (size, hasScreen)
    isMouseOn = settings.usesMouse
    wantedSort = settings.sort == .order ? nil : settings.sort
    selectedModule = source.modules.first?.id
  }

  /// A handler that has been running for a noticeable time, and its running time in nanoseconds.
  var longRunning: (handler: RunningHandler, elapsed: UInt64)? {
    guard let running = application.running else { return nil }
    let elapsed = now.minus(running.sinceNanoseconds)
    return elapsed < Self.noticeable ? nil : (running, elapsed)
  }

  /// What the launch or the shutdown has been waiting for, and the time in nanoseconds, if it is noticeable.
  var heldUp: (wait: HoldUp, elapsed: UInt64)? {
    guard let wait = application.holdUp else { return nil }
    let elapsed = now.minus(wait.since)
    return elapsed < Self.noticeable ? nil : (wait, elapsed)
  }

  /// The number of commands that have been waiting for the busy main actor for a noticeable time.
  var waitingCommands: Int {
    now.minus(waitingSince) < Self.noticeable ? 0 : commandsUnderWay - commandsStarted
  }

  /// The delay that a user notices, in nanoseconds.
  private static let noticeable: UInt64 = 100_000_000

  /// How often to redraw the screen without new entries, because a displayed time advances or a recording plays. `nil`
  /// when no redraw is needed, and while the view is frozen.
  package var tickInterval: Duration? {
    if let playback { return playback.seek != nil ? .milliseconds(50) : nil }
    if isFrozen { return nil }
    switch attachment?.contact {
    case .hangs, .isSilent: return .milliseconds(500)
    case .ended, .isAmbiguous: return nil
    case .answers, nil: break
    }
    if commandsUnderWay > 0 || application.running != nil { return .milliseconds(100) }
    if application.holdUp != nil || !application.held.isEmpty { return .milliseconds(500) }
    return application.ownership.hasStillAlive || application.ownership.releasingCount > 0 ? .seconds(1) : nil
  }
}
#endif
