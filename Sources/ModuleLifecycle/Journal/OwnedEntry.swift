/// An object that an owner acquired; it will be cleaned up with the owner.
public struct OwnedEntry: Sendable, Equatable {
  /// Unique in the process.
  public var id: UInt64 = 0
  /// The owner's name.
  public var owner: String = ""
  /// The owner's number: one per instance.
  public var ownerID: UInt64 = 0
  /// The owner's count of objects when this one was acquired, from one.
  public var number: Int = 0
  /// What kind of thing it is: `observer`, `timer`, `request`.
  public var kind: String = ""
  /// Its name within the kind.
  public var name: String = ""
  /// How long it may live: `module`, `application`, or the event that ends it, `event:willResignActive`.
  public var lifetime: String = ""
  /// What its owner said of it.
  public var detail: String?
  /// The dispatch in which it was acquired, if it was in one.
  public var dispatch: UInt64?
  /// When it was acquired.
  public var atNanoseconds: UInt64
}

/// An owned object whose asynchronous cleanup has begun. Its `released` entry follows when the cleanup has ended.
public struct ReleasingEntry: Sendable, Equatable {
  /// The object's id, as in its `owned` entry.
  public var id: UInt64 = 0
  /// The owner's name.
  public var owner: String = ""
  /// The owner's number: one per instance.
  public var ownerID: UInt64 = 0
  /// The object's number within its owner.
  public var number: Int = 0
  /// What kind of thing it is.
  public var kind: String = ""
  /// Its name within the kind.
  public var name: String = ""
  /// How long it might have lived; see `OwnedEntry.lifetime`.
  public var lifetime: String = ""
  /// Why it is being cleaned.
  public var reason: ReleaseReason = .finished
  /// When its cleanup began.
  public var atNanoseconds: UInt64
}

/// An owned object that has been cleaned up.
public struct ReleasedEntry: Sendable, Equatable {
  /// The object's id, as in its `owned` entry.
  public var id: UInt64 = 0
  /// The owner's name.
  public var owner: String = ""
  /// The owner's number: one per instance.
  public var ownerID: UInt64 = 0
  /// The object's number within its owner.
  public var number: Int = 0
  /// What kind of thing it was.
  public var kind: String = ""
  /// Its name within the kind.
  public var name: String = ""
  /// How long it might have lived; see `OwnedEntry.lifetime`.
  public var lifetime: String = ""
  /// Why it was cleaned.
  public var reason: ReleaseReason = .finished
  /// When its cleanup began.
  public var atNanoseconds: UInt64
  /// How long its cleanup took.
  public var cleanupNanoseconds: UInt64 = 0
  /// Where it ran: `main` or `background`.
  public var thread: String = ""
  /// Whether its owner had been reported as overdue before.
  public var isLateRelease = false
  /// For `swept`: the last dispatch after which its owner was seen alive; 0 for "before the first".
  public var aliveAfter: UInt64?
  /// For `swept`: the dispatch after which its owner was found dead.
  public var deadAfter: UInt64?
}
