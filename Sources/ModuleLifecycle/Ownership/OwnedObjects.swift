/// A bag of the resources that an owner must give back: observers, timers, requests, files, tasks.
///
/// Store the bag in the owner, as its *first* member:
///
/// ```swift
/// final class Session: Module {
///   let owned = OwnedObjects()
///
///   func open() {
///     let socket = Socket.connect()
///     owned.own(socket, "updates", as: "socket") { $0.close() }
///   }
/// }
/// ```
///
/// When the owner is deinitialised, the bag cleans its objects one at a time, last acquired first, each exactly once.
/// Each cleanup adds a row with the kind, name, reason and duration to the journal. Removing a module from its
/// composite does not clean its objects: the composite only releases its reference. If something else still holds the
/// module, its objects stay open.
///
/// The bag is a noncopyable value instead of a class, because only this fixes when it is emptied. Declared first, it is
/// emptied before the owner's other members are destroyed, also in optimised builds and when the owner's `init` throws.
/// A cleanup must use nothing but what it captured: the owner itself is already gone by then, and a `weak` reference to
/// it is `nil`.
///
/// An object can itself hold another owner, and so on. When that owner goes, its bag is emptied before the next object
/// of the outer bag is cleaned. A chain of owners can be as long as memory allows. Beyond 32 nested bags, a bag is
/// emptied right after its owner's members are destroyed; the order of cleanups stays the same.
///
/// A bag can be used from any thread.
public struct OwnedObjects: ~Copyable, OwnedObjectRegistering {
  /// A registrar for code that outlives the current call, such as a request's completion handler.
  ///
  /// It does not keep the owner alive. An object that is registered after the owner has gone is cleaned at once, for
  /// the reason `late`.
  public let registrar: OwnedObjectRegistrar

  private var bag: Bag { registrar.bag }

  private init(_ owner: Owner) { registrar = OwnedObjectRegistrar(owner: owner, bag: owner.openBag()) }

  /// Creates a bag for the module that is being created.
  ///
  /// Outside a module's creation, the owner has no name, and its rows go to no journal.
  public init() { self.init(Owner.underConstruction ?? Owner(name: "", journal: nil)) }

  /// Creates a bag for an owner that is neither a module nor part of a composite.
  ///
  /// The bag is not notified when an event or the application ends. Objects with such lifetimes are cleaned with their
  /// owner.
  ///
  /// - Parameters:
  ///   - owner: The owner's name in the journal.
  ///   - journal: The journal that records the bag's rows.
  public init(owner: String, journal: Journal) { self.init(Owner(name: owner, journal: journal)) }

  /// Creates a bag for an owner that is not a module but belongs to a composite.
  ///
  /// - Parameters:
  ///   - owner: The owner's name in the journal.
  ///   - composite: The composite whose journal records the bag's rows, and whose events and end can end the lifetimes
  ///     of its objects. Not kept alive.
  ///   - limit: The most owners with this name that should be alive at a time. One more logs a warning. `nil` for no
  ///     limit.
  public init(owner: String, in composite: CompositeDelegate, atMost limit: Int? = nil) {
    let ownership = composite.ownership
    self.init(Owner(name: owner, journal: composite.journal, ownership: ownership, within: composite.ownerAsModule))
    if let limit { ownership.check(owner, limit: limit) }
  }

  deinit { bag.closeInTurn() }

  /// The owner's number in the journal. Each instance has its own.
  public var ownerID: OwnerID { registrar.owner.id }

  /// The number of objects that are owned now.
  ///
  /// Excludes objects that live as long as the application, and objects whose cleanup has begun.
  public var count: Int { bag.liveCount }

  /// Returns the object with this kind and name that is owned now, or `nil` if there is none.
  ///
  /// Searches this bag first, then the owner's objects that live as long as the application. A name that the owner did
  /// not choose, such as that of an unnamed observation, can belong to several objects. Then this method looks through
  /// them and returns the first.
  public func object(_ kind: OwnedKind, named name: String) -> OwnedObject? {
    let owner = registrar.owner
    return bag.object(kind, name, of: owner) ?? owner.ownership?.application.object(kind, name, of: owner)
  }

  /// Cleans all objects in this bag, or those of one kind, last acquired first.
  ///
  /// The release reason is `cancelled`. The bag accepts new objects afterwards. Objects that live as long as the
  /// application stay.
  ///
  /// - Parameter kind: The kind to clean; `nil` for all kinds.
  public borrowing func cancelAll(_ kind: OwnedKind? = nil) {
    bag.release(.cancelled) { kind == nil || $0.kind == kind }
  }

  /// Registers something that a closure gives back.
  ///
  /// If the owner already has an object of the same kind and name, that object is cleaned for the reason `replaced`. An
  /// object that lives as long as the application is replaced only by another one with that lifetime.
  ///
  /// - Parameters:
  ///   - name: The object's name within its kind. Leave it empty for one of many objects that are never looked up or
  ///     replaced.
  ///   - kind: The object's kind.
  ///   - lifetime: How long the object may live.
  ///   - detail: A few words about the object for a reader of the log.
  ///   - hold: What the object keeps alive, if anything.
  ///   - cleanup: Gives it back. Called once, on whichever thread the owner dies. Must not use the owner.
  /// - Returns: A handle that can clean the object before its owner goes.
  @discardableResult
  public borrowing func own(
    _ name: String = "", as kind: OwnedKind, lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: DeclaredHold? = nil, cleanup: @escaping @Sendable () -> Void
  ) -> OwnedObject {
    registrar.own(kind, name, lifetime, detail, hold, .anywhere(cleanup))
  }
}
