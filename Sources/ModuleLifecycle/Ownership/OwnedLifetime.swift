/// How long an owned object may live, unless its handle is told to clean it sooner. Whatever it says, an object is cleaned
/// once.
public struct OwnedLifetime: Hashable, Sendable, CustomStringConvertible {
  enum Scope: Hashable, Sendable {
    case module
    /// The event's type, and its name for the journal.
    case event(ObjectIdentifier, name: String)
    case application
  }

  let scope: Scope

  /// As long as its owner: it is cleaned when the owner is deinitialised.
  public static let module = OwnedLifetime(scope: .module)

  /// Until the next dispatch of this event, or the one under way, has called its last handler; no longer than its owner.
  /// Where a handler of the event sends it again, that is the outermost of them. Of two types with the same name each is
  /// an event of its own.
  public static func event<Event: LifecycleEvent>(_ event: Event.Type) -> OwnedLifetime {
    OwnedLifetime(scope: .event(ObjectIdentifier(event), name: event.name))
  }

  /// As long as the application: its owner's death leaves it alone, and it is cleaned when the last handler of
  /// `willTerminate` has returned, or when the composite is torn down, in the reverse order of acquisition over all owners.
  /// What a module acquires in a factory that then throws goes when it throws.
  public static let application = OwnedLifetime(scope: .application)

  /// The lifetime in the journal's format: `module`, `event:willTerminate`, `application`.
  public var description: String {
    switch scope {
    case .module: "module"
    case .event(_, let name): "event:\(name)"
    case .application: "application"
    }
  }
}
