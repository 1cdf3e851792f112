/// Registers owned objects with a bag from afar; made by `OwnedObjects.registrar`.
public struct OwnedObjectRegistrar: Sendable {
  let ledger: OwnershipLedger

  /// Takes charge of a resource; see `OwnedObjects.own(_:_:_:lifetime:detail:holding:cleanup:)`.
  @discardableResult
  public func own<Resource: Sendable>(
    _ kind: OwnedKind, _ name: String, _ resource: Resource, lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: OwnedHold? = nil, cleanup: @escaping @Sendable (Resource) -> Void
  ) -> OwnedObject {
    own(kind, name, lifetime: lifetime, detail: detail, holding: hold) { cleanup(resource) }
  }

  /// Takes charge of something that a closure gives back; see `OwnedObjects.own(_:_:lifetime:detail:holding:cleanup:)`.
  @discardableResult
  public func own(
    _ kind: OwnedKind, _ name: String = "", lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: OwnedHold? = nil, cleanup: consuming @escaping @Sendable () -> Void
  ) -> OwnedObject {
    ledger.own(kind, name, lifetime: lifetime, detail: detail, holding: hold, cleanup: .anywhere(consume cleanup))
  }

  /// Takes charge of something that must be given back on the main actor; see
  /// `OwnedObjects.own(_:_:lifetime:detail:holding:onMainActor:)`.
  @discardableResult
  public func own(
    _ kind: OwnedKind, _ name: String = "", lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: OwnedHold? = nil, onMainActor cleanup: consuming @escaping @MainActor @Sendable () -> Void
  ) -> OwnedObject {
    ledger.own(kind, name, lifetime: lifetime, detail: detail, holding: hold, cleanup: .onMainActor(consume cleanup))
  }

  /// Takes charge of a resource whose cleanup is asynchronous; see
  /// `OwnedObjects.own(_:_:closing:lifetime:detail:holding:cleanup:)`.
  @discardableResult
  public func own<Resource: Sendable>(
    _ kind: OwnedKind, _ name: String, closing resource: Resource, lifetime: OwnedLifetime = .module,
    detail: String? = nil, holding hold: OwnedHold? = nil,
    cleanup: @escaping @concurrent @Sendable (Resource) async -> Void
  ) -> OwnedObject {
    ledger.own(
      kind, name, lifetime: lifetime, detail: detail, holding: hold,
      cleanup: .beginning({ CleanupEnd { await cleanup(resource) } }))
  }

  /// Takes charge of work that a closure cancels.
  ///
  /// - Parameter cancel: Cancels it. Gives its end, or nothing when it is over already.
  @discardableResult
  package func own(
    _ kind: OwnedKind, _ name: String, lifetime: OwnedLifetime = .module, detail: String? = nil,
    holding hold: OwnedHold? = nil, cancelling cancel: @escaping @Sendable () -> CleanupEnd?
  ) -> OwnedObject {
    ledger.own(kind, name, lifetime: lifetime, detail: detail, holding: hold, cleanup: .cancelling(cancel))
  }
}
