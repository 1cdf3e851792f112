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
