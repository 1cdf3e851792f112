/// The system asks how to configure a scene that is about to be created.
///
/// UIKit: `application(_:configurationForConnecting:options:)`.
public struct ConfigurationForConnecting: LifecycleEvent {
  /// The identifier of the scene's session.
  public var session: String
  /// The purpose of the scene.
  public var role: SceneRole

  /// Creates the event for a session, by default that of a window.
  public init(session: String, role: SceneRole = .windowApplication) {
    self.session = session
    self.role = role
  }

  /// The main module's vote, or the first vote if the main module doesn't vote.
  public static var policy: ResponsePolicy<SceneConfiguration, SceneConfiguration> {
    .mainElseFirst(default: SceneConfiguration())
  }
  /// A sample with the session of the main window.
  public static var example: Self { Self(session: "main") }
}

/// The user closed scenes permanently. Data kept for them can be deleted.
///
/// UIKit: `application(_:didDiscardSceneSessions:)`.
public struct DidDiscardSceneSessions: LifecycleEvent {
  /// The identifiers of the scenes' sessions.
  public var sessions: [String]

  /// Creates the event for discarded sessions.
  public init(sessions: [String]) { self.sessions = sessions }
  /// A sample with the session of a second window.
  public static var example: Self { Self(sessions: ["second"]) }
}
