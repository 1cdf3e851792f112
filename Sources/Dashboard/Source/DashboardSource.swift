#if CommandLine
public import EventArguments
public import ModuleLifecycle
public import Recordings
import TerminalUI

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
  func takeSnapshot() -> ApplicationModel?
  /// How the application stands after entries that were dropped unread; given once, before the entries that follow.
  /// Asked after each `read`, which stops where it belongs.
  ///
  /// A source that drops none need not implement it.
  func takePrologue() -> Prologue?
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
  public func takeSnapshot() -> ApplicationModel? { nil }

  /// Nothing is dropped.
  public func takePrologue() -> Prologue? { nil }

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

/// What a dashboard asks an application to do.
public enum Command: Sendable, Equatable {
  /// Send the event of that name, its missing arguments taken from its example.
  case fire(event: String, arguments: JSONValue)
  /// Send the event of that name so many times, each when the one before it is over; from 1 to `mostTimes`.
  ///
  /// The application gets to everything else in between. Of several such commands at once the later ones are refused.
  ///
  /// - Parameter relaunching: Whether all modules are torn down and created anew before each time, so that an event that
  ///   launches the application finds them as they are at first. Modules that are new already are not created once more.
  case fireRepeatedly(event: String, arguments: JSONValue, times: Int, relaunching: Bool = false)
  /// Fire no more what is being fired repeatedly, once the event that is under way is over.
  case stopRepeating
  /// Let go of a module.
  case remove(ModuleID)
  /// Create a removed module anew.
  case bringBack(ModuleID)
  /// Have a module called from the next event on; one that was registered switched off is created.
  case switchOn(ModuleID)
  /// Leave a module out of all events from the next one on.
  case switchOff(ModuleID)
  /// Give a module another place in the order, from one; those between move by one.
  case move(ModuleID, to: Int)
  /// Send a module, and no other, the launch that it came too late for.
  case catchUp(ModuleID)
  /// Clean one owned object of any owner.
  case cancel(OwnedObjectID)
  /// Write what the journal keeps into a file, in one of the formats of the source's description.
  ///
  /// - Parameters:
  ///   - path: The file, which must not be there yet; `nil` for one with a name of its own in the working folder.
  ///   - dispatch: The dispatch that a chart is about; `nil` for the launch.
  case export(format: String, path: String?, dispatch: UInt64? = nil)
  /// Tear all modules down, create them anew, and launch again with these arguments.
  case relaunch(arguments: JSONValue)
  /// Write everything that happens to a file, what the journal still has of the past first; to one that is named after
  /// the application and the time where none is given.
  case record(String?)
  /// Write nothing more to that file.
  case stopRecording
}

/// How far the application is with a command.
public enum CommandProgress: Sendable, Equatable {
  /// It has begun to carry it out; until then the command waits for the handler that is at work, or for others.
  case started
  /// An event has been fired so many times so far. Reported at most `Command.reportsPerSecond` times a second.
  case repeating(done: Int)
  /// An event has been fired for the last time; this is what it took.
  case repeated(RepetitionSummary)
  /// A file has been written.
  case exported(ExportSummary)
  /// It has been carried out, or failed for this reason.
  case finished(problem: String?)
}

extension Command {
  /// The most times that an event can be fired by one command.
  public static let mostTimes = 1_000_000
  /// How often it is reported at the most how far an event has come that is being fired repeatedly.
  public static let reportsPerSecond = 30

  /// Whether an event of that name launches the application.
  static func launches(_ event: String) -> Bool {
    event == WillFinishLaunching.name || event == DidFinishLaunching.name
  }

  /// What is fired, and how often; `nil` of other commands.
  public var firing: (event: String, arguments: JSONValue, times: Int)? {
    switch self {
    case .fire(let event, let arguments): (event, arguments, 1)
    case .fireRepeatedly(let event, let arguments, let times, _): (event, arguments, times)
    default: nil
    }
  }
}

/// What it took to fire an event repeatedly.
///
/// Times of single dispatches are those of the journal: from the first handler's call to the last one's return, or to
/// the last answer where handlers answer later. Percentiles are exact, by nearest rank: each is the time that one of the
/// dispatches took.
public struct RepetitionSummary: Sendable, Equatable {
  /// How often it was fired.
  public var done: Int
  /// How often it was to be fired; more than `done` when it was stopped.
  public var times: Int
  /// When the last one was over, in nanoseconds since the journal's start.
  public var endedNanoseconds: UInt64
  /// From the first one's beginning to the last one's end, with what the application did in between.
  public var elapsedNanoseconds: UInt64
  /// What all dispatches took together.
  public var totalNanoseconds: UInt64
  /// Half of the dispatches took no longer.
  public var medianNanoseconds: UInt64
  /// 95 of 100 dispatches took no longer.
  public var p95Nanoseconds: UInt64
  /// The longest dispatch.
  public var longestNanoseconds: UInt64
  /// Where the modules were created anew each time: half of these creations took no longer. All times then are those of
  /// whole launches, creation included. `nil` where modules were not created anew.
  public var medianCreationNanoseconds: UInt64?

  /// Sums up what each dispatch took. Sorts the durations: a million of them take a tenth of a second.
  ///
  /// - Parameters:
  ///   - durations: What each dispatch took, in nanoseconds; there are as many as it was fired.
  ///   - times: How often it was to be fired.
  ///   - startedNanoseconds: When the first one began, in nanoseconds since the journal's start.
  ///   - endedNanoseconds: When the last one was over.
  ///   - creations: What creating the modules took each time, in nanoseconds, which is part of the durations; `nil`
  ///     where they were not created anew.
  public init(
    durations: [UInt64], times: Int, startedNanoseconds: UInt64, endedNanoseconds: UInt64, creations: [UInt64]? = nil
  ) {
    let sorted = durations.sorted()
    done = sorted.count
    self.times = times
    self.endedNanoseconds = endedNanoseconds
    elapsedNanoseconds = endedNanoseconds.minus(startedNanoseconds)
    totalNanoseconds = sorted.reduce(0, &+)
    medianNanoseconds = Percentile.value(50, of: sorted) ?? 0
    p95Nanoseconds = Percentile.value(95, of: sorted) ?? 0
    longestNanoseconds = sorted.last ?? 0
    medianCreationNanoseconds = creations.map { Percentile.value(50, of: $0.sorted()) ?? 0 }
  }
}
#endif
