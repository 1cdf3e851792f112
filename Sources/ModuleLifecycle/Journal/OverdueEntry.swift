/// An owner that should be gone and is still held.
public struct OverdueEntry: Sendable, Equatable {
  /// The module's registration; `nil` for an owner that is no module.
  public var id: ModuleID?
  /// The owner's name.
  public var name: String = ""
  /// The number of the owner that lives on.
  public var owner: UInt64 = 0
  /// When that was noticed.
  public var atNanoseconds: UInt64
  /// How long after it should have gone that was.
  public var afterNanoseconds: UInt64 = 0
  /// Who may hold it, the most trustworthy hint first.
  public var hints: [HolderHint] = []
  /// The overdue owner that holds this one, where that explains it; then there is no second warning.
  public var mutedBy: String?
}

/// Who may hold an owner that is overdue. It is a hint and no proof: nothing in Swift tells who holds an object.
public struct HolderHint: Sendable, Hashable {
  /// How far a hint can be trusted. Later versions may know more degrees.
  public struct Trust: RawRepresentable, Hashable, Sendable {
    /// The degree in the journal's format.
    public let rawValue: String

    /// The degree of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code that acquired the object said that it holds its owner.
    public static let declared = Trust(rawValue: "declared")
    /// A delegate reference of the package's own says that it holds it.
    public static let found = Trust(rawValue: "found")
    /// It is of a kind that often holds its owner, by what its closure has captured.
    public static let possible = Trust(rawValue: "possible")
  }

  /// What may hold it: the kind and the name of an owned object, or what a delegate reference is called.
  public var holder: String
  /// The owner of that object, where it is another one.
  public var holderOwner: String?
  /// How it holds it, as the code says that acquired it, completing "session api …".
  public var hold: String?
  /// What may hold it and how, in words: only of a hint whose fields do not say it, such as one of an older recording.
  public var text: String?
  /// How far that can be trusted.
  public var trust: Trust = .possible
  /// The owned object that is meant, if it is one.
  public var object: OwnedObjectID?
  /// What cleaning that object does, in a word: "invalidate".
  public var remedy: String?
}
