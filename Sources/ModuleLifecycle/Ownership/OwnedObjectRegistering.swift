/// A type that registers objects for an owner: a bag or a registrar.
public protocol OwnedObjectRegistering: ~Copyable, Sendable {
  /// A registrar for code that outlives the current call.
  var registrar: OwnedObjectRegistrar { get }
}

/// Registers owned objects with a bag, for code that outlives the current call.
///
/// Get a registrar from `OwnedObjects.registrar`. It does not keep the owner alive.
public struct OwnedObjectRegistrar: OwnedObjectRegistering {
  let owner: Owner
  let bag: Bag

  /// This registrar.
  public var registrar: OwnedObjectRegistrar { self }

  /// Registers something that a closure gives back; see `OwnedObjects.own(_:as:lifetime:detail:holding:cleanup:)`.
  @discardableResult
  public func own(
    _ name: String = "", as kind: OwnedKind, lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: DeclaredHold? = nil, cleanup: @escaping @Sendable () -> Void
  ) -> OwnedObject {
    own(kind, name, lifetime, detail, hold, .anywhere(cleanup))
  }

  /// Registers an object in the bag or, for the application's lifetime, with the application.
  func own(
    _ kind: OwnedKind, _ name: String, _ lifetime: OwnedLifetime, _ detail: String?, _ hold: DeclaredHold?,
    _ cleanup: OwnedRow.Cleanup
  ) -> OwnedObject {
    // Outside of any application, every object dies with its owner.
    guard let ownership = owner.ownership, lifetime != .module else {
      return bag.own(kind, name, OwnedRow.Declaration.of(.module, detail, hold), for: owner, cleanup: cleanup)
    }
    let declaration = OwnedRow.Declaration.of(lifetime, detail, hold)
    if case .event(let event, _) = lifetime.scope {
      let object = bag.own(kind, name, declaration, for: owner, cleanup: cleanup)
      ownership.end(of: event).add(object)
      return object
    }
    let application = owner.isAbandoned ? Bag.closed(ownership.journal) : ownership.application
    let object = application.own(kind, name, declaration, for: owner, cleanup: cleanup)
    // The creation may have failed in the meantime, on another thread.
    if owner.isAbandoned { ownership.abandon(owner) }
    return object
  }
}

