#if CommandLine
package import Inspection
import ModuleLifecycle
public import Recordings
public import TerminalUI

/// Everything that the screen shows, as a value: what is known of the application, and how the user looks at it.
///
/// It changes only by `update`, and `draw` makes a screen of it; neither reads a clock, a file or a terminal.
public struct DashboardState: Sendable, Equatable {
  /// The panes, in the order of their numbers.
  public enum Pane: Int, Sendable, CaseIterable {
    /// The modules in the order of the calls.
    case order = 1
    /// How long each took in the dispatch that is shown, or its event's statistics.
    case timings
    /// What was cleaned up.
    case cleanup
    /// What was printed, logged and warned of; it is shown when it is asked for.
    case log

    /// Those that stand side by side.
    static let columns: [Pane] = [.order, .timings, .cleanup]
    /// Whether its rows are modules.
    var listsModules: Bool { self == .order || self == .timings }
  }

  /// What lies over the panes.
  enum Overlay: Sendable, Equatable {
    case fire(FireSheet)
    case detail(scroll: Int)
    /// All of one dispatch, whose text stays the same whatever is sent meanwhile.
    case dispatch(DispatchEntry, Detail, scroll: Int)
    case help(scroll: Int)
    /// What is being typed to find rows of the focused pane.
    case filter(String)
    /// Launching a launched application: send the event again, or start over?
    case confirmLaunch(Command)
    /// In which format to export: the place of the selected one.
    case export(selection: Int)
    /// The delegate lab.
    case lab
    /// All warnings.
    case warnings(WarningSheet)
    /// All that can be done, fired or selected.
    case palette(CommandPalette)
    /// By what to sort the modules.
    case sort(SortMenu)
  }

  /// What is known of the application.
  public internal(set) var application: ApplicationModel
  /// What the dashboard can do beside it.
  let offers: Offers
  /// What the user has set for all applications.
  let settings: DashboardSettings
  /// The name of the recording that is followed while it is written; `nil` where the application itself is shown, or a
  /// recording is played.
  let followed: String?
  /// How this dashboard is attached to an application in another process; `nil` where it is in that process, or shows a
  /// recording.
  public internal(set) var attachment: Attachment?

  // MARK: What the user has done, and is told

  /// What just happened, in words.
  var headline: Headline = .start { didSet { headlineAt = now } }
  /// Since when it says so.
  private(set) var headlineAt: UInt64 = 0
  /// Whether that was a moment ago, so that it comes before what goes on all the time.
  var isHeadlineNew: Bool { now.minus(headlineAt) < 2_000_000_000 }
  /// The commands that were sent and are not done.
  public internal(set) var commandsUnderWay = 0
  /// Those among them that the application has begun with.
  var commandsStarted = 0
  /// Since when the others have been waiting.
  var waitingSince: UInt64 = 0
  var lastFired: Command?
  /// When the user fired it.
  var firedAt: UInt64 = 0
  /// The event that is being fired repeatedly, or was last.
  var repeated: RepeatedFiring?
  /// The recording that is being written, or was last.
  public internal(set) var recording: RecordingStatus?
  /// Nanoseconds since the journal's start, as of the last update.
  public internal(set) var now: UInt64 = 0
  /// Where the playing of a recording stands; `nil` where the application is live.
  public internal(set) var playback: Playback?

  // MARK: The look at it

