/// A version of iOS. Each app counts as built with the SDK of the system that it runs on.
public struct SystemVersion: Sendable, Equatable {
  /// The number before the first point.
  public let major: Int

  /// The last system on which an app without scenes starts.
  public static let iOS26 = SystemVersion(major: 26)
  /// The first system that requires scenes.
  public static let iOS27 = SystemVersion(major: 27)

  /// Rule: `scenesRequired`.
  var requiresScenes: Bool { major >= 27 }
}
