/// The identifier of an owned object, unique in the process.
///
/// Use it where you have no handle to the object.
package struct OwnedObjectID: Hashable, Codable, Sendable {
  /// The owner's number. Each instance has its own.
  package let owner: OwnerID
  /// The object's number within its owner, counted from 1.
  package let number: Int

  package init(owner: OwnerID, number: Int) {
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
  package let id: OwnedObjectID

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
  package let id: OwnedObjectID
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

/// The kind of an owned object, such as a timer or a file.
///
/// A kind is a word. Add your own as static members in an extension.
public struct OwnedKind: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The word that names the kind.
  public let rawValue: String

  /// Creates a kind from a word.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Creates a kind from a word.
  public init(stringLiteral value: String) { rawValue = value }

  /// The word that names the kind.
  public var description: String { rawValue }

  /// A registration with an object that posts notifications.
  public static let observer = OwnedKind("observer")
  /// A request in progress.
  public static let request = OwnedKind("request")
  /// A session that makes requests.
  public static let session = OwnedKind("session")
  /// A timer, or anything else that fires repeatedly.
  public static let timer = OwnedKind("timer")
  /// An open file.
  public static let file = OwnedKind("file")
  /// A raw file descriptor.
  public static let descriptor = OwnedKind("descriptor")
  /// A Dispatch source.
  public static let source = OwnedKind("source")
  /// A running task.
  public static let task = OwnedKind("task")
  /// A listening server.
  public static let server = OwnedKind("server")
  /// A window on screen.
  public static let window = OwnedKind("window")
  /// A dialog on screen.
  public static let dialog = OwnedKind("dialog")
  /// A reference to a delegate, which may or may not keep the delegate alive.
  public static let delegate = OwnedKind("delegate")
  /// A registration with another system.
  public static let registration = OwnedKind("registration")

  /// The title of an object of this kind: `timer refresh`, or `timer` when it has no name.
  package func title(of name: String) -> String { name.isEmpty ? rawValue : "\(rawValue) \(name)" }
}

/// How long an owned object may live, unless it is cleaned sooner through its handle.
///
/// Whatever its lifetime, an object is cleaned once.
public struct OwnedLifetime: Hashable, Sendable, CustomStringConvertible {
  enum Scope: Hashable, Sendable {
    case module
    /// The event's type, and its name in the journal.
    case event(ObjectIdentifier, name: String)
    case application
  }

  let scope: Scope

  /// The object lives as long as its owner: it is cleaned when the owner is deinitialised. This is the default.
  public static let module = OwnedLifetime(scope: .module)

  /// Returns a lifetime that ends with an event, or with the owner if that is sooner.
  ///
  /// The object is cleaned when all handlers of the current dispatch of the event, or otherwise of the next one, have
  /// answered. If a handler of the event sends the event again, the outermost dispatch counts. Two event types with the
  /// same name are two different events.
  public static func event<Event: LifecycleEvent>(_ event: Event.Type) -> OwnedLifetime {
    OwnedLifetime(scope: .event(ObjectIdentifier(event), name: event.name))
  }

  /// The object lives as long as the application, even after its owner has died.
  ///
  /// It is cleaned when all handlers of `willTerminate` have answered, or when the composite is torn down. Such
  /// objects are cleaned in the reverse order of acquisition across all owners. If a module's factory throws, the
  /// objects that the module acquired in it are cleaned at once.
  public static let application = OwnedLifetime(scope: .application)

  /// The lifetime in the journal's format: `module`, `event:willTerminate` or `application`.
  public var description: String {
    switch scope {
    case .module: "module"
    case .event(_, let name): "event:\(name)"
    case .application: "application"
    }
  }
}

/// A declaration that an owned object keeps another object alive, which can explain a leak.
///
/// ```swift
/// let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
/// owned.own(
///   .session, "api", session,
///   holding: DeclaredHold(self, "holds its delegate until it is invalidated", endedBy: "invalidate")
/// ) { $0.invalidateAndCancel() }
/// ```
///
/// The declaration does not keep that object alive itself. If that object is the owner, the owner can't die before the
/// owned object is cleaned by hand. Once the owner is overdue, this is the most trusted hint.
public struct DeclaredHold: Sendable, Hashable {
  private let reference: WeakReference
  /// Tells holds apart. When the object is dead, another one can have its address.
  private let address: ObjectIdentifier
  let sentence: String
  let remedy: String

  /// Declares that an owned object keeps another object alive.
  ///
  /// - Parameters:
  ///   - object: The object that is kept alive.
  ///   - sentence: How it is kept alive, as text that completes "session api …".
  ///   - remedy: What cleaning the owned object does to it, as one word for a key bar.
  public init(_ object: AnyObject, _ sentence: String, endedBy remedy: String) {
    reference = WeakReference(object)
    address = ObjectIdentifier(object)
    self.sentence = sentence
    self.remedy = remedy
  }

  /// Whether this is the object that is kept alive.
  func holds(_ object: AnyObject) -> Bool { reference.refers(to: object) }

  /// Whether both declare the same hold on the same object.
  public static func == (left: DeclaredHold, right: DeclaredHold) -> Bool {
    left.address == right.address && left.sentence == right.sentence && left.remedy == right.remedy
  }

  /// Hashes the object and the sentence.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(address)
    hasher.combine(sentence)
  }
}
