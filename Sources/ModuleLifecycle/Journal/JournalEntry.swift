/// One thing that happened in a composite, as readers of its journal see it.
///
/// Entries are in the order in which they were written. The entry of a dispatch, or of a module's creation, is written
/// at its end but has the time of its beginning.
///
/// All times are in nanoseconds. `atNanoseconds` counts from the journal's start; the others are durations.
@nonexhaustive public enum JournalEntry: Sendable, Equatable {
  /// An event was delivered to the modules.
  indirect case dispatch(DispatchEntry)
  /// A handler answered when its answer was no longer awaited.
  indirect case completion(CompletionEntry)
  /// A module changed: it was registered, removed, brought back or freed, for example.
  indirect case module(ModuleEntry)
  /// An owner acquired an object.
  case owned(OwnedEntry)
  /// The asynchronous cleanup of an owned object began.
  case releasing(ReleasingEntry)
  /// An owned object was cleaned.
  case released(ReleasedEntry)
  /// A module or another owner that should have been freed is still alive.
  indirect case overdue(OverdueEntry)
  /// An owner that is not a module is expected to go, or has gone.
  indirect case owner(OwnerEntry)
  /// An object was still alive when the application ended.
  indirect case alive(AliveEntry)
  /// A handler has passed a time threshold and is still running.
  indirect case running(RunningEntry)
  /// The application's state changed without an event.
  case state(StateEntry)
  /// A module printed a line.
  indirect case output(OutputEntry)
  /// The application reached a moment that its author named.
  indirect case mark(MarkEntry)
  /// The journal warns the application's author about something.
  indirect case warning(WarningEntry)
  /// An inspector in another process made a request.
  indirect case request(RequestEntry)
  /// The journal was switched off or on.
  case journal(JournalSwitchEntry)
  /// Entries were dropped before they could be read.
  case gap(GapEntry)
}

extension JournalEntry {
  /// The entry's `type` in the journal's format.
  public var type: String {
    switch self {
    case .dispatch: "dispatch"
    case .completion: "completion"
    case .module: "module"
    case .owned: "owned"
    case .releasing: "releasing"
    case .released: "released"
    case .overdue: "overdue"
    case .owner: "owner"
    case .alive: "alive"
    case .running: "running"
    case .state: "state"
    case .output: "output"
    case .mark: "mark"
    case .warning: "warning"
    case .request: "request"
    case .journal: "journal"
    case .gap: "gap"
    }
  }
}
