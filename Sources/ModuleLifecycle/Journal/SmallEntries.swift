/// A change of the application's state without an event, because its modules were created again.
public struct StateEntry: Sendable, Equatable {
  /// The state from now on.
  public package(set) var state: ApplicationState = .notRunning
  /// When the state changed, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// A moment that the application's author has named, such as the first frame.
public struct MarkEntry: Sendable, Equatable {
  /// The mark's name.
  public package(set) var name: String = ""
  /// When it was set, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// The dispatch in progress; `nil` between dispatches.
  package var dispatch: DispatchID?
  /// The name of the module whose handler was running; `nil` between handlers.
  public package(set) var module: String?
  /// The registration of that module; `nil` between handlers.
  package var moduleID: ModuleID?
}

/// A module was looked up with `CompositeDelegate.module(_:)`: what asks for another module probably needs it.
///
/// It is written once in a launch for each pair of what asked and what was found.
public struct LookUpEntry: Sendable, Equatable {
  /// The name of the module that was found.
  public package(set) var module: String = ""
  /// The registration of that module.
  package var moduleID: ModuleID = 0
  /// The name of the module that asked; `nil` if code outside of the modules did.
  public package(set) var by: String?
  /// The registration of the module that asked, if any.
  package var byID: ModuleID?
  /// The dispatch in progress; `nil` between dispatches.
  package var dispatch: DispatchID?
  /// When it was looked up, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// No thread of the process ran for a while: it was stopped, was examined with a debugger, or the machine stood still.
///
/// It is noticed only while a handler runs or is waited for, and written when the process runs again: perhaps after the
/// entry of the dispatch, whose times include the pause.
public struct StoppedEntry: Sendable, Equatable {
  /// When the process stopped, since the journal's start; up to 50 ms late.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// How long it stood still.
  public var took: Duration { .nanoseconds(tookNanoseconds) }
  package var tookNanoseconds: UInt64 = 0
}

/// A line that the application printed while the dashboard was on screen.
public struct OutputEntry: Sendable, Equatable {
  /// The line, without its line break.
  public package(set) var line: String = ""
  /// The name of the module whose handler was running, if any.
  public package(set) var module: String?
  /// The registration of that module, if any.
  package var moduleID: ModuleID?
  /// The name of the event that it was handling, if any.
  public package(set) var event: String?
  /// When the line was read, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// A handler that has passed a time threshold and is still running.
///
/// It is written while the handler runs, by another thread.
public struct RunningEntry: Sendable, Equatable {
  /// The module's name.
  public package(set) var module: String = ""
  /// The module's registration.
  package var moduleID: ModuleID?
  /// The event's name.
  public package(set) var event: String = ""
  /// The dispatch in progress, if known. Its entry follows when it ends.
  package var dispatch: DispatchID?
  /// When this was noticed, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// How long the handler had been running by then.
  public var elapsed: Duration { .nanoseconds(runningNanoseconds) }
  package var runningNanoseconds: UInt64 = 0
  /// How long the whole dispatch had been running, including earlier handlers; `nil` if the dispatch is not known.
  package var dispatchNanoseconds: UInt64?
  /// The threshold that was passed: a step of the handler's time, or the event's budget.
  package var thresholdNanoseconds: UInt64 = 0
  /// The event's budget; `nil` if it has none.
  package var budgetNanoseconds: UInt64?
}

/// The journal was switched off or on.
public struct JournalSwitchEntry: Sendable, Equatable {
  /// Whether the journal records from now on. What happened while it was off is not known.
  public package(set) var isOn = true
  /// When it was switched, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// A gap in the journal: entries that were dropped because it was full.
public struct GapEntry: Sendable, Equatable {
  /// The number of dropped entries.
  public package(set) var dropped: UInt64

  package init(dropped: UInt64) { self.dropped = dropped }
}
