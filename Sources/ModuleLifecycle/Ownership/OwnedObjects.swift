/// A bag of everything that its holder has acquired and must give back: observations, timers, requests, files, tasks.
///
/// Store it in the owner, as its *first* member:
///
/// ```swift
/// final class Session: Module {
///   let owned = OwnedObjects()
///
///   func open() {
///     let socket = Socket.connect()
///     owned.own("socket", "updates", socket) { $0.close() }
///   }
/// }
/// ```
///
/// When the owner is deinitialised, the objects are cleaned up last acquired first, one at a time, each exactly once,
/// and a row with kind, name, reason and duration goes to the journal. Nothing else cleans them: removing a module from
/// its composite lets go of the module, and if somebody still holds it, its objects stay open.
///
/// The bag is a non-copyable value and not a class, because only so is its place in the owner's deinitialisation fixed:
/// declared first it runs before the owner's other members are destroyed, also in optimised builds and when the
/// owner's `init` throws. A cleanup may touch what it captured, and nothing else: at that time the owner itself is
/// gone already, and a `weak` reference to it is `nil`.
///
/// A bag may be used from any thread. Registering and cleaning one object, with its rows in the journal,
/// costs about a microsecond.
public struct OwnedObjects: ~Copyable, Sendable {
  private let ledger: OwnershipLedger

  /// The bag of the module that is being created, or, elsewhere, of an owner without name whose rows go to no journal.
  public init() {
    ledger = OwnershipLedger(owner: Owner.underConstruction ?? Owner(name: "", journal: nil))
  }

  /// The bag of an owner that is no module.
  ///
  /// - Parameters:
  ///   - owner: The name that its rows bear.
  ///   - journal: Where its rows go.
  public init(owner: String, journal: Journal) {
    ledger = OwnershipLedger(owner: Owner(name: owner, journal: journal))
  }

  deinit { ledger.close() }

  /// How many objects are owned now.
  public var count: Int { ledger.liveCount }

  /// Takes charge of a resource.
  ///
  /// An object of the same kind and name that is owned already is cleaned first, for the reason `replaced`.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - name: Which one it is.
  ///   - resource: The resource; the bag keeps it alive until it is cleaned.
  ///   - cleanup: Gives the resource back. Called once, on whatever thread the owner dies; it must not touch the owner.
  /// - Returns: A handle with which to clean it before its owner goes.
  @discardableResult
  public borrowing func own<Resource: Sendable>(
    _ kind: OwnedKind, _ name: String, _ resource: Resource, cleanup: @escaping @Sendable (Resource) -> Void
  ) -> OwnedObject {
    ledger.own(kind, name, cleanup: .anywhere { cleanup(resource) })
  }

  /// Takes charge of something that a closure gives back.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - name: Which one it is.
  ///   - cleanup: Gives it back. Called once, on whatever thread the owner dies; it must not touch the owner.
  /// - Returns: A handle with which to clean it before its owner goes.
  @discardableResult
  public borrowing func own(
    _ kind: OwnedKind, _ name: String, cleanup: @escaping @Sendable () -> Void
  ) -> OwnedObject {
    ledger.own(kind, name, cleanup: .anywhere(cleanup))
  }

  /// Takes charge of something that must be given back on the main actor.
  ///
  /// When the owner dies elsewhere, this cleanup and those that follow it move to the main actor, so that the order
  /// stays.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - name: Which one it is.
  ///   - cleanup: Gives it back. Called once; it must not touch the owner.
  /// - Returns: A handle with which to clean it before its owner goes.
  @discardableResult
  public borrowing func own(
    _ kind: OwnedKind, _ name: String, onMainActor cleanup: @escaping @MainActor @Sendable () -> Void
  ) -> OwnedObject {
    ledger.own(kind, name, cleanup: .onMainActor(cleanup))
  }

  /// Opens a door for code that outlives the present call, such as the completion of a request, to own things here.
  ///
  /// It does not keep the owner alive. What is registered through it after the owner has gone is cleaned at once, for
  /// the reason `late`.
  public var registrar: OwnedObjectRegistrar { OwnedObjectRegistrar(ledger: ledger) }
}

/// Registers owned objects with a bag from afar; made by `OwnedObjects.registrar`.
public struct OwnedObjectRegistrar: Sendable {
  let ledger: OwnershipLedger

  /// Takes charge of a resource; see `OwnedObjects.own(_:_:_:cleanup:)`.
  @discardableResult
  public func own<Resource: Sendable>(
    _ kind: OwnedKind, _ name: String, _ resource: Resource, cleanup: @escaping @Sendable (Resource) -> Void
  ) -> OwnedObject {
    ledger.own(kind, name, cleanup: .anywhere { cleanup(resource) })
  }

  /// Takes charge of something that must be given back on the main actor; see `OwnedObjects.own(_:_:onMainActor:)`.
  @discardableResult
  public func own(
    _ kind: OwnedKind, _ name: String, onMainActor cleanup: @escaping @MainActor @Sendable () -> Void
  ) -> OwnedObject {
    ledger.own(kind, name, cleanup: .onMainActor(cleanup))
  }

  /// Takes charge of something that a closure gives back; see `OwnedObjects.own(_:_:cleanup:)`.
  @discardableResult
  public func own(_ kind: OwnedKind, _ name: String, cleanup: @escaping @Sendable () -> Void) -> OwnedObject {
    ledger.own(kind, name, cleanup: .anywhere(cleanup))
  }
}

/// A handle on one owned object.
///
/// Dropping the handle does nothing; the object stays with its owner. A handle does not keep the owner alive.
public struct OwnedObject: Sendable {
  private let ledger: OwnershipLedger
  private let number: Int

  init(ledger: OwnershipLedger, number: Int) {
    self.ledger = ledger
    self.number = number
  }

  /// Whether it has not been cleaned yet.
  public var isLive: Bool { ledger.isLive(number) }

  /// Cleans the object now, for the reason `cancelled`; nothing when it has been cleaned already.
  public func cancel() { ledger.release(number, reason: .cancelled) }

  /// Cleans the object now, for the reason `finished`: it came to its own end.
  public func finish() { ledger.release(number, reason: .finished) }
}
