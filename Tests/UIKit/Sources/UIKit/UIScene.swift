// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import UserNotifications

@MainActor open class UISceneSession: NSObject {
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    public static let windowExternalDisplayNonInteractive = Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
  }

  public let persistentIdentifier: String
  public let role: Role
  /// `nil` before the first connection.
  public internal(set) var configuration: UISceneConfiguration?

  /// The system creates sessions. Here, tests do.
  public init(persistentIdentifier: String, role: Role = .windowApplication) {
    (self.persistentIdentifier, self.role) = (persistentIdentifier, role)
  }
}

@MainActor open class UISceneConfiguration: NSObject {
  public let name: String?
  public let role: UISceneSession.Role
  open var delegateClass: AnyClass?
  open var storyboard: UIStoryboard?

  public init(name: String?, sessionRole: UISceneSession.Role) { (self.name, role) = (name, sessionRole) }
}

@MainActor open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive, foregroundInactive, background
  }

  public let session: UISceneSession
  /// UIKit owns it.
  public internal(set) var delegate: (any UISceneDelegate)?
  public internal(set) var activationState = ActivationState.unattached

  @MainActor open class ConnectionOptions: NSObject {
    public let urlContexts: Set<UIOpenURLContext>
    public let userActivities: Set<NSUserActivity>
    public let shortcutItem: UIApplicationShortcutItem?
    public let handoffUserActivityType: String?
    public let notificationResponse: UNNotificationResponse?
    public let sourceApplication: String?
    public let cloudKitShareMetadata: NSObject?

    /// The system creates options. Here, tests do.
    public init(
      urlContexts: Set<UIOpenURLContext> = [], userActivities: Set<NSUserActivity> = [],
      shortcutItem: UIApplicationShortcutItem? = nil, handoffUserActivityType: String? = nil,
      notificationResponse: UNNotificationResponse? = nil, sourceApplication: String? = nil,
      cloudKitShareMetadata: NSObject? = nil
    ) {
      (self.urlContexts, self.userActivities, self.shortcutItem) = (urlContexts, userActivities, shortcutItem)
      (self.handoffUserActivityType, self.notificationResponse) = (handoffUserActivityType, notificationResponse)
      (self.sourceApplication, self.cloudKitShareMetadata) = (sourceApplication, cloudKitShareMetadata)
    }
  }

  @MainActor open class OpenURLOptions: NSObject {
    public let sourceApplication: String?
    public let openInPlace: Bool
    public let annotation: Any? = nil
    public let eventAttribution: NSObject? = nil

    public init(sourceApplication: String? = nil, openInPlace: Bool = false) {
      (self.sourceApplication, self.openInPlace) = (sourceApplication, openInPlace)
    }
  }

  public init(session: UISceneSession) {
    self.session = session
    super.init()
  }
}

@MainActor open class UIWindowScene: UIScene {}

@MainActor open class UIOpenURLContext: NSObject {
  public let url: URL
  public let options: UIScene.OpenURLOptions
  public init(url: URL, options: UIScene.OpenURLOptions) { (self.url, self.options) = (url, options) }
}

/// In Objective-C all methods are optional.
@MainActor public protocol UISceneDelegate: NSObjectProtocol {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
  func sceneDidDisconnect(_ scene: UIScene)
  func sceneDidBecomeActive(_ scene: UIScene)
  func sceneWillResignActive(_ scene: UIScene)
  func sceneWillEnterForeground(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
  func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity)
  func scene(_ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error)
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}

extension UISceneDelegate {
  public func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    MissingMethods.note()
  }
  public func sceneDidDisconnect(_ scene: UIScene) { MissingMethods.note() }
  public func sceneDidBecomeActive(_ scene: UIScene) { MissingMethods.note() }
  public func sceneWillResignActive(_ scene: UIScene) { MissingMethods.note() }
  public func sceneWillEnterForeground(_ scene: UIScene) { MissingMethods.note() }
  public func sceneDidEnterBackground(_ scene: UIScene) { MissingMethods.note() }
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) { MissingMethods.note() }
  public func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
    MissingMethods.note()
  }
  public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { MissingMethods.note() }
  public func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) { MissingMethods.note() }
  public func scene(
    _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error
  ) { MissingMethods.note() }
}

extension UIWindowSceneDelegate {
  public func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) { MissingMethods.note() }
}