extension Bag {
  /// A bag that accepts nothing.
  fileprivate static func closed(_ journal: Journal) -> Bag {
    let bag = Bag(ofApplication: journal)
    bag.stopTaking(.late)
    return bag
  }
}

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Registers a resource and the closure that gives it back; see
  /// `OwnedObjects.own(_:as:lifetime:detail:holding:cleanup:)`.
  ///
  /// - Parameters:
  ///   - resource: The resource. The bag keeps it alive until it is cleaned.
  ///   - name: The object's name within its kind. Leave it empty for one of many objects that are never looked up or
  ///     replaced.
  ///   - kind: The object's kind.
  ///   - lifetime: How long the object may live.
  ///   - detail: A few words about the object for a reader of the log.
  ///   - hold: What the object keeps alive, if anything.
  ///   - cleanup: Gives the resource back. Called once, on whichever thread the owner dies. Must not use the owner.
  /// - Returns: A handle that can clean the object before its owner goes.
  @discardableResult
  public borrowing func own<Resource: Sendable>(
    _ resource: Resource, _ name: String, as kind: OwnedKind, lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: DeclaredHold? = nil, cleanup: @escaping @Sendable (Resource) -> Void
  ) -> OwnedObject {
    registrar.own(kind, name, lifetime, detail, hold, .anywhere({ cleanup(resource) }))
  }

  /// Registers something that must be given back on the main actor.
  ///
  /// If the owner dies on another thread, this cleanup and those after it move to the main actor, which preserves the
  /// order. If the object is replaced or cancelled on another thread, its row is `releasing` until its cleanup has run on
  /// the main actor. Its successor does not wait for that.
  ///
  /// - Parameters:
  ///   - name: The object's name within its kind. Leave it empty for one of many objects that are never looked up or
  ///     replaced.
  ///   - kind: The object's kind.
  ///   - lifetime: How long the object may live.
  ///   - detail: A few words about the object for a reader of the log.
  ///   - hold: What the object keeps alive, if anything.
  ///   - cleanup: Gives it back. Called once. Must not use the owner.
  /// - Returns: A handle that can clean the object before its owner goes.
  @discardableResult
  public borrowing func own(
    _ name: String = "", as kind: OwnedKind, lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: DeclaredHold? = nil, onMainActor cleanup: @escaping @MainActor @Sendable () -> Void
  ) -> OwnedObject {
    registrar.own(kind, name, lifetime, detail, hold, .onMainActor(cleanup))
  }

  /// Registers a resource whose cleanup is asynchronous.
  ///
  /// ```swift
  /// owned.own(closing: database, "main", as: "database") { await $0.close() }
  /// ```
  ///
  /// The object's row is `releasing` when the cleanup begins, and `released`, with the cleanup's whole duration, when
  /// it ends. The label `closing` distinguishes this method from the synchronous `own`. Therefore the end of the
  /// row never depends on the closure's body.
  ///
  /// A deinitialiser can't wait. It cleans the next object as soon as this cleanup has begun, and the process can exit
  /// before the cleanup ends. `CompositeDelegate.shutDown(within:)` waits for each cleanup before it continues. A new
  /// object of the same kind and name does not wait for this cleanup to end either. If the two can't be open at the
  /// same time, first call `cancel()` on the old one and `await waitUntilReleased()`.
  ///
  /// - Parameters:
  ///   - resource: The resource. It is kept alive until its cleanup has ended.
  ///   - name: The object's name within its kind. Leave it empty for one of many objects that are never looked up or
  ///     replaced.
  ///   - kind: The object's kind.
  ///   - limit: The longest time that a shutdown waits for the cleanup. After that, a warning names the object, and
  ///     both the shutdown and the cleanup continue. By default, the shutdown waits for as long as it may take itself.
  ///   - lifetime: How long the object may live.
  ///   - detail: A few words about the object for a reader of the log.
  ///   - hold: What the object keeps alive, if anything.
  ///   - cleanup: Gives the resource back, off the main actor, in its own task, which is never cancelled. Called once.
  ///     Must not use the owner.
  /// - Returns: A handle that can clean the object before its owner goes.
  @discardableResult
  public borrowing func own<Resource: Sendable>(
    closing resource: Resource, _ name: String, as kind: OwnedKind, within limit: Duration? = nil,
    lifetime: OwnedLifetime = .module, detail: String? = nil, holding hold: DeclaredHold? = nil,
    cleanup: @escaping @concurrent @Sendable (Resource) async -> Void
  ) -> OwnedObject {
    registrar.own(
      kind, name, lifetime, detail, hold, .beginning({ CleanupEnd(within: limit) { await cleanup(resource) } }))
  }

  /// Registers work that a closure cancels.
  ///
  /// - Parameter cancel: Cancels the work. Returns its end, or `nil` if the work is already over.
  @discardableResult
  package borrowing func own(
    _ name: String, as kind: OwnedKind, lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: DeclaredHold? = nil, cancelling cancel: @escaping @Sendable () -> CleanupEnd?
  ) -> OwnedObject {
    registrar.own(kind, name, lifetime, detail, hold, .cancelling(cancel))
  }

  /// Registers something under a name that its owner did not choose. Several objects can have that name, and none
  /// replaces another.
  @discardableResult
  package borrowing func own(
    titled title: String, as kind: OwnedKind, detail: String? = nil,
    cleanup: @escaping @Sendable () -> Void
  ) -> OwnedObject {
    registrar.bag.own(
      kind, title, OwnedRow.Declaration.of(.module, detail, nil), isNamed: false,
      for: registrar.owner, cleanup: .anywhere(cleanup))
  }
}

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Registers an object with the method that ends it. The method is called on the main actor.
  ///
  /// ```swift
  /// owned.own(subject.sink { print($0) }, by: AnyCancellable.cancel)
  /// owned.own(listener, "updates", by: Listener.invalidate)
  /// ```
  ///
  /// The object need not be `Sendable`, because it does not leave the main actor. If the owner dies on another thread,
  /// this cleanup and those after it move to the main actor.
  ///
  /// - Parameters:
  ///   - thing: The object to end. The bag keeps it alive until then.
  ///   - name: The object's name. An owned object of the same kind and name is ended first. Without a name, the object
  ///     replaces none.
  ///   - kind: The object's kind. Defaults to the name of its type.
  ///   - lifetime: How long the object may live.
  ///   - hold: What the object keeps alive, if anything.
  ///   - end: The method. Called once. Must not use the owner. Its result is ignored.
  /// - Returns: A handle that can end the object before its owner goes.
  @discardableResult
  @MainActor public borrowing func own<Thing, Ignored>(
    _ thing: Thing, _ name: String = "", as kind: OwnedKind? = nil, lifetime: OwnedLifetime = .module,
    holding hold: DeclaredHold? = nil, by end: @escaping @MainActor (Thing) -> () -> Ignored
  ) -> OwnedObject {
    own(
      name, as: kind ?? .named(after: Thing.self), lifetime: lifetime, holding: hold,
      onMainActor: Ending(thing, end).run)
  }

  /// Registers a `Sendable` object with the method that ends it, on whichever thread the owner dies.
  ///
  /// - Parameters:
  ///   - thing: The object to end. The bag keeps it alive until then.
  ///   - name: The object's name. An owned object of the same kind and name is ended first. Without a name, the object
  ///     replaces none.
  ///   - kind: The object's kind. Defaults to the name of its type.
  ///   - lifetime: How long the object may live.
  ///   - hold: What the object keeps alive, if anything.
  ///   - end: The method. Called once. Must not use the owner. Its result is ignored.
  /// - Returns: A handle that can end the object before its owner goes.
  @discardableResult
  public borrowing func own<Thing: Sendable, Ignored>(
    _ thing: Thing, _ name: String = "", as kind: OwnedKind? = nil, lifetime: OwnedLifetime = .module,
    holding hold: DeclaredHold? = nil, onAnyThread end: @escaping @Sendable (Thing) -> () -> Ignored
  ) -> OwnedObject {
    own(name, as: kind ?? .named(after: Thing.self), lifetime: lifetime, holding: hold) { _ = end(thing)() }
  }

  /// Registers several objects of one type, such as a set of cancellables, in order. See `own(_:_:as:lifetime:holding:by:)`.
  ///
  /// - Parameters:
  ///   - things: The objects to end. The bag keeps them alive until then.
  ///   - kind: The objects' kind. Defaults to the name of their type.
  ///   - lifetime: How long the objects may live.
  ///   - hold: What each of them keeps alive, if anything.
  ///   - end: The method that ends one object. Called once for each, on the main actor. Its result is ignored.
  /// - Returns: A handle for each object.
  @discardableResult
  @MainActor public borrowing func own<Thing, Ignored>(
    all things: some Sequence<Thing>, as kind: OwnedKind? = nil, lifetime: OwnedLifetime = .module,
    holding hold: DeclaredHold? = nil, by end: @escaping @MainActor (Thing) -> () -> Ignored
  ) -> [OwnedObject] {
    let registrar = registrar
    return things.map { registrar.own($0, as: kind, lifetime: lifetime, holding: hold, by: end) }
  }
}

