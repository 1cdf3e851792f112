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
  ///   - end: The method. Called once. Must not use the owner. Its result is ignored.
  /// - Returns: A handle that can end the object before its owner goes.
  @discardableResult
  @MainActor public borrowing func own<Thing, Ignored>(
    _ thing: Thing, _ name: String = "", as kind: OwnedKind? = nil, lifetime: OwnedLifetime = .module,
    by end: @escaping @MainActor (Thing) -> () -> Ignored
  ) -> OwnedObject {
    own(kind ?? .named(after: Thing.self), name, lifetime: lifetime, onMainActor: Ending(thing, end).run)
  }

  /// Registers a `Sendable` object with the method that ends it, on whichever thread the owner dies.
  ///
  /// - Parameters:
  ///   - thing: The object to end. The bag keeps it alive until then.
  ///   - name: The object's name. An owned object of the same kind and name is ended first. Without a name, the object
  ///     replaces none.
  ///   - kind: The object's kind. Defaults to the name of its type.
  ///   - lifetime: How long the object may live.
  ///   - end: The method. Called once. Must not use the owner. Its result is ignored.
  /// - Returns: A handle that can end the object before its owner goes.
  @discardableResult
  public borrowing func own<Thing: Sendable, Ignored>(
    _ thing: Thing, _ name: String = "", as kind: OwnedKind? = nil, lifetime: OwnedLifetime = .module,
    anywhere end: @escaping @Sendable (Thing) -> () -> Ignored
  ) -> OwnedObject {
    own(kind ?? .named(after: Thing.self), name, lifetime: lifetime) { _ = end(thing)() }
  }

  /// Registers several objects of one type, such as a set of cancellables, in order. See `own(_:_:as:lifetime:by:)`.
  ///
  /// - Parameters:
  ///   - things: The objects to end. The bag keeps them alive until then.
  ///   - kind: The objects' kind. Defaults to the name of their type.
  ///   - lifetime: How long the objects may live.
  ///   - end: The method that ends one object. Called once for each, on the main actor. Its result is ignored.
  /// - Returns: A handle for each object.
  @discardableResult
  @MainActor public borrowing func own<Thing, Ignored>(
    all things: some Sequence<Thing>, as kind: OwnedKind? = nil, lifetime: OwnedLifetime = .module,
    by end: @escaping @MainActor (Thing) -> () -> Ignored
  ) -> [OwnedObject] {
    let registrar = registrar
    return things.map { registrar.own($0, as: kind, lifetime: lifetime, by: end) }
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
