package import ModuleLifecycle
import RollcallRecordings

/// What an inspector knows about an application before it has received the first entry.
package struct Hello: Sendable, Equatable {
  /// The application's name.
  package var application: String
  /// The journal's start, in nanoseconds since 1970.
  package var startedNanoseconds: UInt64
  /// The seconds to add to UTC to get the local time of day.
  package var secondsFromUTC: Int
  /// The modules, in call order.
  package var modules: [ModuleStatus]
  /// The events that can be fired. For an application in this process, they are described on first use: this encodes an
  /// example of each event, which takes milliseconds.
  package var events: [EventDescription] {
    get { described.value }
    set { described = Deferred(known: newValue) }
  }
  private var described: Deferred<[EventDescription]>
  /// The application's state.
  package var state: ApplicationState
  /// How long events can take; `.none` if unknown.
  package var budgets: EventBudgets
  /// The time of the application's launch, in nanoseconds since the journal's start. `nil` if the entries contain the
  /// launch, or if there was none.
  package var launchedNanoseconds: UInt64?
  /// What the inspector is allowed to request.
  package var role: InspectionRole
  /// The application's process; `nil` if it is this process, or unknown.
  package var process: ApplicationProcess?
  /// What the system said about the application's process when the journal began.
  package var processStart = ProcessStart()
  /// The journal's unique name, 128 random bits as hexadecimal digits; `nil` if unknown.
  package var session: String?
  /// The number of the first entry that follows.
  package var nextEntry: UInt64 = 0
  /// Whether the modules and the state are still unknown because the main actor does not respond. A prologue follows
  /// later.
  package var isPending = false
  /// Whether the entries continue where the inspector's earlier connection ended.
  package var isResumed = false

  /// Creates a description of an application.
  package init(
    application: String, startedNanoseconds: UInt64, secondsFromUTC: Int = 0, modules: [ModuleStatus] = [],
    events: [EventDescription] = [], state: ApplicationState = .notRunning, budgets: EventBudgets = .none,
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

  /// Describes events on first use.
  mutating func describe(_ types: [any LifecycleEvent.Type]) {
    described = Deferred { types.map(EventDescription.init) }
  }

  /// Shortens texts to at most this many bytes.
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

/// The process of an application that is inspected from another process.
package struct ApplicationProcess: Sendable, Equatable {
  /// The process ID, as reported by the application.
  package var id: Int
  /// The path of the executable; `nil` if unknown.
  package var executable: String?
  /// The application's version; `nil` if unknown.
  package var version: String?

  /// Creates a description of a process.
  package init(id: Int, executable: String? = nil, version: String? = nil) {
    (self.id, self.executable, self.version) = (id, executable, version)
  }
}

/// The entries that an inspector has not received yet.
package struct Backlog: Sendable, Equatable {
  /// The number of entries that can be received.
  package var kept: Int
  /// The number of entries that were dropped unreceived, because storage is limited.
  package var dropped: UInt64

  /// Creates a backlog; empty by default.
  package init(kept: Int = 0, dropped: UInt64 = 0) {
    self.kept = kept
    self.dropped = dropped
  }
}
