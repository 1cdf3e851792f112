import ModuleLifecycle

/// How UIKit forwards one event of the catalogue. The table in the article iOS comes from this list, and tests compare
/// the delegates with it.
struct ForwardedEvent: Sendable {
  /// How the event reaches the composite.
  enum Way: Sendable {
    /// From these delegate methods, spelled as in UIKit's reference.
    case methods([String])
    /// From this method of the application's delegate, which the system sees only if a module handles the event.
    case methodIfHandled(String)
    /// The event is not forwarded, for this reason.
    case notForwarded(String)
  }

  let type: any LifecycleEvent.Type
  /// How the event reaches the composite.
  let way: Way
  /// The types of the native values that handlers get with the event, as written in `native[UIScene.self]`.
  let native: [String]

  /// The methods that send the event.
  var methods: [String] {
    switch way {
    case .methods(let methods): methods
    case .methodIfHandled(let method): [method]
    case .notForwarded: []
    }
  }

  private init(_ type: any LifecycleEvent.Type, _ way: Way, native: [String] = []) {
    (self.type, self.way, self.native) = (type, way, native)
  }

  private init(_ type: any LifecycleEvent.Type, _ methods: String..., native: [String] = []) {
    self.init(type, .methods(methods), native: native)
  }

  private init(_ type: any LifecycleEvent.Type, ifHandled method: String, native: [String] = []) {
    self.init(type, .methodIfHandled(method), native: native)
  }
}

