/// An object that an owner acquired. It will be cleaned with the owner.
public struct OwnedEntry: Sendable, Equatable {
  /// The object's ID, unique in the process.
  public var id: UInt64 = 0
  /// The owner's name.
  public var owner: String = ""
  /// The owner's number. Each instance has its own.
  public var ownerID: UInt64 = 0
  /// The object's number within its owner, counted from 1.
  public var number: Int = 0
  /// The object's kind, such as `observer`, `timer` or `request`.
  public var kind: String = ""
  /// The object's name within its kind.
  public var name: String = ""
  /// How long the object may live: `module`, `application`, or the event that ends it, such as
  /// `event:willResignActive`.
  public var lifetime: String = ""
  /// A few words from the owner about the object; `nil` if there are none.
  public var detail: String?
  /// The dispatch in which the object was acquired, if any.
  public var dispatch: UInt64?
  /// When the object was acquired, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
}

/// An owned object whose asynchronous cleanup has begun. Its `released` entry follows when the cleanup has ended.
public struct ReleasingEntry: Sendable, Equatable {
  /// The object's ID, as in its `owned` entry.
  public var id: UInt64 = 0
  /// The owner's name.
  public var owner: String = ""
  /// The owner's number. Each instance has its own.
  public var ownerID: UInt64 = 0
  /// The object's number within its owner, counted from 1.
  public var number: Int = 0
  /// The object's kind.
  public var kind: String = ""
  /// The object's name within its kind.
  public var name: String = ""
  /// How long the object was allowed to live; see `OwnedEntry.lifetime`.
  public var lifetime: String = ""
  /// Why the object is being cleaned.
  public var reason: ReleaseReason = .finished
  /// When the cleanup began, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
}

/// An owned object that has been cleaned.
public struct ReleasedEntry: Sendable, Equatable {
  /// The object's ID, as in its `owned` entry.
  public var id: UInt64 = 0
  /// The owner's name.
  public var owner: String = ""
  /// The owner's number. Each instance has its own.
  public var ownerID: UInt64 = 0
  /// The object's number within its owner, counted from 1.
  public var number: Int = 0
  /// The object's kind.
  public var kind: String = ""
  /// The object's name within its kind.
  public var name: String = ""
  /// How long the object was allowed to live; see `OwnedEntry.lifetime`.
  public var lifetime: String = ""
  /// Why the object was cleaned.
  public var reason: ReleaseReason = .finished
  /// When the cleanup began, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
  /// How long the cleanup took.
  public var cleanupNanoseconds: UInt64 = 0
  /// The thread on which the cleanup ran: `main` or `background`.
  public var thread: String = ""
  /// Whether the owner had been reported as overdue before.
  public var isLateRelease = false
  /// For `swept`, the last dispatch after which the owner was seen alive; 0 for "before the first".
  public var aliveAfter: UInt64?
  /// For `swept`, the dispatch after which the owner was found dead.
  public var deadAfter: UInt64?
}
