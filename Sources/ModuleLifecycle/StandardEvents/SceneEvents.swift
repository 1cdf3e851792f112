/// A scene is about to be added to the application.
///
/// UIKit: `scene(_:willConnectTo:options:)`. The application's own state doesn't change.
public struct SceneWillConnect: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// Creates the event for a scene.
  public init(scene: String) { self.scene = scene }
  /// A sample for the main scene.
  public static var example: Self { Self(scene: "main") }
}

/// A scene was removed from the application. It can come back.
///
/// UIKit: `sceneDidDisconnect(_:)`. The application's own state doesn't change.
public struct SceneDidDisconnect: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// Creates the event for a scene.
  public init(scene: String) { self.scene = scene }
  /// A sample for the main scene.
  public static var example: Self { Self(scene: "main") }
}

/// A scene has become active and receives input.
///
/// UIKit: `sceneDidBecomeActive(_:)`. The application's own state doesn't change.
public struct SceneDidBecomeActive: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// Creates the event for a scene.
  public init(scene: String) { self.scene = scene }
  /// A sample for the main scene.
  public static var example: Self { Self(scene: "main") }
}

/// A scene is about to stop receiving input.
///
/// UIKit: `sceneWillResignActive(_:)`. The application's own state doesn't change.
public struct SceneWillResignActive: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// Creates the event for a scene.
  public init(scene: String) { self.scene = scene }
  /// A sample for the main scene.
  public static var example: Self { Self(scene: "main") }
}

/// A scene is about to appear on screen.
///
/// UIKit: `sceneWillEnterForeground(_:)`. The application's own state doesn't change.
public struct SceneWillEnterForeground: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// Creates the event for a scene.
  public init(scene: String) { self.scene = scene }
  /// A sample for the main scene.
  public static var example: Self { Self(scene: "main") }
}

/// A scene has left the screen.
///
/// UIKit: `sceneDidEnterBackground(_:)`. The application's own state doesn't change.
public struct SceneDidEnterBackground: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// Creates the event for a scene.
  public init(scene: String) { self.scene = scene }
  /// A sample for the main scene.
  public static var example: Self { Self(scene: "main") }
}