extension ForwardedEvent {
  /// All events of the catalogue, in the catalogue's order.
  static let all = [
    ForwardedEvent(
      WillFinishLaunching.self, "application(_:willFinishLaunchingWithOptions:)",
      native: ["[UIApplication.LaunchOptionsKey: Any]"]),
    ForwardedEvent(
      DidFinishLaunching.self, "application(_:didFinishLaunchingWithOptions:)",
      native: ["[UIApplication.LaunchOptionsKey: Any]"]),
    ForwardedEvent(DidBecomeActive.self, "applicationDidBecomeActive(_:)", native: ["UIScene"]),
    ForwardedEvent(WillResignActive.self, "applicationWillResignActive(_:)", native: ["UIScene"]),
    ForwardedEvent(DidEnterBackground.self, "applicationDidEnterBackground(_:)", native: ["UIScene"]),
    ForwardedEvent(WillEnterForeground.self, "applicationWillEnterForeground(_:)", native: ["UIScene"]),
    ForwardedEvent(WillTerminate.self, "applicationWillTerminate(_:)"),
    ForwardedEvent(
      ConfigurationForConnecting.self, ifHandled: "application(_:configurationForConnecting:options:)",
      native: ["UISceneSession", "UIScene.ConnectionOptions", "OfferedConfiguration"]),
    ForwardedEvent(
      SceneWillConnect.self, "scene(_:willConnectTo:options:)",
      native: ["UIScene", "UISceneSession", "UIScene.ConnectionOptions"]),
    ForwardedEvent(SceneDidDisconnect.self, "sceneDidDisconnect(_:)", native: ["UIScene"]),
    ForwardedEvent(SceneDidBecomeActive.self, "sceneDidBecomeActive(_:)", native: ["UIScene"]),
    ForwardedEvent(SceneWillResignActive.self, "sceneWillResignActive(_:)", native: ["UIScene"]),
    ForwardedEvent(SceneWillEnterForeground.self, "sceneWillEnterForeground(_:)", native: ["UIScene"]),
    ForwardedEvent(SceneDidEnterBackground.self, "sceneDidEnterBackground(_:)", native: ["UIScene"]),
    ForwardedEvent(
      SceneOpenURLContexts.self, "scene(_:openURLContexts:)", native: ["UIScene", "Set<UIOpenURLContext>"]),
    ForwardedEvent(
      DidDiscardSceneSessions.self, "application(_:didDiscardSceneSessions:)", native: ["Set<UISceneSession>"]),
    ForwardedEvent(DidReceiveMemoryWarning.self, "applicationDidReceiveMemoryWarning(_:)"),
    ForwardedEvent(SignificantTimeChange.self, "applicationSignificantTimeChange(_:)"),
    ForwardedEvent(ProtectedDataDidBecomeAvailable.self, "applicationProtectedDataDidBecomeAvailable(_:)"),
    ForwardedEvent(ProtectedDataWillBecomeUnavailable.self, "applicationProtectedDataWillBecomeUnavailable(_:)"),
    ForwardedEvent(
      OpenURL.self, "application(_:open:options:)",
      native: ["[UIApplication.OpenURLOptionsKey: Any]", "UIScene", "Set<UIOpenURLContext>"]),
    ForwardedEvent(
      PerformActionForShortcutItem.self, "application(_:performActionFor:completionHandler:)",
      "windowScene(_:performActionFor:completionHandler:)", native: ["UIApplicationShortcutItem", "UIScene"]),
    ForwardedEvent(
      WillContinueUserActivity.self, "application(_:willContinueUserActivityWithType:)",
      "scene(_:willContinueUserActivityWithType:)", native: ["UIScene"]),
    ForwardedEvent(
      ContinueUserActivity.self, "application(_:continue:restorationHandler:)", "scene(_:continue:)",
      native: ["NSUserActivity", "RestoredObjects", "UIScene"]),
    ForwardedEvent(
      DidUpdateUserActivity.self, "application(_:didUpdate:)", "scene(_:didUpdate:)",
      native: ["NSUserActivity", "UIScene"]),
    ForwardedEvent(
      DidFailToContinueUserActivity.self, "application(_:didFailToContinueUserActivityWithType:error:)",
      "scene(_:didFailToContinueUserActivityWithType:error:)", native: ["any Error", "UIScene"]),
    ForwardedEvent(
      DidRegisterForRemoteNotifications.self, "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
      native: ["Data"]),
    ForwardedEvent(
      DidFailToRegisterForRemoteNotifications.self, "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
      native: ["any Error"]),
    ForwardedEvent(
      DidReceiveRemoteNotification.self,
      ifHandled: "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)", native: ["[AnyHashable: Any]"]),
    ForwardedEvent(
      UserNotificationWillPresent.self, "userNotificationCenter(_:willPresent:withCompletionHandler:)",
      native: ["UNNotification"]),
    ForwardedEvent(
      UserNotificationDidReceive.self, "userNotificationCenter(_:didReceive:withCompletionHandler:)",
      native: ["UNNotificationResponse"]),
    ForwardedEvent(
      PerformFetch.self, ifHandled: "application(_:performFetchWithCompletionHandler:)"),
    ForwardedEvent(
      HandleEventsForBackgroundURLSession.self, "application(_:handleEventsForBackgroundURLSession:completionHandler:)"),
    ForwardedEvent(
      SupportedInterfaceOrientations.self, ifHandled: "application(_:supportedInterfaceOrientationsFor:)",
      native: ["UIWindow"]),
    ForwardedEvent(ShouldAllowExtensionPoint.self, "application(_:shouldAllowExtensionPointIdentifier:)"),
    ForwardedEvent(
      ShouldSaveSecureApplicationState.self, "application(_:shouldSaveSecureApplicationState:)", native: ["NSCoder"]),
    ForwardedEvent(
      ShouldRestoreSecureApplicationState.self, "application(_:shouldRestoreSecureApplicationState:)",
      native: ["NSCoder"]),
    ForwardedEvent(ApplicationShouldTerminate.self, .notForwarded(appKit)),
    ForwardedEvent(ApplicationShouldTerminateAfterLastWindowClosed.self, .notForwarded(appKit)),
    ForwardedEvent(ApplicationShouldHandleReopen.self, .notForwarded(appKit)),
  ]

  private static let appKit = "it is AppKit's: send it from your `NSApplicationDelegate`"
}
