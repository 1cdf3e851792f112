/// What kind of thing an owned object is.
///
/// A kind is a word; add your own as static members of an extension.
public struct OwnedKind: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The word.
  public let rawValue: String

  /// The kind of that name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The kind of that name.
  public init(stringLiteral value: String) { rawValue = value }

  /// The word.
  public var description: String { rawValue }

  /// A registration with an object that posts notifications.
  public static let observer = OwnedKind("observer")
  /// One request under way.
  public static let request = OwnedKind("request")
  /// A session that requests go through.
  public static let session = OwnedKind("session")
  /// Something that fires again and again.
  public static let timer = OwnedKind("timer")
  /// An open file.
  public static let file = OwnedKind("file")
  /// A bare descriptor of the system.
  public static let descriptor = OwnedKind("descriptor")
  /// A source of events from Dispatch.
  public static let source = OwnedKind("source")
  /// A running task.
  public static let task = OwnedKind("task")
  /// A server that listens.
  public static let server = OwnedKind("server")
  /// A window on screen.
  public static let window = OwnedKind("window")
  /// A dialog on screen.
  public static let dialog = OwnedKind("dialog")
  /// A place where another object keeps its delegate, or refers to it without keeping it.
  public static let delegate = OwnedKind("delegate")
  /// A registration with another system.
  public static let registration = OwnedKind("registration")

  /// What an object of this kind is called: `timer refresh`, or `timer` where it has no name.
  package func title(of name: String) -> String { name.isEmpty ? rawValue : "\(rawValue) \(name)" }
}
