/// One thing that happened at a composite, as its readers see it.
///
/// Entries stand in the order in which they were written. That of a dispatch, or of a module's creation, is written when
/// it is over, and bears the time of its beginning.
///
/// All times are nanoseconds: `at` counts from the journal's start, the others are durations.
@nonexhaustive public enum JournalEntry: Sendable, Equatable {
  /// An event was delivered to the modules.
  case dispatch(DispatchEntry)
  /// A handler answered when its answer was no longer waited for.
  case completion(CompletionEntry)
  /// A module was registered, removed, brought back or freed.
  case module(ModuleEntry)
  /// An owner acquired an object.
  case owned(OwnedEntry)
  /// The asynchronous cleanup of an owned object began.
  case releasing(ReleasingEntry)
  /// An owned object was cleaned up.
  case released(ReleasedEntry)
  /// A module or another owner that should have been freed is still alive.
  case overdue(OverdueEntry)
  /// An owner that is no module is expected to go, or went.
  case owner(OwnerEntry)
  /// An object was still alive when the application ended.
  case alive(AliveEntry)
  /// A handler has been running for so long that it is worth saying.
  case running(RunningEntry)
  /// The application's state moved without an event.
  case state(StateEntry)
  /// A module printed a line.
  case output(OutputEntry)
  /// A moment that the application's author has named.
  case mark(MarkEntry)
  /// Something that the application's author should know.
  indirect case warning(WarningEntry)
  /// An inspector in another process asked for something.
  case request(RequestEntry)
  /// The journal was switched off or on.
  case journal(JournalSwitchEntry)
  /// Entries that were dropped before they could be read.
  case gap(GapEntry)
}

extension JournalEntry {
  /// The entry's `type` in the format.
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
