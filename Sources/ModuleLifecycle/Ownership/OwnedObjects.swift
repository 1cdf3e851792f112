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
/// its composite lets go of the module, and if something still holds it, its objects stay open.
///
/// The bag is a non-copyable value and not a class, because only so is its place in the owner's deinitialisation fixed:
/// declared first it runs before the owner's other members are destroyed, also in optimised builds and when the
/// owner's `init` throws. A cleanup may touch what it captured, and nothing else: at that time the owner itself is
/// gone already, and a `weak` reference to it is `nil`.
///
/// An object may itself hold an owner, and so on: the bag of each is emptied when its owner goes, before the next object of
/// the outer bag. A chain of owners may be as long as memory lasts. Beyond 32 bags one inside the other, a bag is emptied
/// right after its owner's members are destroyed, in the same order of cleanups.
///
/// A bag may be used from any thread. An object is a row of 56 bytes in it, and among more than 16 an entry in an index of names;
/// nothing is allocated for it. Registering and cleaning one costs about 0.26 µs, and 0.13 µs more with its two rows in the journal,
/// when a million of them live at once; `make bench` measures it.
public struct OwnedObjects: ~Copyable, OwnedObjectRegistering {
  private let ledger: OwnershipLedger

  /// The bag of the module that is being created, or, elsewhere, of an owner without name whose rows go to no journal.
  public init() {
    ledger = (Owner.underConstruction ?? Owner(name: "", journal: nil)).openBag()
  }

  /// The bag of an owner that is no module and belongs to no composite.
  ///
  /// It does not hear of the end of an event or of the application: objects with such lifetimes go with their owner.
  ///
  /// - Parameters:
  ///   - owner: The name that its rows bear.
  ///   - journal: Where its rows go.
  public init(owner: String, journal: Journal) {
    ledger = Owner(name: owner, journal: journal).openBag()
  }

  /// The bag of an owner that is no module, in a composite.
  ///
  /// - Parameters:
  ///   - owner: The name that its rows bear.
  ///   - composite: Whose journal its rows go to, and whose events and end its objects may be tied to. Not kept alive.
  ///   - limit: How many owners of this name should live at a time, at most; one more is warned of.
  public init(owner: String, in composite: CompositeDelegate, atMost limit: Int? = nil) {
    ledger = Owner(name: owner, journal: composite.journal, scope: composite.scope, within: composite.ownerAsModule)
      .openBag()
    if let limit { composite.scope.check(owner, limit: limit) }
  }

  deinit { ledger.closeInTurn() }

  /// The number of the owner, one per instance, as the journal names it.
  public var ownerID: UInt64 { ledger.owner.id }

  /// How many objects are owned now, without those that live as long as the application, and those whose cleanup has
  /// begun.
  public var count: Int { ledger.liveCount }

  /// How many objects this bag owns and has owned, by kind and by the reason of their release; without those that live
  /// as long as the application, and without what came too late.
  public var counts: OwnedCounts {
    ledger.counts.noting(ledger.releasing)
  }

  /// The object of that kind and name, if it is owned now: one of this bag's, or else one that the owner has for as long
  /// as the application lives. Costs the same however many there are. A name that the owner did not give, such as that of
  /// an observation without one, may belong to several: then it is the first of them, and they are looked through.
  public func object(_ kind: OwnedKind, named name: String) -> OwnedObject? {
    ledger.object(kind, name) ?? ledger.owner.openApplicationLedger?.object(kind, name)
  }

  /// Cleans all objects of this bag, or those of one kind, last acquired first, for the reason `cancelled`. What comes after
  /// that is owned as before. Objects that live as long as the application stay.
  public borrowing func cancelAll(_ kind: OwnedKind? = nil) {
    for object in ledger.live.reversed() where kind == nil || object.kind == kind {
      ledger.release(object.handle, .cancelled)
    }
  }

  /// Takes charge of something that a closure gives back.
  ///
  /// It is what every bag and every `registrar` does; for a bag it takes the shortest way.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - name: Which one it is; nothing for one of many that are not looked up and not replaced.
  ///   - lifetime: How long it may live.
  ///   - detail: What a reader of the log should know of it, in a few words.
  ///   - hold: What it keeps alive, if anything.
  ///   - cleanup: Gives it back. Called once, on whatever thread the owner dies; it must not touch the owner.
  /// - Returns: A handle with which to clean it before its owner goes.
  @discardableResult
  public borrowing func own(
    _ kind: OwnedKind, _ name: String = "", lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: DeclaredHold? = nil, cleanup: consuming @escaping @Sendable () -> Void
  ) -> OwnedObject {
    if case .module = lifetime.scope, detail == nil, hold == nil {
      return ledger.own(kind, name, nil, cleanup: .anywhere(consume cleanup))
    }
    return ledger.own(
      kind, name, lifetime: lifetime, detail: detail, holding: hold, cleanup: .anywhere(consume cleanup))
  }

  /// Opens a door for code that outlives the present call, such as the completion of a request, to own things here.
  ///
  /// It does not keep the owner alive. What is registered through it after the owner has gone is cleaned at once, for
  /// the reason `late`.
  public var registrar: OwnedObjectRegistrar { OwnedObjectRegistrar(ledger: ledger) }
}
