// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@MainActor open class UIResponder: NSObject {
  public nonisolated override init() { super.init() }
  /// In Objective-C this looks the selector up. Here, a class has every method that it does not declare as lacking.
  open nonisolated func responds(to aSelector: Selector?) -> Bool {
    guard let aSelector, let declared = type(of: self) as? any LacksMethods.Type else { return true }
    return !declared.lackedMethods.contains(NSStringFromSelector(aSelector))
  }
  open nonisolated func method(for aSelector: Selector) -> IMP? {
    unsafe IMP(bitPattern: Swizzling.address(of: NSStringFromSelector(aSelector), in: type(of: self), of: self))
  }
  open nonisolated class func instanceMethod(for aSelector: Selector) -> IMP? {
    unsafe IMP(bitPattern: Swizzling.address(of: NSStringFromSelector(aSelector), in: self))
  }
}

@MainActor open class UIWindow: NSObject {
  open var rootViewController: UIViewController?
  open weak var windowScene: UIWindowScene?
  open var isHidden = true

  public init(windowScene: UIWindowScene) { self.windowScene = windowScene }
  public override init() {}
  open func makeKeyAndVisible() { isHidden = false }

  /// Whether the user sees the window. Rule: `blackWindow`.
  public var isOnScreen: Bool { !isHidden && (windowScene != nil || !UIApplication.shared.hasScenes) }
}

@MainActor open class UIViewController: UIResponder, UIUserActivityRestoring {
  open func restoreUserActivityState(_ activity: NSUserActivity) { UIApplication.shared.restored.append(self) }
}

@MainActor public protocol UIUserActivityRestoring: NSObjectProtocol {
  func restoreUserActivityState(_ activity: NSUserActivity)
}

@MainActor open class UIApplication: UIResponder {
  public static let shared = UIApplication()
  /// UIKit does not own it.
  open weak var delegate: (any UIApplicationDelegate)?

  public enum State: Int, Sendable { case active, inactive, background }
  /// Moved by `SimulatedApp`.
  public internal(set) var applicationState = State.active
  public internal(set) var connectedScenes: Set<UIScene> = []
  public internal(set) var openSessions: Set<UISceneSession> = []

  /// What `Bundle.main.infoDictionary` is in an app.
  public internal(set) var infoDictionary: [String: Any] = [:]
  /// The objects in which activities were restored.
  public internal(set) var restored: [any UIUserActivityRestoring] = []
  /// Whether the running app has adopted scenes.
  var hasScenes = false

  /// Forgets the last app. An app's process begins with it.
  public func reset() {
    (delegate, applicationState, infoDictionary, hasScenes) = (nil, .active, [:], false)
    (connectedScenes, openSessions, restored) = ([], [], [])
  }

  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
    public static let shortcutItem = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
    public static let remoteNotification = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
    public static let userActivityDictionary = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
  }

  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let openInPlace = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
    public static let eventAttribution = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsEventAttributionKey")
    public static let annotation = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
    public static let sourceApplication = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
  }

  public struct ExtensionPointIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let portrait = UIInterfaceOrientationMask(rawValue: 2)
}

@MainActor open class UIApplicationShortcutItem: NSObject {
  open var type: String
  public init(type: String, localizedTitle: String) { self.type = type }
}

@MainActor open class UIStoryboard: NSObject {
  public init(name: String, bundle: Bundle?) {}
}

/// In Objective-C all methods are optional. Here, calls of methods that a delegate does not have are noted.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func applicationDidBecomeActive(_ application: UIApplication)
  func applicationWillResignActive(_ application: UIApplication)
  func applicationDidEnterBackground(_ application: UIApplication)
  func applicationWillEnterForeground(_ application: UIApplication)
  func applicationWillTerminate(_ application: UIApplication)
  func applicationDidReceiveMemoryWarning(_ application: UIApplication)
  func applicationSignificantTimeChange(_ application: UIApplication)
  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)
  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool
  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
  func application(_ application: UIApplication, willContinueUserActivityWithType userActivityType: String) -> Bool
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool
  func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity)
  func application(
    _ application: UIApplication, didFailToContinueUserActivityWithType userActivityType: String, error: any Error)
  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask
  func application(
    _ application: UIApplication,
    shouldAllowExtensionPointIdentifier extensionPointIdentifier: UIApplication.ExtensionPointIdentifier
  ) -> Bool
  func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool
  func application(_ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder) -> Bool
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
  func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
}

extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication, willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    MissingMethods.note()
    return true
  }
  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    MissingMethods.note()
    return true
  }
  public func applicationDidBecomeActive(_ application: UIApplication) { MissingMethods.note() }
  public func applicationWillResignActive(_ application: UIApplication) { MissingMethods.note() }
  public func applicationDidEnterBackground(_ application: UIApplication) { MissingMethods.note() }
  public func applicationWillEnterForeground(_ application: UIApplication) { MissingMethods.note() }
  public func applicationWillTerminate(_ application: UIApplication) { MissingMethods.note() }
  public func applicationDidReceiveMemoryWarning(_ application: UIApplication) { MissingMethods.note() }
  public func applicationSignificantTimeChange(_ application: UIApplication) { MissingMethods.note() }
  public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) { MissingMethods.note() }
  public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) { MissingMethods.note() }
  public func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool {
    MissingMethods.note()
    return false
  }
  public func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) { MissingMethods.note() }
  public func application(
    _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
  ) -> Bool {
    MissingMethods.note()
    return false
  }
  public func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    MissingMethods.note()
    return false
  }
  public func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity) {
    MissingMethods.note()
  }
  public func application(
    _ application: UIApplication, didFailToContinueUserActivityWithType userActivityType: String, error: any Error
  ) { MissingMethods.note() }
  public func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) { MissingMethods.note() }
  public func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) { MissingMethods.note() }
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { MissingMethods.note() }
  public func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { MissingMethods.note() }
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) { MissingMethods.note() }
  public func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask {
    MissingMethods.note()
    return []
  }
  public func application(
    _ application: UIApplication,
    shouldAllowExtensionPointIdentifier extensionPointIdentifier: UIApplication.ExtensionPointIdentifier
  ) -> Bool {
    MissingMethods.note()
    return true
  }
  public func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool {
    MissingMethods.note()
    return false
  }
  public func application(_ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder) -> Bool {
    MissingMethods.note()
    return false
  }
  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    MissingMethods.note()
    return UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
  }
  public func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {
    MissingMethods.note()
  }
}
