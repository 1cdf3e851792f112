public import ModuleLifecycle
import Recordings

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
  /// The events that can be fired. Those of this process are described when they are asked for first: that encodes an
  /// example of each, which takes milliseconds.
  public var events: [EventDescription] {
    get { described.value }
    set { described = Deferred(known: newValue) }
  }
  private var described: Deferred<[EventDescription]>
  /// Where the application stands.
  public var state: ApplicationState
  /// How long events may take; none where that is not known.
  public var budgets: Budgets
  /// When the application was launched, in nanoseconds since the journal's start; `nil` where the entries tell, or it was
  /// not.
  public var launchedNanoseconds: UInt64?
  /// What may be asked of the application.
  public var role: InspectionRole
  /// Which process it is; `nil` where that is this one, or not known.
  public var process: ApplicationProcess?
  /// The journal's own name, 128 random bits in hexadecimal digits; `nil` where that is not known.
  public var session: String?
  /// The number of the first entry that follows.
  public var nextEntry: UInt64 = 0
  /// Whether the modules and the state are not known yet, because the main actor does not answer: a prologue will follow.
  public var isPending = false
  /// Whether the entries go on where the inspector's earlier connection broke off.
  public var isResumed = false

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
    described = Deferred(known: events)
    self.state = state
    self.budgets = budgets
    self.launchedNanoseconds = launchedNanoseconds
    self.role = role
  }

  /// Has events described when they are asked for.
  mutating func describe(_ types: [any LifecycleEvent.Type]) {
    described = Deferred { types.map(EventDescription.init) }
  }

  /// Cuts the texts that are longer than so many bytes.
  package mutating func cutTexts(to limit: Int) {
    application.cutTexts(to: limit)
    modules.cutTexts(to: limit)
    described = described.map { events in
      var events = events
      events.cutTexts(to: limit)
      return events
    }
  }
}

/// The process of an application that is inspected from another one.
public struct ApplicationProcess: Sendable, Equatable {
  /// Its number, as the application says.
  public var id: Int
  /// Its program's path.
  public var executable: String?
  /// The application's version.
  public var version: String?

  /// A process.
  public init(id: Int, executable: String? = nil, version: String? = nil) {
    (self.id, self.executable, self.version) = (id, executable, version)
  }
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
