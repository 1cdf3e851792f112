public import ModuleLifecycle

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
  /// Checks a command and, when nothing speaks against it, has the application carry it out.
  ///
  /// - Parameter report: Called twice, on any thread: when the application begins with it, which may be long after,
  ///   and when it has been carried out.
  /// - Returns: Why the command is not even sent, in one sentence; `nil` when it was sent.
  func perform(_ command: Command, report: @escaping @Sendable (CommandProgress) -> Void) -> String?
  /// Runs one of the experiments in the description, beside the application, and not at the same time as another one.
  ///
  /// A source without experiments need not implement it.
  ///
  /// - Parameters:
  ///   - id: The experiment's name.
  ///   - report: Called on any thread with each line as it is written, and at the end.
  func run(experiment id: String, report: @escaping @Sendable (ExperimentProgress) -> Void)
}

extension DashboardSource {
  /// Nothing is counted.
  public var backlog: Backlog { Backlog() }

  /// There are no experiments, so this one has come to its end.
  public func run(experiment id: String, report: @escaping @Sendable (ExperimentProgress) -> Void) {
    report(.finished)
  }
}

/// What a dashboard asks an application to do.
public enum Command: Sendable, Equatable {
  /// Send the event of that name, its missing arguments taken from its example.
  case fire(event: String, arguments: JSONValue)
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
  /// Clean one owned object, whoever owns it.
  case cancel(OwnedObjectID)
  /// Tear all modules down, create them anew, and launch again with these arguments.
  case relaunch(arguments: JSONValue)
}

/// How far the application is with a command.
public enum CommandProgress: Sendable, Equatable {
  /// It has begun to carry it out; until then the command waits for the handler that is at work, or for others.
  case started
  /// It has been carried out, or failed for this reason.
  case finished(problem: String?)
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
  /// How long events may take; none where that is not known.
  public var budgets: Budgets

  /// A description.
  public init(
    application: String, startedNanoseconds: UInt64, secondsFromUTC: Int = 0, modules: [ModuleStatus] = [],
    events: [EventDescription] = [], state: ApplicationState = .notRunning,
    experiments: [ExperimentDescription] = [], budgets: Budgets = .none
  ) {
    self.application = application
    self.startedNanoseconds = startedNanoseconds
    self.secondsFromUTC = secondsFromUTC
    self.modules = modules
    self.events = events
    self.state = state
    self.experiments = experiments
    self.budgets = budgets
  }
}

/// An event as a dashboard offers it.
public struct EventDescription: Sendable, Equatable {
  /// Its name.
  public var name: String
  /// How its votes are combined, in words that complete "The answer is …".
  public var rule: String
  /// Its arguments, in the order in which a form shows them.
  public var arguments: [EventArgument]
  /// The states in which it is expected; `nil` where that is all the same.
  public var expectedStates: Set<ApplicationState>?

  /// A description of an event.
  public init(
    name: String, rule: String, arguments: [EventArgument] = [], expectedStates: Set<ApplicationState>? = nil
  ) {
    self.name = name
    self.rule = rule
    self.arguments = arguments
    self.expectedStates = expectedStates
  }

  /// The description of an event type.
  public init(of type: any LifecycleEvent.Type) {
    func open<Event: LifecycleEvent>(_ type: Event.Type) -> EventDescription {
      EventDescription(
        name: type.name, rule: type.policy.rule, arguments: EventArgument.all(of: type),
        expectedStates: type.transition?.expected)
    }
    self = open(type)
  }
}
