#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An event of one scene that has no other values.
public protocol SceneEvent: EventWithExample {
  /// The scene's identifier.
  var scene: String { get }
  /// Creates the event for a scene.
  init(scene: String)
}

extension SceneEvent {
  /// A sample for the main scene.
  public static var example: Self { Self(scene: "main") }
}

/// A scene is about to be added to the application.
///
/// UIKit: `scene(_:willConnectTo:options:)`. The application's own state doesn't change. The links, activities and the
/// shortcut that the scene was created for follow as events of their own.
public struct SceneWillConnect: SceneEvent {
  /// The scene's identifier.
  public var scene: String
  /// The purpose of the scene. `nil` for a window of the application.
  public var role: SceneRole?
  /// What the scene was created for. `nil` for nothing in particular.
  public var options: SceneConnectionOptions?

  /// Creates the event for a window.
  public init(scene: String) { self.scene = scene }

  /// Creates the event for a scene with a role and the reasons for its creation.
  public init(scene: String, role: SceneRole?, options: SceneConnectionOptions? = nil) {
    (self.scene, self.role, self.options) = (scene, role, options)
  }

  /// One event for each link, activity and shortcut.
  public var bridged: [any LifecycleEvent] { options?.events ?? [] }
}

/// A scene was removed from the application. It can come back.
///
/// UIKit: `sceneDidDisconnect(_:)`. A scene that was in the foreground counts as having left it: see
/// `SceneDidEnterBackground`.
public struct SceneDidDisconnect: SceneEvent {
  /// The scene's identifier.
  public var scene: String

  /// Creates the event for a scene.
  public init(scene: String) { self.scene = scene }
}

/// A scene has become active and receives input.
///
/// UIKit: `sceneDidBecomeActive(_:)`. If the application is not active, `didBecomeActive` follows.
public struct SceneDidBecomeActive: SceneEvent {
  /// The scene's identifier.
  public var scene: String

  /// Creates the event for a scene.
  public init(scene: String) { self.scene = scene }
}

/// A scene is about to stop receiving input.
///
/// UIKit: `sceneWillResignActive(_:)`. If no other scene is active, the application's `willResignActive` follows.
public struct SceneWillResignActive: SceneEvent {
  /// The scene's identifier.
  public var scene: String

  /// Creates the event for a scene.
  public init(scene: String) { self.scene = scene }
}

/// A scene is about to appear on screen.
///
/// UIKit: `sceneWillEnterForeground(_:)`. If the application is in the background, its `willEnterForeground` follows. At a
/// cold start it is not.
public struct SceneWillEnterForeground: SceneEvent {
  /// The scene's identifier.
  public var scene: String

  /// Creates the event for a scene.
  public init(scene: String) { self.scene = scene }
}

/// A scene has left the screen.
///
/// UIKit: `sceneDidEnterBackground(_:)`. If no other scene is in the foreground, the application's `didEnterBackground`
/// follows.
public struct SceneDidEnterBackground: SceneEvent {
  /// The scene's identifier.
  public var scene: String

  /// Creates the event for a scene.
  public init(scene: String) { self.scene = scene }
}

/// A scene is asked to open URLs.
///
/// UIKit: `scene(_:openURLContexts:)`. Modules that handle only `OpenURL` are called too: the event stands for one
/// `OpenURL` per URL.
public struct SceneOpenURLContexts: EventWithExample {
  /// The scene's identifier.
  public var scene: String
  /// The URLs to open, with their options.
  public var contexts: [URLContext]

  /// Creates the event for a scene and the URLs that it should open.
  public init(scene: String, contexts: [URLContext]) {
    self.scene = scene
    self.contexts = contexts
  }

  /// One `OpenURL` for each URL, in order.
  public var bridged: [any LifecycleEvent] { contexts.map { OpenURL(url: $0.url, options: $0.options) } }
  /// A sample payment link for the main scene.
  public static var example: Self {
    Self(scene: "main", contexts: [URLContext(url: OpenURL.example.url)])
  }
}

/// A URL to open, with the options of the request.
public struct URLContext: Sendable, Equatable {
  /// The URL to open.
  public var url: URL
  /// The options of the request by key, such as the sender.
  public var options: [String: String]

  /// Creates a context for a URL, by default without options.
  public init(url: URL, options: [String: String] = [:]) {
    self.url = url
    self.options = options
  }
}

extension URLContext: Codable {
  private enum CodingKeys: String, CodingKey { case url, options }

  /// Decodes an object, or a string that is the URL.
  public init(from decoder: any Decoder) throws {
    if let url = try? decoder.singleValueContainer().decode(URL.self) {
      self.init(url: url)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      url: try container.decode(URL.self, forKey: .url),
      options: try container.decodeIfPresent([String: String].self, forKey: .options) ?? [:])
  }

  /// Encodes an object, without `options` if there are none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(url, forKey: .url)
    if !options.isEmpty { try container.encode(options, forKey: .options) }
  }
}

/// The system asks how to configure a scene that is about to be created.
///
/// UIKit: `application(_:configurationForConnecting:options:)`.
public struct ConfigurationForConnecting: EventWithExample {
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
public struct DidDiscardSceneSessions: EventWithExample {
  /// The identifiers of the scenes' sessions.
  public var sessions: [String]

  /// Creates the event for discarded sessions.
  public init(sessions: [String]) { self.sessions = sessions }
  /// A sample with the session of a second window.
  public static var example: Self { Self(sessions: ["second"]) }
}

/// The purpose of a scene. Later versions may add roles.
public struct SceneRole: RawRepresentable, Hashable, Codable, Sendable {
  /// UIKit's name for the role, without the prefix.
  public let rawValue: String

  /// Creates a role from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A window of the application.
  public static let windowApplication = SceneRole(rawValue: "windowApplication")
  /// A window on an external display that the user can't interact with.
  public static let windowExternalDisplayNonInteractive = SceneRole(rawValue: "windowExternalDisplayNonInteractive")
}

/// How to create a scene.
///
/// UIKit: `UISceneConfiguration`.
public struct SceneConfiguration: Sendable, Equatable {
  /// The configuration's name in the application's list of configurations.
  public var name: String
  /// The Objective-C name of the class of the scene's delegate: `CompositeSceneDelegate`, or with its module, as in
  /// `Storefront.SceneDelegate`. The program ends if there is no such class. `nil` uses the class from the named
  /// configuration.
  public var delegateClass: String?
  /// The name of the initial storyboard. `nil` uses the storyboard from the named configuration.
  public var storyboard: String?

  /// Creates a configuration. The default name is that of the configuration in a new project.
  public init(name: String = "Default Configuration", delegateClass: String? = nil, storyboard: String? = nil) {
    self.name = name
    self.delegateClass = delegateClass
    self.storyboard = storyboard
  }
}

extension SceneConfiguration: Codable {
  private enum CodingKeys: String, CodingKey { case name, delegateClass, storyboard }

  /// Decodes an object, or a string that is the name.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self.init(name: name)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      delegateClass: try container.decodeIfPresent(String.self, forKey: .delegateClass),
      storyboard: try container.decodeIfPresent(String.self, forKey: .storyboard))
  }
}
