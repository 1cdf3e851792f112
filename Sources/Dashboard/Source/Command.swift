#if CommandLine
public import ModuleLifecycle
import TerminalUI

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
  /// Clean one owned object, whoever owns it.
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
  /// An event has been fired so many times so far. Reported at most `RepetitionProgress.reportsPerSecond` times a second.
  case repeating(RepetitionProgress)
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

/// How far an event has come that is being fired repeatedly.
public struct RepetitionProgress: Sendable, Equatable {
  /// How often this is reported at the most.
  public static let reportsPerSecond = 30

  /// How often it has been fired and is over.
  public var done: Int
  /// How often it is to be fired.
  public var times: Int

  /// Some progress.
  public init(done: Int, times: Int) {
    self.done = done
    self.times = times
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
    elapsedNanoseconds = endedNanoseconds - min(startedNanoseconds, endedNanoseconds)
    totalNanoseconds = sorted.reduce(0, &+)
    medianNanoseconds = Percentile.value(50, of: sorted) ?? 0
    p95Nanoseconds = Percentile.value(95, of: sorted) ?? 0
    longestNanoseconds = sorted.last ?? 0
    medianCreationNanoseconds = creations.map { Percentile.value(50, of: $0.sorted()) ?? 0 }
  }
}
#endif
