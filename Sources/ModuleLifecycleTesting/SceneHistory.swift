public import ModuleLifecycle

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What the system tells an application that has adopted scenes: a list of events, in UIKit's order.
///
/// Put a history together from parts, and play it to a composite:
///
/// ```swift
/// composite.play(.coldStart(opening: link) + .sceneLeaves() + .sceneReturns() + .ends)
/// ```
///
/// The events that follow from these are not in it: the composite derives the application's activity, and sends a
/// connection's links, by itself. The order is that of Apple's article *Managing your app's life cycle*.
public struct SceneHistory: Sendable {
  /// The events, the first one first.
  public var events: [any LifecycleEvent]

  /// Creates a history of any events.
  public init(_ events: [any LifecycleEvent]) { self.events = events }

  /// One history after another.
  public static func + (first: SceneHistory, next: SceneHistory) -> SceneHistory {
    SceneHistory(first.events + next.events)
  }

  /// The user opens the application, which is not running: it launches, and its first scene becomes active.
  ///
  /// - Parameter url: The link that the user tapped. `nil` if the user tapped the icon.
  public static func coldStart(_ scene: String = "main", opening url: URL? = nil) -> SceneHistory {
    var options = SceneConnectionOptions()
    if let url { options.urls = [URLContext(url: url)] }
    return SceneHistory([DidFinishLaunching()]) + sceneConnects(scene, for: url == nil ? nil : options)
  }

  /// The system launches the application in the background, for instance for a push. No scene connects.
  public static var launchInBackground: SceneHistory { SceneHistory([DidFinishLaunching(inBackground: true)]) }

  /// A scene is created and becomes active.
  ///
  /// - Parameters:
  ///   - options: What it is created for. `nil` for nothing in particular.
  ///   - role: Its purpose. `nil` for a window of the application.
  public static func sceneConnects(
    _ scene: String = "main", for options: SceneConnectionOptions? = nil, role: SceneRole? = nil
  ) -> SceneHistory {
    SceneHistory([SceneWillConnect(scene: scene, role: role, options: options)]) + sceneReturns(scene)
  }

  /// An active scene goes to the background.
  public static func sceneLeaves(_ scene: String = "main") -> SceneHistory {
    SceneHistory([SceneWillResignActive(scene: scene), SceneDidEnterBackground(scene: scene)])
  }

  /// A scene comes from the background and becomes active.
  public static func sceneReturns(_ scene: String = "main") -> SceneHistory {
    SceneHistory([SceneWillEnterForeground(scene: scene), SceneDidBecomeActive(scene: scene)])
  }

  /// An active scene is covered, for instance by a call, and becomes active again.
  public static func sceneIsInterrupted(_ scene: String = "main") -> SceneHistory {
    SceneHistory([SceneWillResignActive(scene: scene), SceneDidBecomeActive(scene: scene)])
  }

  /// The system removes a scene that is in the background, or the user closes it.
  public static func sceneDisconnects(_ scene: String = "main") -> SceneHistory {
    SceneHistory([SceneDidDisconnect(scene: scene)])
  }

  /// The user taps a link while the application is running.
  public static func link(_ url: URL, to scene: String = "main") -> SceneHistory {
    SceneHistory([SceneOpenURLContexts(scene: scene, contexts: [URLContext(url: url)])])
  }

  /// The system ends the application.
  public static var ends: SceneHistory { SceneHistory([WillTerminate()]) }
}

extension CompositeDelegate {
  /// Sends the events of a history, one after the other.
  public func play(_ history: SceneHistory) { for event in history.events { send(any: event) } }
}
