/// The kind of an owned object, such as a timer or a file.
///
/// A kind is a word. Add your own as static members in an extension.
public struct OwnedKind: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The word that names the kind.
  public let rawValue: String

  /// Creates a kind from a word.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Creates a kind from a word.
  public init(stringLiteral value: String) { rawValue = value }

  /// The word that names the kind.
  public var description: String { rawValue }

  /// A registration with an object that posts notifications.
  public static let observer = OwnedKind("observer")
  /// A request in progress.
  public static let request = OwnedKind("request")
  /// A session that makes requests.
  public static let session = OwnedKind("session")
  /// A timer, or anything else that fires repeatedly.
  public static let timer = OwnedKind("timer")
  /// An open file.
  public static let file = OwnedKind("file")
  /// A raw file descriptor.
  public static let descriptor = OwnedKind("descriptor")
  /// A Dispatch source.
  public static let source = OwnedKind("source")
  /// A running task.
  public static let task = OwnedKind("task")
  /// A listening server.
  public static let server = OwnedKind("server")
  /// A window on screen.
  public static let window = OwnedKind("window")
  /// A dialog on screen.
  public static let dialog = OwnedKind("dialog")
  /// A reference to a delegate, which may or may not keep the delegate alive.
  public static let delegate = OwnedKind("delegate")
  /// A registration with another system.
  public static let registration = OwnedKind("registration")

  /// The title of an object of this kind: `timer refresh`, or `timer` when it has no name.
  package func title(of name: String) -> String { name.isEmpty ? rawValue : "\(rawValue) \(name)" }
}

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
  /// The object is cleaned when the current dispatch of the event, or otherwise the next one, has called its last
  /// handler. If a handler of the event sends the event again, the outermost dispatch counts. Two event types with the
  /// same name are two different events.
  public static func event<Event: LifecycleEvent>(_ event: Event.Type) -> OwnedLifetime {
    OwnedLifetime(scope: .event(ObjectIdentifier(event), name: event.name))
  }

  /// The object lives as long as the application, even after its owner has died.
  ///
  /// It is cleaned when the last handler of `willTerminate` has returned, or when the composite is torn down. Such
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
