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
  fileprivate enum Step {
    case event(any LifecycleEvent)
    /// With scenes, UIKit does not tell at launch: the delegate sees it once the launch is over.
    case seenInBackground
  }

  fileprivate var steps: [Step]

  /// Creates a history of any events.
  public init(_ events: [any LifecycleEvent]) { steps = events.map { .event($0) } }

  /// The events, the first one first.
  public var events: [any LifecycleEvent] {
    steps.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// One history after another.
  public static func + (first: SceneHistory, next: SceneHistory) -> SceneHistory {
    var history = first
    history.steps += next.steps
    return history
  }

  /// UIKit's calls at every launch.
  private static var launch: SceneHistory { SceneHistory([WillFinishLaunching(), DidFinishLaunching()]) }

  /// The user opens the application, which is not running: it launches, and its first scene becomes active.
  ///
  /// - Parameters:
  ///   - scene: The identifier of the scene.
  ///   - url: The link that the user tapped. `nil` if the user tapped the icon.
  public static func coldStart(_ scene: String = "main", opening url: URL? = nil) -> SceneHistory {
    var options = SceneConnectionOptions()
    if let url { options.urls = [URLContext(url: url)] }
    return launch + sceneConnects(scene, for: url == nil ? nil : options)
  }

  /// The system launches the application in the background, for instance for a push. No scene connects.
  public static var launchInBackground: SceneHistory {
    var history = launch
    history.steps.append(.seenInBackground)
    return history
  }

  /// A scene is created. A window becomes active; another display only enters the foreground.
  ///
  /// - Parameters:
  ///   - scene: Its identifier.
  ///   - options: What it is created for. `nil` for nothing in particular.
  ///   - role: Its purpose. `nil` for a window of the application.
  public static func sceneConnects(
    _ scene: String = "main", for options: SceneConnectionOptions? = nil, role: SceneRole? = nil
  ) -> SceneHistory {
    let connects = SceneHistory([SceneWillConnect(scene: scene, role: role, options: options)])
    return connects + (role == nil ? sceneReturns(scene) : SceneHistory([SceneWillEnterForeground(scene: scene)]))
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

  /// The user closes an active scene. It is disconnected without entering the background.
  public static func sceneIsClosed(_ scene: String = "main") -> SceneHistory {
    SceneHistory([SceneWillResignActive(scene: scene), SceneDidDisconnect(scene: scene)])
  }

  /// The system removes a scene that is in the background.
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
  public func play(_ history: SceneHistory) {
    for step in history.steps {
      switch step {
      case .event(let event): send(any: event)
      case .seenInBackground: noteLaunchInBackground()
      }
    }
  }
}
