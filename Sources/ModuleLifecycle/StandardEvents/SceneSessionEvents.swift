/// A scene is about to be created: how should it be made?
///
/// UIKit: `application(_:configurationForConnecting:options:)`.
public struct ConfigurationForConnecting: LifecycleEvent {
  /// The identifier of the scene's session.
  public var session: String
  /// What the scene is for.
  public var role: SceneRole

  /// The event for one session, by default that of a window.
  public init(session: String, role: SceneRole = .windowApplication) {
    self.session = session
    self.role = role
  }

  /// What the main module says, or else the first one that says something.
  public static var policy: ResponsePolicy<SceneConfiguration, SceneConfiguration> {
    .mainElseFirst(default: SceneConfiguration())
  }
  /// The session of the main window.
  public static var example: Self { Self(session: "main") }
}

/// The user closed scenes for good; what was kept for them can go.
///
/// UIKit: `application(_:didDiscardSceneSessions:)`.
public struct DidDiscardSceneSessions: LifecycleEvent {
  /// The identifiers of the scenes' sessions.
  public var sessions: [String]

  /// The event for some sessions.
  public init(sessions: [String]) { self.sessions = sessions }
  /// The session of a second window.
  public static var example: Self { Self(sessions: ["second"]) }
}
