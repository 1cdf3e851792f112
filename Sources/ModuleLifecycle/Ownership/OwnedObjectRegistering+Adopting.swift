extension OwnedObjectRegistering where Self: ~Copyable {
  /// Takes charge of anything with a method that ends it, which is called on the main actor.
  ///
  /// ```swift
  /// owned.own(subject.sink { print($0) }, by: AnyCancellable.cancel)
  /// owned.own(listener, "updates", by: Listener.invalidate)
  /// ```
  ///
  /// The thing need not be `Sendable`: it does not leave the main actor. When the owner dies elsewhere, this cleanup and
  /// those that follow it move to the main actor.
  ///
  /// - Parameters:
  ///   - thing: What to end; the bag keeps it alive until then.
  ///   - name: Which one it is. One of the same kind and name is ended first; without a name it replaces none.
  ///   - kind: What it is; its type's name unless another is given.
  ///   - lifetime: How long it may live.
  ///   - end: The method. Called once; it must not touch the owner. What it returns is ignored.
  /// - Returns: A handle with which to end it before its owner goes.
  @discardableResult
  @MainActor public borrowing func own<Thing, Ignored>(
    _ thing: Thing, _ name: String = "", as kind: OwnedKind? = nil, lifetime: OwnedLifetime = .module,
    by end: @escaping @MainActor (Thing) -> () -> Ignored
  ) -> OwnedObject {
    own(kind ?? .named(after: Thing.self), name, lifetime: lifetime, onMainActor: Ending(thing, end).run)
  }

  /// Takes charge of anything `Sendable` with a method that ends it, on whatever thread the owner dies.
  ///
  /// - Parameters:
  ///   - thing: What to end; the bag keeps it alive until then.
  ///   - name: Which one it is. One of the same kind and name is ended first; without a name it replaces none.
  ///   - kind: What it is; its type's name unless another is given.
  ///   - lifetime: How long it may live.
  ///   - end: The method. Called once; it must not touch the owner. What it returns is ignored.
  /// - Returns: A handle with which to end it before its owner goes.
  @discardableResult
  public borrowing func own<Thing: Sendable, Ignored>(
    _ thing: Thing, _ name: String = "", as kind: OwnedKind? = nil, lifetime: OwnedLifetime = .module,
    anywhere end: @escaping @Sendable (Thing) -> () -> Ignored
  ) -> OwnedObject {
    registrar.own(kind ?? .named(after: Thing.self), name, lifetime: lifetime) { _ = end(thing)() }
  }

  /// Takes charge of several things of one type, such as a set of cancellables, in their order; see `own(_:_:as:lifetime:by:)`.
  ///
  /// - Returns: A handle for each.
  @discardableResult
  @MainActor public borrowing func own<Thing, Ignored>(
    all things: some Sequence<Thing>, as kind: OwnedKind? = nil, lifetime: OwnedLifetime = .module,
    by end: @escaping @MainActor (Thing) -> () -> Ignored
  ) -> [OwnedObject] {
    let registrar = registrar
    return things.map { registrar.own($0, as: kind, lifetime: lifetime, by: end) }
  }
}

/// A thing of the main actor, and how to end it there.
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
