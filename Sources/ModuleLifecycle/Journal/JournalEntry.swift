/// One thing that happened at a composite, as its readers see it.
///
/// Entries stand in the order in which they were written. That of a dispatch, or of a module's creation, is written when
/// it is over, and bears the time of its beginning.
///
/// All times are nanoseconds: `at` counts from the journal's start, the others are durations.
public enum JournalEntry: Sendable, Equatable {
  /// An event was delivered to the modules.
  case dispatch(DispatchEntry)
  /// A handler answered when nobody waited for its answer any more.
  case completion(CompletionEntry)
  /// A module was registered, removed, brought back or freed.
  case module(ModuleEntry)
  /// Somebody acquired an object.
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
  /// Something that the application's author should know.
  case warning(WarningEntry)
  /// Entries that were dropped before they could be read.
  case gap(GapEntry)
}

extension JournalEntry: Codable {
  private enum TypeKey: String, CodingKey { case type }

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
    case .warning: "warning"
    case .gap: "gap"
    }
  }

  /// Reads an entry of the type that its `type` key names.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TypeKey.self)
    let type = try container.decode(String.self, forKey: .type)
    switch type {
    case "dispatch": self = .dispatch(try DispatchEntry(from: decoder))
    case "completion": self = .completion(try CompletionEntry(from: decoder))
    case "module": self = .module(try ModuleEntry(from: decoder))
    case "owned": self = .owned(try OwnedEntry(from: decoder))
    case "releasing": self = .releasing(try ReleasingEntry(from: decoder))
    case "released": self = .released(try ReleasedEntry(from: decoder))
    case "overdue": self = .overdue(try OverdueEntry(from: decoder))
    case "owner": self = .owner(try OwnerEntry(from: decoder))
    case "alive": self = .alive(try AliveEntry(from: decoder))
    case "running": self = .running(try RunningEntry(from: decoder))
    case "state": self = .state(try StateEntry(from: decoder))
    case "output": self = .output(try OutputEntry(from: decoder))
    case "warning": self = .warning(try WarningEntry(from: decoder))
    case "gap": self = .gap(try GapEntry(from: decoder))
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container, debugDescription: "No entry has the type '\(type)'.")
    }
  }

  /// Writes the entry's members beside its `type`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TypeKey.self)
    try container.encode(type, forKey: .type)
    switch self {
    case .dispatch(let entry): try entry.encode(to: encoder)
    case .completion(let entry): try entry.encode(to: encoder)
    case .module(let entry): try entry.encode(to: encoder)
    case .owned(let entry): try entry.encode(to: encoder)
    case .releasing(let entry): try entry.encode(to: encoder)
    case .released(let entry): try entry.encode(to: encoder)
    case .overdue(let entry): try entry.encode(to: encoder)
    case .owner(let entry): try entry.encode(to: encoder)
    case .alive(let entry): try entry.encode(to: encoder)
    case .running(let entry): try entry.encode(to: encoder)
    case .state(let entry): try entry.encode(to: encoder)
    case .output(let entry): try entry.encode(to: encoder)
    case .warning(let entry): try entry.encode(to: encoder)
    case .gap(let entry): try entry.encode(to: encoder)
    }
  }
}
