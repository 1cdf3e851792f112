/// The reason why an owned object was cleaned. Later versions may add reasons.
public struct ReleaseReason: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The reason's name in the journal's format.
  public let rawValue: String

  /// Creates a reason from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The reason's name in the journal's format.
  public var description: String { rawValue }

  /// The owner was deinitialised.
  public static let ownerReleased = ReleaseReason(rawValue: "ownerReleased")
  /// The object was cancelled, through its handle or its bag.
  public static let cancelled = ReleaseReason(rawValue: "cancelled")
  /// The object came to its own end, as reported through its handle.
  public static let finished = ReleaseReason(rawValue: "finished")
  /// The object was work that threw an error.
  public static let failed = ReleaseReason(rawValue: "failed")
  /// A new object of the same kind and name replaced it.
  public static let replaced = ReleaseReason(rawValue: "replaced")
  /// The event that limited the object's lifetime is over.
  public static let event = ReleaseReason(rawValue: "event")
  /// The application ended.
  public static let applicationEnd = ReleaseReason(rawValue: "applicationEnd")
  /// The object was acquired after its owner had gone.
  public static let late = ReleaseReason(rawValue: "late")
  /// The owner, which has no bag, was found dead.
  public static let swept = ReleaseReason(rawValue: "swept")
}