/// An object of the main actor, and the method that ends it.
@MainActor private final class Ending<Thing, Ignored> {
  private let thing: Thing
  private let end: @MainActor (Thing) -> () -> Ignored

  init(_ thing: Thing, _ end: @escaping @MainActor (Thing) -> () -> Ignored) {
    self.thing = thing
    self.end = end
  }

  func run() { _ = end(thing)() }
}

extension OwnedKind {
  fileprivate static func named<Thing>(after type: Thing.Type) -> OwnedKind { OwnedKind(String(describing: type)) }
}

/// Something on screen that can be dismissed: a dialog, a sheet, a popover.
///
/// ```swift
/// extension UIViewController: @retroactive DismissibleDialog {
///   public func dismiss() { dismiss(animated: true) }
/// }
/// ```
@MainActor public protocol DismissibleDialog: AnyObject, Sendable {
  /// Removes the object from the screen. Does nothing if the user has already closed it.
  func dismiss()
}

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Takes ownership of a dialog and dismisses it when the owner dies.
  ///
  /// Dialogs are dismissed on the main actor, last shown first. When the user closes a dialog, call `finish()` on its
  /// handle.
  ///
  /// - Parameters:
  ///   - dialog: The dialog. The bag keeps it alive until it is dismissed. It must not keep the owner alive.
  ///   - name: The object's name.
  /// - Returns: A handle that can dismiss the dialog sooner.
  @discardableResult
  public borrowing func own(dialog: any DismissibleDialog, named name: String) -> OwnedObject {
    own(name, as: .dialog, onMainActor: { dialog.dismiss() })
  }
}
