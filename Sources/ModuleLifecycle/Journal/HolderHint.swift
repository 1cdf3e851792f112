/// A hint about what may hold an overdue owner.
///
/// A hint is likely, not proven: Swift can't tell what holds an object.
public struct HolderHint: Sendable, Hashable {
  /// How far a hint can be trusted. Later versions may add degrees.
  public struct Trust: RecordedWord {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The code that acquired the object declared that it holds its owner.
    public static let declared = Trust(rawValue: "declared")
    /// A delegate reference from this package reports that it holds the owner.
    public static let found = Trust(rawValue: "found")
    /// The object is of a kind that often holds its owner, through what its closure has captured.
    public static let possible = Trust(rawValue: "possible")
  }

  /// What may hold the owner: the kind and name of an owned object, or the name of a delegate reference.
  public package(set) var holder: String
  /// The name of that object's owner, if it is a different owner.
  package var holderOwner: String?
  /// How the object holds the owner, as declared by the code that acquired it. Completes "session api …".
  public package(set) var hold: String?
  /// What may hold the owner and how, as text. Set only if the other fields do not say it, as in a newer version's
  /// recording.
  package var text: String?
  /// How far the hint can be trusted.
  public package(set) var trust: Trust = .possible
  /// The owned object that may hold the owner; `nil` if it is not an owned object.
  package var object: OwnedObjectID?
  /// What cleaning that object does, as one word, such as "invalidate".
  package var remedy: String?
}
