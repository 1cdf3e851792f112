#if CommandLine
public import EventArguments
public import ModuleLifecycle
public import Recordings

/// Where a dashboard gets its journal from, and where its commands go.
///
/// The composite of this process is one source; a recording can be another. A dashboard knows nothing else of the
/// application, so that all sources share every line of the screen.
///
/// A source is asked from the terminal's thread and answers at once, whatever the application is doing.
public protocol DashboardSource: AnyObject, Sendable {
  /// What the source is, as of now.
  var description: SourceDescription { get }
  /// The journal's entries since the last call, but not more than so many at once.
  func read(limit: Int) -> [JournalEntry]
  /// What `read` has not given yet. Asking reads nothing, and has the dashboard woken by the next entry.
  ///
  /// A source that need not count may leave it out; then a frozen view doesn't say how far behind it is.
  var backlog: Backlog { get }
  /// The events that can be fired, when they are others than before; otherwise `nil`.
  func takeNewEvents() -> [EventDescription]?
  /// The handler that is running now.
  var running: RunningHandler? { get }
  /// Takes in a line that was printed in this process while the screen was up.
  func note(output line: String)
  /// Nanoseconds since the journal's start.
  var now: UInt64 { get }
  /// The recording that is being written, or was last. When that ends, the dashboard is woken.
  ///
  /// A source that can't be recorded need not implement it.
  var recording: RecordingStatus? { get }
  /// Checks a command and, when nothing speaks against it, has the application carry it out.
  ///
  /// - Parameter report: Called on any thread: when the application begins with it, which may be long after, and when it
  ///   has been carried out; of an event that is fired repeatedly also in between, and with what it took.
  /// - Returns: Why the command is not even sent, in one sentence; `nil` when it was sent.
  func perform(_ command: Command, report: @escaping @Sendable (CommandProgress) -> Void) -> String?
  /// What is wrong with the arguments of a command that fires an event; none where it would be accepted, and of other
  /// commands. Asked with every key that changes a form, so it has to be quick.
  ///
  /// A source that can't tell beforehand need not implement it.
  func problems(with command: Command) -> [EventArgumentProblem]
  /// Runs one of the experiments in the description, beside the application, and not at the same time as another one.
  ///
  /// A source without experiments need not implement it.
  ///
  /// - Parameters:
  ///   - id: The experiment's name.
  ///   - report: Called on any thread with each line as it is written, and at the end.
  func run(experiment id: String, report: @escaping @Sendable (ExperimentProgress) -> Void)
  /// Where the playing of a recording stands; `nil` of a source that is live. Asked after `read`.
  ///
  /// A live source need not implement this, nor what follows.
  var playback: Playback? { get }
  /// The application as it was at a place of the recording that was gone to, once it is known; given once, before the
  /// entries that follow it are read.
  func takeSnapshot() -> ApplicationSnapshot?
  /// Plays the recording otherwise.
  ///
  /// - Returns: Why not, in one sentence; otherwise `nil`.
  func control(_ command: PlaybackCommand) -> String?
  /// Where an event comes next in the recording, and where it came last.
  func occurrences(of event: String) -> EventOccurrences
}

extension DashboardSource {
  /// Nothing is counted.
  public var backlog: Backlog { Backlog() }

  /// Nothing is recorded.
  public var recording: RecordingStatus? { nil }

  /// Nothing is known to be wrong.
  public func problems(with command: Command) -> [EventArgumentProblem] { [] }

  /// It is live.
  public var playback: Playback? { nil }

  /// It is live, so there is none.
  public func takeSnapshot() -> ApplicationSnapshot? { nil }

  /// A live application can't be played.
  public func control(_ command: PlaybackCommand) -> String? { "Only a recording can be played." }

  /// It comes nowhere.
  public func occurrences(of event: String) -> EventOccurrences { EventOccurrences(event: event) }

  /// There are no experiments, so this one has come to its end.
  public func run(experiment id: String, report: @escaping @Sendable (ExperimentProgress) -> Void) {
    report(.finished)
  }
}

/// What a dashboard knows of its source before it has read the first entry.
public struct SourceDescription: Sendable, Equatable {
  /// The application's name.
  public var application: String
  /// When the journal began, in nanoseconds since 1970.
  public var startedNanoseconds: UInt64
  /// What to add to UTC to get the time of day that users expect, in seconds.
  public var secondsFromUTC: Int
  /// The modules, in the order of the calls.
  public var modules: [ModuleStatus]
  /// The events that can be fired.
  public var events: [EventDescription]
  /// Where the application stands.
  public var state: ApplicationState
  /// The experiments that can be run, in the order of their pages; none, and there is no lab.
  public var experiments: [ExperimentDescription]
  /// The formats that it can export in; none, and nothing can be exported.
  public var exports: [ExportDescription]
  /// How long events may take; none where that is not known.
  public var budgets: Budgets
  /// When the application was launched, in nanoseconds since the journal's start; `nil` where the entries tell, or it was
  /// not.
  public var launchedNanoseconds: UInt64?

  /// A description.
  public init(
    application: String, startedNanoseconds: UInt64, secondsFromUTC: Int = 0, modules: [ModuleStatus] = [],
    events: [EventDescription] = [], state: ApplicationState = .notRunning,
    experiments: [ExperimentDescription] = [], exports: [ExportDescription] = [], budgets: Budgets = .none,
    launchedNanoseconds: UInt64? = nil
  ) {
    self.application = application
    self.startedNanoseconds = startedNanoseconds
    self.secondsFromUTC = secondsFromUTC
    self.modules = modules
    self.events = events
    self.state = state
    self.experiments = experiments
    self.exports = exports
    self.budgets = budgets
    self.launchedNanoseconds = launchedNanoseconds
  }
}

/// What a source has that has not been read.
public struct Backlog: Sendable, Equatable {
  /// The entries that can be read.
  public var kept: Int
  /// Those that were dropped before they could be, because the journal keeps no more than it may.
  public var dropped: UInt64

  /// A backlog; by default none.
  public init(kept: Int = 0, dropped: UInt64 = 0) {
    self.kept = kept
    self.dropped = dropped
  }
}
#endif
