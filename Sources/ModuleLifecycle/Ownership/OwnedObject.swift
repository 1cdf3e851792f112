/// Names one owned object in the process, for those who have no handle on it.
public struct OwnedObjectID: Hashable, Codable, Sendable {
  /// The owner's number, one per instance.
  public let owner: UInt64
  /// The object's number within its owner, from one.
  public let number: Int

  /// The id of an owner's object.
  public init(owner: UInt64, number: Int) {
    self.owner = owner
    self.number = number
  }
}

/// Where an owned object stands.
public struct OwnedObjectState: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The state in the journal's format.
  public let rawValue: String

  /// The state of that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The state in the journal's format.
  public var description: String { rawValue }

  /// It has been acquired and not yet cleaned.
  public static let live = OwnedObjectState(rawValue: "live")
  /// It is live although its owner should be gone.
  public static let overdue = OwnedObjectState(rawValue: "overdue")
  /// Its asynchronous cleanup has begun and has not ended.
  public static let releasing = OwnedObjectState(rawValue: "releasing")
  /// It has been cleaned.
  public static let released = OwnedObjectState(rawValue: "released")
}

/// A handle on one owned object.
///
/// Dropping the handle does nothing; the object stays with its owner. A handle does not keep the owner alive.
public struct OwnedObject: Sendable, Hashable {
  private let ledger: OwnershipLedger
  private let handle: OwnedRows.Handle

  init(_ handle: OwnedRows.Handle, in ledger: OwnershipLedger) {
    self.ledger = ledger
    self.handle = handle
  }

  /// Its name in the process.
  public var id: OwnedObjectID { OwnedObjectID(owner: ledger.owner.id, number: Int(handle.number)) }

  /// Whether its cleanup has not begun yet.
  public var isLive: Bool { ledger.isLive(handle) }

  /// Where it stands.
  public var state: OwnedObjectState {
    if isLive { return ledger.liveState }
    return releasing == nil ? .released : .releasing
  }

  private var releasing: ReleasingObject? { ledger.releasing(handle.number) }

  /// Waits until a cleanup that has begun is over; returns at once when the object is live, or has been released.
  ///
  /// ```swift
  /// database.cancel()
  /// await database.waitUntilReleased()
  /// ```
  public func waitUntilReleased() async { await releasing?.end.wait() }

  /// Cleans the object now, for the reason `cancelled`; nothing when its cleanup has begun already.
  public func cancel() { release(.cancelled) }

  /// Cleans the object now, for the reason `finished`: it came to its own end.
  public func finish() { release(.finished) }

  /// Whether its owner is that one, or a part of it.
  func isOwned(within owner: Owner) -> Bool { ledger.owner.isPart(of: owner) }

  /// Whether both are handles on one object.
  public static func == (left: OwnedObject, right: OwnedObject) -> Bool { left.id == right.id }

  /// Feeds the object's name in the process.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  var owner: Owner { ledger.owner }

  /// - Returns: Whether it was live.
  @discardableResult
  func release(_ reason: ReleaseReason) -> Bool { ledger.release(handle, reason) }
}

/// What can be said of an object that is owned now.
public struct OwnedObjectStatus: Sendable, Equatable {
  /// Its name in the process.
  public let id: OwnedObjectID
  /// The owner's name.
  public let owner: String
  /// What it is.
  public let kind: OwnedKind
  /// Which one it is.
  public let name: String
  /// How long it may live.
  public let lifetime: OwnedLifetime
  /// `live`, `overdue` or `releasing`.
  public let state: OwnedObjectState
  /// What its owner said of it.
  public let detail: String?
}
