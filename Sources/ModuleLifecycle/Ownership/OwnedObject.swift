/// The identifier of an owned object, unique in the process.
///
/// Use it where you have no handle to the object.
public struct OwnedObjectID: Hashable, Codable, Sendable {
  /// The owner's number. Each instance has its own.
  public let owner: OwnerID
  /// The object's number within its owner, counted from 1.
  public let number: Int

  /// Creates the identifier of an owner's object.
  public init(owner: OwnerID, number: Int) {
    self.owner = owner
    self.number = number
  }
}

/// The state of an owned object.
public struct OwnedObjectState: RecordedWord, CustomStringConvertible {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The state's name in the journal's format.
  public var description: String { rawValue }

  /// The object has been acquired and not yet cleaned.
  public static let live = OwnedObjectState(rawValue: "live")
  /// The object is live although its owner should be gone.
  public static let overdue = OwnedObjectState(rawValue: "overdue")
  /// The object's asynchronous cleanup has begun and not yet ended.
  public static let releasing = OwnedObjectState(rawValue: "releasing")
  /// The object has been cleaned.
  public static let released = OwnedObjectState(rawValue: "released")
}

/// A handle to an owned object.
///
/// Dropping the handle does nothing: the object stays with its owner. A handle does not keep the owner alive.
public struct OwnedObject: Sendable, Hashable {
  let bag: Bag
  let number: UInt64
  let owner: Owner
  /// The object's identifier.
  public let id: OwnedObjectID

  init(_ facts: OwnedObjectFacts, of owner: Owner, in bag: Bag) {
    (self.bag, number, self.owner, id) = (bag, facts.id, owner, facts.objectID)
  }

  /// Whether the object's cleanup has not begun.
  public var isLive: Bool { bag.isLive(number) }

  /// The object's state now.
  public var state: OwnedObjectState {
    if isLive { return bag.owner == nil ? .live : owner.objectState }
    return bag.releasing(number) == nil ? .released : .releasing
  }

  /// Waits until a cleanup that has begun is over.
  ///
  /// Returns at once when the object is live or has been released.
  ///
  /// ```swift
  /// database.cancel()
  /// await database.waitUntilReleased()
  /// ```
  public func waitUntilReleased() async { await bag.releasing(number)?.end.wait() }

  /// Cleans the object now, for the reason `cancelled`. Does nothing when its cleanup has already begun.
  public func cancel() { release(.cancelled) }

  /// Cleans the object now, for the reason `finished`: it came to its own end. Does nothing when its cleanup has begun.
  public func finish() { release(.finished) }

  /// Whether both are handles to the same object.
  public static func == (left: OwnedObject, right: OwnedObject) -> Bool { left.id == right.id }

  /// Hashes the object's identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// - Returns: Whether the object was live.
  @discardableResult
  func release(_ reason: ReleaseReason) -> Bool { bag.release(number, reason) }
}

/// A snapshot of an object that is owned now.
public struct OwnedObjectStatus: Sendable, Equatable {
  /// The object's identifier.
  public let id: OwnedObjectID
  /// The owner's name.
  public let owner: String
  /// The object's kind.
  public let kind: OwnedKind
  /// The object's name within its kind. Empty for an object without a name.
  public let name: String
  /// How long the object may live.
  public let lifetime: OwnedLifetime
  /// The object's state: `live`, `overdue` or `releasing`.
  public let state: OwnedObjectState
  /// A few words from its owner; `nil` if there are none.
  public let detail: String?
}

/// The reason why an owned object was cleaned. Later versions may add reasons.
public struct ReleaseReason: RecordedWord, CustomStringConvertible {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The reason's name in the journal's format.
  public var description: String { rawValue }

  /// The owner was deinitialised.
  public static let ownerReleased = ReleaseReason(rawValue: "ownerReleased")
  /// The object was cancelled, through its handle or its bag.
  public static let cancelled = ReleaseReason(rawValue: "cancelled")
  /// The object came to its own end, as reported through its handle.
  public static let finished = ReleaseReason(rawValue: "finished")
  /// The object was work that threw an error.
  public static let failed = ReleaseReason(rawValue: "failed")
  /// A new object of the same kind and name replaced it.
  public static let replaced = ReleaseReason(rawValue: "replaced")
  /// The event that limited the object's lifetime is over.
  public static let event = ReleaseReason(rawValue: "event")
  /// The application ended.
  public static let applicationEnd = ReleaseReason(rawValue: "applicationEnd")
  /// The object was acquired after its owner had gone.
  public static let late = ReleaseReason(rawValue: "late")
  /// The owner, which has no bag, was found dead.
  public static let swept = ReleaseReason(rawValue: "swept")
}
