/// What takes charge of objects for an owner: its bag, or a door to it.
public protocol OwnedObjectRegistering: ~Copyable, Sendable {
  /// A door for code that outlives the present call.
  var registrar: OwnedObjectRegistrar { get }
}

/// Registers owned objects with a bag from afar; made by `OwnedObjects.registrar`.
public struct OwnedObjectRegistrar: OwnedObjectRegistering {
  let ledger: OwnershipLedger

  /// The same.
  public var registrar: OwnedObjectRegistrar { self }

  /// Takes charge of something that a closure gives back; see `OwnedObjects.own(_:_:lifetime:detail:holding:cleanup:)`.
  @discardableResult
  public func own(
    _ kind: OwnedKind, _ name: String = "", lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: DeclaredHold? = nil, cleanup: consuming @escaping @Sendable () -> Void
  ) -> OwnedObject {
    ledger.own(kind, name, lifetime: lifetime, detail: detail, holding: hold, cleanup: .anywhere(consume cleanup))
  }
}

extension OwnedObjectRegistering where Self: ~Copyable {
  private var ledger: OwnershipLedger { registrar.ledger }

  /// Takes charge of a resource.
  ///
  /// An object of the same kind and name that is owned already is cleaned, for the reason `replaced`. What lives as long
  /// as the application is replaced by its like only.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - name: Which one it is; nothing for one of many that are not looked up and not replaced.
  ///   - resource: The resource; the bag keeps it alive until it is cleaned.
  ///   - lifetime: How long it may live.
  ///   - detail: What a reader of the log should know of it, in a few words.
  ///   - hold: What it keeps alive, if anything.
  ///   - cleanup: Gives the resource back. Called once, on whatever thread the owner dies; it must not touch the owner.
  /// - Returns: A handle with which to clean it before its owner goes.
  @discardableResult
  public borrowing func own<Resource: Sendable>(
    _ kind: OwnedKind, _ name: String, _ resource: Resource, lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: DeclaredHold? = nil, cleanup: @escaping @Sendable (Resource) -> Void
  ) -> OwnedObject {
    ledger.own(
      kind, name, lifetime: lifetime, detail: detail, holding: hold, cleanup: .anywhere({ cleanup(resource) }))
  }

  /// Takes charge of something that must be given back on the main actor.
  ///
  /// When the owner dies elsewhere, this cleanup and those that follow it move to the main actor, so that the order
  /// stays. One that is replaced or cancelled from elsewhere is cleaned there a little later; its successor does not wait.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - name: Which one it is; nothing for one of many that are not looked up and not replaced.
  ///   - lifetime: How long it may live.
  ///   - detail: What a reader of the log should know of it, in a few words.
  ///   - hold: What it keeps alive, if anything.
  ///   - cleanup: Gives it back. Called once; it must not touch the owner.
  /// - Returns: A handle with which to clean it before its owner goes.
  @discardableResult
  public borrowing func own(
    _ kind: OwnedKind, _ name: String = "", lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: DeclaredHold? = nil, onMainActor cleanup: consuming @escaping @MainActor @Sendable () -> Void
  ) -> OwnedObject {
    ledger.own(kind, name, lifetime: lifetime, detail: detail, holding: hold, cleanup: .onMainActor(consume cleanup))
  }

  /// Takes charge of a resource whose cleanup is asynchronous.
  ///
  /// ```swift
  /// owned.own("database", "main", closing: database) { await $0.close() }
  /// ```
  ///
  /// Its row is `releasing` from the beginning of the cleanup, and `released`, with the cleanup's whole duration, at its end.
  /// The label `closing` sets it apart from the synchronous `own`: what a closure does can't change when its row ends.
  ///
  /// A deinitialisation can't wait. There the next object is cleaned as soon as this cleanup has begun, and the process may
  /// end before the cleanup does. `CompositeDelegate.shutDown(within:)` waits for each before it goes on. One that takes
  /// the place of an object of the same kind and name does not wait for that one's end either: `cancel()` it and
  /// `await waitUntilReleased()` first, if the two can't be open at the same time.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - name: Which one it is; nothing for one of many that are not looked up and not replaced.
  ///   - resource: The resource; it is kept alive until its cleanup has ended.
  ///   - limit: How long a shutdown waits for the cleanup, at most. Then a warning names the object, the shutdown goes on, and
  ///     so does the cleanup. By default it waits for as long as the shutdown may take.
  ///   - lifetime: How long it may live.
  ///   - detail: What a reader of the log should know of it, in a few words.
  ///   - hold: What it keeps alive, if anything.
  ///   - cleanup: Gives the resource back, off the main actor, in a task of its own. Called once; it must not touch the
  ///     owner. It is not cancelled.
  /// - Returns: A handle with which to clean it before its owner goes.
  @discardableResult
  public borrowing func own<Resource: Sendable>(
    _ kind: OwnedKind, _ name: String, closing resource: Resource, within limit: Duration? = nil,
    lifetime: OwnedLifetime = .module, detail: String? = nil, holding hold: DeclaredHold? = nil,
    cleanup: @escaping @concurrent @Sendable (Resource) async -> Void
  ) -> OwnedObject {
    ledger.own(
      kind, name, lifetime: lifetime, detail: detail, holding: hold,
      cleanup: .beginning({ CleanupEnd(within: limit) { await cleanup(resource) } }))
  }

  /// Takes charge of work that a closure cancels.
  ///
  /// - Parameter cancel: Cancels it. Gives its end, or nothing when it is over already.
  @discardableResult
  package borrowing func own(
    _ kind: OwnedKind, _ name: String, lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: DeclaredHold? = nil, cancelling cancel: @escaping @Sendable () -> CleanupEnd?
  ) -> OwnedObject {
    ledger.own(kind, name, lifetime: lifetime, detail: detail, holding: hold, cleanup: .cancelling(cancel))
  }

  /// Takes charge of something under a name that its owner did not give: several may bear it, and none replaces another.
  @discardableResult
  package borrowing func own(
    _ kind: OwnedKind, titled title: String, detail: String? = nil,
    cleanup: consuming @escaping @Sendable () -> Void
  ) -> OwnedObject {
    ledger.own(
      kind, title, .of(lifetime: .module, detail: detail, hold: nil), isNamed: false,
      cleanup: .anywhere(consume cleanup))
  }
}
