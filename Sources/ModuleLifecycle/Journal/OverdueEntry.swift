/// An owner that should be gone but is still held.
public struct OverdueEntry: Sendable, Equatable {
  /// The module's registration; `nil` for an owner that is not a module.
  public var id: ModuleID?
  /// The owner's name.
  public var name: String = ""
  /// The owner's number.
  public var owner: UInt64 = 0
  /// When this was noticed, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
  /// How long after its expected release this was noticed.
  public var afterNanoseconds: UInt64 = 0
  /// What may hold the owner, the most trusted hint first.
  public var hints: [HolderHint] = []
  /// The name of the overdue owner that holds this one, if that explains it. Then there is no second warning.
  public var mutedBy: String?
}

/// A hint about what may hold an overdue owner.
///
/// A hint is likely, not proven: Swift can't tell what holds an object.
public struct HolderHint: Sendable, Hashable {
  /// How far a hint can be trusted. Later versions may add degrees.
  public struct Trust: RawRepresentable, Hashable, Sendable {
    /// The degree's name in the journal's format.
    public let rawValue: String

    /// Creates a degree from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code that acquired the object declared that it holds its owner.
    public static let declared = Trust(rawValue: "declared")
    /// A delegate reference from this package reports that it holds the owner.
    public static let found = Trust(rawValue: "found")
    /// The object is of a kind that often holds its owner, through what its closure has captured.
    public static let possible = Trust(rawValue: "possible")
  }

  /// What may hold the owner: the kind and name of an owned object, or the name of a delegate reference.
  public var holder: String
  /// The name of that object's owner, if it is a different owner.
  public var holderOwner: String?
  /// How the object holds the owner, as declared by the code that acquired it. Completes "session api …".
  public var hold: String?
  /// What may hold the owner and how, as text. Set only if the other fields do not say it, as in an older recording.
  public var text: String?
  /// How far the hint can be trusted.
  public var trust: Trust = .possible
  /// The owned object that may hold the owner; `nil` if it is not an owned object.
  public var object: OwnedObjectID?
  /// What cleaning that object does, as one word, such as "invalidate".
  public var remedy: String?
}
