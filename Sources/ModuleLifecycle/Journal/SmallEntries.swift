/// A change of the application's state without an event, because its modules were created again.
package struct StateEntry: Sendable, Equatable {
  /// The state from now on.
  package var state: ApplicationState = .notRunning
  /// When the state changed, since the journal's start.
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// A moment that the application's author has named, such as the first frame.
package struct MarkEntry: Sendable, Equatable {
  /// The mark's name.
  package var name: String = ""
  /// When it was set, since the journal's start.
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// The dispatch in progress; `nil` between dispatches.
  package var dispatch: DispatchID?
  /// The name of the module whose handler was running; `nil` between handlers.
  package var module: String?
  /// The registration of that module; `nil` between handlers.
  package var moduleID: ModuleID?
}

/// A module was looked up with `CompositeDelegate.module(_:)`: what asks for another module probably needs it.
///
/// It is written once in a launch for each pair of what asked and what was found.
package struct LookUpEntry: Sendable, Equatable {
  /// The name of the module that was found.
  package var module: String = ""
  /// The registration of that module.
  package var moduleID: ModuleID = 0
  /// The name of the module that asked; `nil` if code outside of the modules did.
  package var by: String?
  /// The registration of the module that asked, if any.
  package var byID: ModuleID?
  /// The dispatch in progress; `nil` between dispatches.
  package var dispatch: DispatchID?
  /// When it was looked up, since the journal's start.
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// No thread of the process ran for a while: it was stopped, was examined with a debugger, or the machine stood still.
///
/// It is noticed only while a handler runs or is waited for, and written when the process runs again: perhaps after the
/// entry of the dispatch, whose times include the pause.
package struct StoppedEntry: Sendable, Equatable {
  /// When the process stopped, since the journal's start; up to 50 ms late.
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// How long it stood still.
  package var took: Duration { .nanoseconds(tookNanoseconds) }
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
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// A handler that has passed a time threshold and is still running.
///
/// It is written while the handler runs, by another thread.
package struct RunningEntry: Sendable, Equatable {
  /// The module's name.
  package var module: String = ""
  /// The module's registration.
  package var moduleID: ModuleID?
  /// The event's name.
  package var event: String = ""
  /// The dispatch in progress, if known. Its entry follows when it ends.
  package var dispatch: DispatchID?
  /// When this was noticed, since the journal's start.
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// How long the handler had been running by then.
  package var elapsed: Duration { .nanoseconds(runningNanoseconds) }
  package var runningNanoseconds: UInt64 = 0
  /// How long the whole dispatch had been running, including earlier handlers; `nil` if the dispatch is not known.
  package var dispatchNanoseconds: UInt64?
  /// The threshold that was passed: a step of the handler's time, or the event's budget.
  package var thresholdNanoseconds: UInt64 = 0
  /// The event's budget; `nil` if it has none.
  package var budgetNanoseconds: UInt64?
}

/// The journal was switched off or on.
package struct JournalSwitchEntry: Sendable, Equatable {
  /// Whether the journal records from now on. What happened while it was off is not known.
  package var isOn = true
  /// When it was switched, since the journal's start.
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// A gap in the journal: entries that were dropped because it was full.
package struct GapEntry: Sendable, Equatable {
  /// The number of dropped entries.
  package var dropped: UInt64

  package init(dropped: UInt64) { self.dropped = dropped }
}

/// A request that an inspector in another process made, and its outcome.
///
/// A request is recorded when it is accepted or refused, and again if it fails.
package struct RequestEntry: Sendable, Equatable {
  /// The outcome of a request.
  package enum Outcome: String, Sendable, CaseIterable {
    /// The application will carry out the request in its turn.
    case accepted
    /// The request was refused, for the given reason.
    case refused
    /// The request was begun but could not be completed, for the given reason.
    case failed
  }

  /// The requested command: `fire`, `remove`, `switchOff`, ….
  package var command: String = ""
  /// The name of the event to send; `nil` for other commands.
  package var event: String?
  /// The event's arguments, if any.
  package var arguments: EventValue?
  /// The registration of the module concerned, if any.
  package var moduleID: ModuleID?
  /// The ID of the requesting process, as reported by the system; `nil` if the system does not report it.
  package var process: Int?
  /// The ID of the user who runs that process.
  package var user: Int?
  /// The name that the inspector gives itself. It is not verified.
  package var claimedName: String?
  /// The outcome of the request.
  package var outcome: Outcome = .accepted
  /// Why the request was refused or failed, as a sentence.
  package var reason: String?
  /// When the outcome was decided, since the journal's start.
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64 = 0

  /// Creates an empty entry.
  package init() {}
}

/// A change to an owner that is not a module: its release is expected, or it has gone.
package struct OwnerEntry: Sendable, Equatable {
  /// A kind of change to an owner.
  package struct Change: RecordedWord, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The change's name in the journal's format.
    package var description: String { rawValue }

    /// The owner is expected to be released.
    package static let expected = Change(rawValue: "expected")
    /// The owner is dead.
    package static let freed = Change(rawValue: "freed")
  }

  /// What happened to the owner.
  package var change: Change = .expected
  /// The owner's number.
  package var owner: OwnerID = 0
  /// The owner's name.
  package var name: String = ""
  /// When this was noticed, since the journal's start.
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// For `freed`, the time from its expected release to when it was found dead. For `expected`, how long its release
  /// may take.
  package var took: Duration? { tookNanoseconds.map { .nanoseconds($0) } }
  package var tookNanoseconds: UInt64?
  /// Whether the owner was freed after it had been reported as overdue.
  package var isLateRelease = false
  /// The last dispatch after which the owner was seen alive; 0 for "before the first".
  ///
  /// Set, together with `deadAfter`, when this is all that is known of the time.
  package var aliveAfter: DispatchID?
  /// The first dispatch after which the owner was found dead; see `aliveAfter`.
  package var deadAfter: DispatchID?
}

/// An object that was still alive when the application ended. It is not yet a leak: its release was not expected.
package struct AliveEntry: Sendable, Equatable {
  /// The owner's name.
  package var owner: String = ""
  /// The owner's number.
  package var ownerID: OwnerID = 0
  /// The object's number within its owner; 0 for the owner itself.
  package var number: Int = 0
  /// The object's kind; empty for the owner itself.
  package var kind: String = ""
  /// The object's name within its kind; empty for the owner itself.
  package var name: String = ""
  /// `overdue` if its release had been expected, otherwise `alive at exit`.
  package var state: String = ""
  /// When the application ended, since the journal's start.
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// An owner that should be gone but is still held.
public struct OverdueEntry: Sendable, Equatable {
  /// The module's registration; `nil` for an owner that is not a module.
  package var id: ModuleID?
  /// The owner's name.
  public package(set) var name: String = ""
  /// The owner's number.
  package var owner: OwnerID = 0
  /// When this was noticed, since the journal's start.
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// How long after its expected release this was noticed.
  public var elapsed: Duration { .nanoseconds(afterNanoseconds) }
  package var afterNanoseconds: UInt64 = 0
  /// What may hold the owner, the most trusted hint first.
  package var hints: [HolderHint] = []
  /// The name of the overdue owner that holds this one, if that explains it. Then there is no second warning.
  package var mutedBy: String?
}

/// A hint about what may hold an overdue owner.
///
/// A hint is likely, not proven: Swift can't tell what holds an object.
package struct HolderHint: Sendable, Hashable {
  /// How far a hint can be trusted. Later versions may add degrees.
  package struct Trust: RecordedWord {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The code that acquired the object declared that it holds its owner.
    package static let declared = Trust(rawValue: "declared")
    /// A delegate reference from this package reports that it holds the owner.
    package static let found = Trust(rawValue: "found")
    /// The object is of a kind that often holds its owner, through what its closure has captured.
    package static let possible = Trust(rawValue: "possible")
  }

  /// What may hold the owner: the kind and name of an owned object, or the name of a delegate reference.
  package var holder: String
  /// The name of that object's owner, if it is a different owner.
  package var holderOwner: String?
  /// How the object holds the owner, as declared by the code that acquired it. Completes "session api …".
  package var hold: String?
  /// What may hold the owner and how, as text. Set only if the other fields do not say it, as in a newer version's
  /// recording.
  package var text: String?
  /// How far the hint can be trusted.
  package var trust: Trust = .possible
  /// The owned object that may hold the owner; `nil` if it is not an owned object.
  package var object: OwnedObjectID?
  /// What cleaning that object does, as one word, such as "invalidate".
  package var remedy: String?
}