  /// The screen's size.
  public internal(set) var size: Size
  var focus = Pane.order
  /// The selected module; rows move, the selection stays with its module.
  var selectedModule: ModuleID?
  /// The name of the module that is to be selected once it is known.
  var wantedModule: String?
  /// The dispatch that panes 1 and 2 show; `nil` follows the latest.
  var pinned: PinnedDispatch?
  /// Whether pane 2 shows statistics of the event instead of the dispatch's waterfall.
  var showsStatistics = false
  /// The order of the rows of panes 1 and 2; `nil` for that of the calls.
  var rowOrder: RowOrder?
  /// By what to sort them once that can be done; see `sortAsWanted`.
  var wantedSort: SortKey?
  /// Those rows, once they were worked out.
  var rows: ModuleRows?
  /// Those of the event that is shown, where they are to be seen.
  var statistics: EventStatistics?
  /// The first visible row of the module panes.
  var moduleScroll = 0
  /// The selected row of the cleanup log; `nil` follows the newest.
  var selectedCleanup: OwnedObjectHistory.RowID?
  /// On which of the pane's lines the selected row stands, once the mouse has chosen one; `nil` for the middle.
  var cleanupLine: Int?
  var moduleFilter = ModuleFilter()
  /// What was looked for last in the cleanup log.
  var cleanupQuery = ""
  /// The nested composites whose modules have no rows.
  var foldedComposites: Set<ModuleID> = []
  /// Whether the log is shown below the panes, or in their place where there is no room for both.
  var showsLog = false
  /// The number of the selected line of the log; `nil` follows the newest.
  var selectedLog: Int?
  var logFilter: RowFilter?
  /// What was looked for last in the log.
  var logQuery = ""
  var overlay: Overlay? { didSet { if overlay == nil { search = TextSearch() } } }
  var search = TextSearch()
  /// Whether the rest of a paste is awaited and no key does anything.
  var isIgnoringPaste = false
  /// The page of the help that was read last.
  var helpTopic = HelpTopic.panes
  /// Whether the focused pane has the whole frame.
  var isZoomed = false
  /// How far the view is behind, while it is frozen.
  var frozen: Backlog?
  /// Whether the mouse is the dashboard's; otherwise it selects text, as the terminal has it.
  public internal(set) var isMouseOn: Bool
  var lab = Lab()
  /// What the user has asked to be cleaned, until the journal says that it was.
  var awaitedLeakFix: LeakFix?
  /// The event of a recording that the user went to last.
  var soughtEvent: String?

  /// The state before anything happened.
  ///
  /// - Parameters:
  ///   - source: What the application says of itself.
  ///   - offers: What the dashboard's services can do.
  ///   - followed: The name of the recording that is followed while it is written.
  ///   - attachment: How it is attached to an application in another process.
  ///   - size: The screen's size.
  ///   - settings: What the user has set for all applications.
  ///   - allowed: The warnings that are counted and not announced.
  package init(
    source: Hello, offers: Offers = Offers(), followed: String? = nil, attachment: Attachment? = nil, size: Size,
    settings: DashboardSettings = DashboardSettings(), allowed: AllowedWarnings = AllowedWarnings()
  ) {
    self.offers = offers
    self.settings = settings
    self.attachment = attachment
    self.followed = followed
    application = ApplicationModel(source, allowed: allowed)
    self.size = size
    isMouseOn = settings.usesMouse
    wantedSort = settings.sort == .order ? nil : settings.sort
    selectedModule = source.modules.first?.id
  }

  /// The handler that has been running for so long that a person notices, and for how long.
  var longRunning: (handler: RunningHandler, elapsed: UInt64)? {
    guard let running = application.running else { return nil }
    let elapsed = now.minus(running.sinceNanoseconds)
    return elapsed < Self.noticeable ? nil : (running, elapsed)
  }

  /// What the launch or the shutdown has waited for so long that a person notices, and for how long.
  var heldUp: (wait: HoldUps.Wait, elapsed: UInt64)? {
    guard let wait = application.holdUp else { return nil }
    let elapsed = now.minus(wait.since)
    return elapsed < Self.noticeable ? nil : (wait, elapsed)
  }

  /// How many commands wait because the main actor is at work, and have done so for longer than they usually do.
  var waitingCommands: Int {
    now.minus(waitingSince) < Self.noticeable ? 0 : commandsUnderWay - commandsStarted
  }

  /// The time after which a person notices that nothing happens, in nanoseconds.
  private static let noticeable: UInt64 = 100_000_000

  /// How often the screen has to be drawn although nothing happens: while a handler runs or a removed module lives
  /// on, because their times go on, and while a recording is played; otherwise, and while the view is frozen, never.
  public var tickInterval: Duration? {
    if let playback { return playback.isMoving ? .milliseconds(50) : nil }
    if isFrozen { return nil }
    switch attachment?.contact {
    case .hangs, .isSilent: return .milliseconds(500)
    case .ended, .isAmbiguous: return nil
    case .answers, nil: break
    }
    if commandsUnderWay > 0 || application.running != nil { return .milliseconds(100) }
    if application.holdUp != nil { return .milliseconds(500) }
    return application.ownership.hasStillAlive || application.ownership.releasingCount > 0 ? .seconds(1) : nil
  }
}
#endif
