/// A scene is about to be added to the application.
///
/// UIKit: `scene(_:willConnectTo:options:)`. The application's own state stays as it is.
public struct SceneWillConnect: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// The event for one scene.
  public init(scene: String) { self.scene = scene }
  /// The main scene.
  public static var example: Self { Self(scene: "main") }
}

/// A scene was taken out of the application; it may come back.
///
/// UIKit: `sceneDidDisconnect(_:)`. The application's own state stays as it is.
public struct SceneDidDisconnect: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// The event for one scene.
  public init(scene: String) { self.scene = scene }
  /// The main scene.
  public static var example: Self { Self(scene: "main") }
}

/// A scene receives input.
///
/// UIKit: `sceneDidBecomeActive(_:)`. The application's own state stays as it is.
public struct SceneDidBecomeActive: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// The event for one scene.
  public init(scene: String) { self.scene = scene }
  /// The main scene.
  public static var example: Self { Self(scene: "main") }
}

/// A scene is about to stop receiving input.
///
/// UIKit: `sceneWillResignActive(_:)`. The application's own state stays as it is.
public struct SceneWillResignActive: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// The event for one scene.
  public init(scene: String) { self.scene = scene }
  /// The main scene.
  public static var example: Self { Self(scene: "main") }
}

/// A scene is about to come onto the screen.
///
/// UIKit: `sceneWillEnterForeground(_:)`. The application's own state stays as it is.
public struct SceneWillEnterForeground: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// The event for one scene.
  public init(scene: String) { self.scene = scene }
  /// The main scene.
  public static var example: Self { Self(scene: "main") }
}

/// A scene has left the screen.
///
/// UIKit: `sceneDidEnterBackground(_:)`. The application's own state stays as it is.
public struct SceneDidEnterBackground: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String

  /// The event for one scene.
  public init(scene: String) { self.scene = scene }
  /// The main scene.
  public static var example: Self { Self(scene: "main") }
}
