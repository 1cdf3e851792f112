/// Why an owned object was cleaned up. Later versions may know more reasons.
public struct ReleaseReason: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The reason in the journal's format.
  public let rawValue: String

  /// The reason of that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The reason in the journal's format.
  public var description: String { rawValue }

  /// Its owner was deinitialised.
  public static let ownerReleased = ReleaseReason(rawValue: "ownerReleased")
  /// Its handle was cancelled.
  public static let cancelled = ReleaseReason(rawValue: "cancelled")
  /// Its handle was told that it had finished.
  public static let finished = ReleaseReason(rawValue: "finished")
  /// It is work that threw an error.
  public static let failed = ReleaseReason(rawValue: "failed")
  /// Another object of the same kind and name took its place.
  public static let replaced = ReleaseReason(rawValue: "replaced")
  /// The event that it was acquired for is over.
  public static let event = ReleaseReason(rawValue: "event")
  /// The application ended.
  public static let applicationEnd = ReleaseReason(rawValue: "applicationEnd")
  /// It was acquired after its owner had gone.
  public static let late = ReleaseReason(rawValue: "late")
  /// Its owner, which has no bag of its own, was found dead.
  public static let swept = ReleaseReason(rawValue: "swept")
}
