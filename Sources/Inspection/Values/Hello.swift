public import ModuleLifecycle

/// What an inspector knows of an application before it has received the first entry.
public struct Hello: Sendable, Equatable {
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
  /// How long events may take; none where that is not known.
  public var budgets: Budgets
  /// When the application was launched, in nanoseconds since the journal's start; `nil` where the entries tell, or it was
  /// not.
  public var launchedNanoseconds: UInt64?
  /// What may be asked of the application.
  public var role: InspectionRole

  /// A description of an application.
  public init(
    application: String, startedNanoseconds: UInt64, secondsFromUTC: Int = 0, modules: [ModuleStatus] = [],
    events: [EventDescription] = [], state: ApplicationState = .notRunning, budgets: Budgets = .none,
    launchedNanoseconds: UInt64? = nil, role: InspectionRole = .control
  ) {
    self.application = application
    self.startedNanoseconds = startedNanoseconds
    self.secondsFromUTC = secondsFromUTC
    self.modules = modules
    self.events = events
    self.state = state
    self.budgets = budgets
    self.launchedNanoseconds = launchedNanoseconds
    self.role = role
  }
}

/// What an inspector may do.
public enum InspectionRole: String, Sendable {
  /// It may look.
  case view
  /// It may also have the application do something: requests to perform a command are taken.
  case control
}

/// What an inspector has not received yet.
public struct Backlog: Sendable, Equatable {
  /// The entries that can be received.
  public var kept: Int
  /// Those that were dropped before they could be, because no more are kept than may be.
  public var dropped: UInt64

  /// A backlog; by default none.
  public init(kept: Int = 0, dropped: UInt64 = 0) {
    self.kept = kept
    self.dropped = dropped
  }
}
