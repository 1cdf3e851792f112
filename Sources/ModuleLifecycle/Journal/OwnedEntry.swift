/// What the journal knows of an owned object, whatever happens to it.
public struct OwnedObjectFacts: Sendable, Equatable {
  /// The object's ID, unique in the process.
  package var id: UInt64
  /// The object's number within its owner, counted from 1.
  package var number: Int
  /// The object's name within its kind.
  public package(set) var name: String
  private(set) var box: Box

  /// What objects of one owner, of one kind and with one lifetime have in common.
  package struct Common: Sendable, Hashable {
    package var owner = "", ownerID: OwnerID = 0, kind = "", lifetime = ""

    /// The memory of one, in bytes, with the header of its object.
    package static var bytes: Int { MemoryEstimate.object(MemoryLayout<Self>.size) }
  }

  /// One for many objects.
  final class Box: Sendable, Equatable {
    let common: Common

    init(_ common: Common) { self.common = common }

    static func == (left: Box, right: Box) -> Bool { left === right || left.common == right.common }
  }

  init(id: UInt64, number: Int, name: String, _ box: Box) {
    (self.id, self.number, self.name, self.box) = (id, number, name, box)
  }

  package var common: Common {
    get { box.common }
    set { box = Box(newValue) }
  }

  var objectID: OwnedObjectID { OwnedObjectID(owner: ownerID, number: number) }
  /// The owner's name.
  public var owner: String { box.common.owner }
  /// The owner's number. Each instance has its own.
  package var ownerID: OwnerID { box.common.ownerID }
  /// The object's kind, such as `observer`, `timer` or `request`.
  public var kind: String { box.common.kind }
  /// How long the object may live: `module`, `application`, or the event that ends it, such as
  /// `event:willResignActive`.
  package var lifetime: String { box.common.lifetime }
}

extension OwnedObjectFacts {
  package init(
    id: UInt64 = 0, owner: String = "", ownerID: OwnerID = 0, number: Int = 0, kind: String = "", name: String = "",
    lifetime: String = ""
  ) {
    let common = Common(owner: owner, ownerID: ownerID, kind: kind, lifetime: lifetime)
    self.init(id: id, number: number, name: name, Box(common))
  }
}

/// An entry about an owned object. The facts about the object can be read from the entry itself.
@dynamicMemberLookup public protocol OwnedObjectEntry: Sendable, Equatable {
  /// What is known of the object.
  var object: OwnedObjectFacts { get }
}

extension OwnedObjectEntry {
  /// A fact about the object.
  @inlinable public subscript<Fact>(dynamicMember fact: KeyPath<OwnedObjectFacts, Fact>) -> Fact {
    object[keyPath: fact]
  }
}

/// An object that an owner acquired. It will be cleaned with the owner.
public struct OwnedEntry: OwnedObjectEntry {
  /// What is known of the object.
  public package(set) var object: OwnedObjectFacts
  /// A few words from the owner about the object; `nil` if there are none.
  package var detail: String?
  /// The dispatch in which the object was acquired, if any.
  package var dispatch: DispatchID?
  /// When the object was acquired, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// An owned object whose asynchronous cleanup has begun. Its `released` entry follows when the cleanup has ended.
public struct ReleasingEntry: OwnedObjectEntry {
  /// What is known of the object.
  public package(set) var object: OwnedObjectFacts
  /// Why the object is being cleaned.
  public package(set) var reason: ReleaseReason
  /// When the cleanup began, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// An owned object that has been cleaned.
public struct ReleasedEntry: OwnedObjectEntry {
  /// What is known of the object.
  public package(set) var object: OwnedObjectFacts
  /// Why the object was cleaned.
  public package(set) var reason: ReleaseReason
  /// When the cleanup began, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// How long the cleanup took.
  public var cleanup: Duration { .nanoseconds(cleanupNanoseconds) }
  package var cleanupNanoseconds: UInt64
  /// The thread on which the cleanup ran: `main` or `background`.
  package var thread: String
  /// Whether the owner had been reported as overdue before.
  package var isLateRelease: Bool
  private var sweep = Sweep.none

  /// Between which dispatches an owner without a bag died. Few entries have it, and the others are small without.
  private indirect enum Sweep: Sendable, Equatable {
    case none
    case found(aliveAfter: DispatchID?, deadAfter: DispatchID?)
  }

  /// For `swept`, the last dispatch after which the owner was seen alive; 0 for "before the first".
  package var aliveAfter: DispatchID? {
    get { if case .found(let alive, _) = sweep { alive } else { nil } }
    set { note(newValue, deadAfter) }
  }
  /// For `swept`, the dispatch after which the owner was found dead.
  package var deadAfter: DispatchID? {
    get { if case .found(_, let dead) = sweep { dead } else { nil } }
    set { note(aliveAfter, newValue) }
  }

  private mutating func note(_ aliveAfter: DispatchID?, _ deadAfter: DispatchID?) {
    sweep = aliveAfter == nil && deadAfter == nil ? .none : .found(aliveAfter: aliveAfter, deadAfter: deadAfter)
  }
}

extension OwnedEntry {
  package init(
    _ object: OwnedObjectFacts = OwnedObjectFacts(), detail: String? = nil, dispatch: DispatchID? = nil,
    atNanoseconds: UInt64 = 0
  ) {
    self.init(object: object, detail: detail, dispatch: dispatch, atNanoseconds: atNanoseconds)
  }
}

extension ReleasingEntry {
  package init(
    _ object: OwnedObjectFacts = OwnedObjectFacts(), reason: ReleaseReason = .finished, atNanoseconds: UInt64 = 0
  ) {
    self.init(object: object, reason: reason, atNanoseconds: atNanoseconds)
  }
}

extension ReleasedEntry {
  package init(
    _ object: OwnedObjectFacts = OwnedObjectFacts(), reason: ReleaseReason = .finished, atNanoseconds: UInt64 = 0,
    cleanupNanoseconds: UInt64 = 0, thread: String = "", isLateRelease: Bool = false, aliveAfter: DispatchID? = nil,
    deadAfter: DispatchID? = nil
  ) {
    (self.object, self.reason, self.atNanoseconds) = (object, reason, atNanoseconds)
    (self.cleanupNanoseconds, self.thread, self.isLateRelease) = (cleanupNanoseconds, thread, isLateRelease)
    note(aliveAfter, deadAfter)
  }
}
