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
