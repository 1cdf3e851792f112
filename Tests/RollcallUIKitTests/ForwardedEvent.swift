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
  /// The system objects that handlers get with the event, by their names in `SystemObjects`.
  let system: [String]

  /// The methods that send the event.
  var methods: [String] {
    switch way {
    case .methods(let methods): methods
    case .methodIfHandled(let method): [method]
    case .notForwarded: []
    }
  }

  private init(_ type: any LifecycleEvent.Type, _ way: Way, system: [String] = []) {
    (self.type, self.way, self.system) = (type, way, system)
  }

  private init(_ type: any LifecycleEvent.Type, _ methods: String..., system: [String] = []) {
    self.init(type, .methods(methods), system: system)
  }

  private init(_ type: any LifecycleEvent.Type, ifHandled method: String, system: [String] = []) {
    self.init(type, .methodIfHandled(method), system: system)
  }
}

extension ForwardedEvent {
  /// All events of the catalogue, in the catalogue's order.
  static let all = [
    ForwardedEvent(
      WillFinishLaunching.self, "application(_:willFinishLaunchingWithOptions:)",
      system: ["launchOptions"]),
    ForwardedEvent(
      DidFinishLaunching.self, "application(_:didFinishLaunchingWithOptions:)",
      system: ["launchOptions"]),
    ForwardedEvent(DidBecomeActive.self, "applicationDidBecomeActive(_:)", system: ["scene"]),
    ForwardedEvent(WillResignActive.self, "applicationWillResignActive(_:)", system: ["scene"]),
    ForwardedEvent(DidEnterBackground.self, "applicationDidEnterBackground(_:)", system: ["scene"]),
    ForwardedEvent(WillEnterForeground.self, "applicationWillEnterForeground(_:)", system: ["scene"]),
    ForwardedEvent(WillTerminate.self, "applicationWillTerminate(_:)"),
    ForwardedEvent(
      ConfigurationForConnecting.self, ifHandled: "application(_:configurationForConnecting:options:)",
      system: ["sceneSession", "connectionOptions", "offeredConfiguration"]),
    ForwardedEvent(
      SceneWillConnect.self, "scene(_:willConnectTo:options:)",
      system: ["scene", "sceneSession", "connectionOptions"]),
    ForwardedEvent(SceneDidDisconnect.self, "sceneDidDisconnect(_:)", system: ["scene"]),
    ForwardedEvent(SceneDidBecomeActive.self, "sceneDidBecomeActive(_:)", system: ["scene"]),
    ForwardedEvent(SceneWillResignActive.self, "sceneWillResignActive(_:)", system: ["scene"]),
    ForwardedEvent(SceneWillEnterForeground.self, "sceneWillEnterForeground(_:)", system: ["scene"]),
    ForwardedEvent(SceneDidEnterBackground.self, "sceneDidEnterBackground(_:)", system: ["scene"]),
    ForwardedEvent(
      SceneOpenURLContexts.self, "scene(_:openURLContexts:)", system: ["scene", "urlContexts"]),
    ForwardedEvent(
      DidDiscardSceneSessions.self, "application(_:didDiscardSceneSessions:)", system: ["sceneSessions"]),
    ForwardedEvent(DidReceiveMemoryWarning.self, "applicationDidReceiveMemoryWarning(_:)"),
    ForwardedEvent(SignificantTimeChange.self, "applicationSignificantTimeChange(_:)"),
    ForwardedEvent(ProtectedDataDidBecomeAvailable.self, "applicationProtectedDataDidBecomeAvailable(_:)"),
    ForwardedEvent(ProtectedDataWillBecomeUnavailable.self, "applicationProtectedDataWillBecomeUnavailable(_:)"),
    ForwardedEvent(
      OpenURL.self, "application(_:open:options:)",
      system: ["openURLOptions", "scene", "urlContexts"]),
    ForwardedEvent(
      PerformActionForShortcutItem.self, "application(_:performActionFor:completionHandler:)",
      "windowScene(_:performActionFor:completionHandler:)", system: ["shortcutItem", "scene"]),
    ForwardedEvent(
      WillContinueUserActivity.self, "application(_:willContinueUserActivityWithType:)",
      "scene(_:willContinueUserActivityWithType:)", system: ["scene"]),
    ForwardedEvent(
      ContinueUserActivity.self, "application(_:continue:restorationHandler:)", "scene(_:continue:)",
      system: ["userActivity", "restoredObjects", "scene"]),
    ForwardedEvent(
      DidUpdateUserActivity.self, "application(_:didUpdate:)", "scene(_:didUpdate:)",
      system: ["userActivity", "scene"]),
    ForwardedEvent(
      DidFailToContinueUserActivity.self, "application(_:didFailToContinueUserActivityWithType:error:)",
      "scene(_:didFailToContinueUserActivityWithType:error:)", system: ["error", "scene"]),
    ForwardedEvent(
      DidRegisterForRemoteNotifications.self, "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
      system: ["deviceToken"]),
    ForwardedEvent(
      DidFailToRegisterForRemoteNotifications.self, "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
      system: ["error"]),
    ForwardedEvent(
      DidReceiveRemoteNotification.self,
      ifHandled: "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)", system: ["userInfo"]),
    ForwardedEvent(
      UserNotificationWillPresent.self, "userNotificationCenter(_:willPresent:withCompletionHandler:)",
      system: ["notification"]),
    ForwardedEvent(
      UserNotificationDidReceive.self, "userNotificationCenter(_:didReceive:withCompletionHandler:)",
      system: ["notificationResponse"]),
    ForwardedEvent(
      PerformFetch.self, ifHandled: "application(_:performFetchWithCompletionHandler:)"),
    ForwardedEvent(
      HandleEventsForBackgroundURLSession.self, "application(_:handleEventsForBackgroundURLSession:completionHandler:)"),
    ForwardedEvent(
      SupportedInterfaceOrientations.self, ifHandled: "application(_:supportedInterfaceOrientationsFor:)",
      system: ["window"]),
    ForwardedEvent(ShouldAllowExtensionPoint.self, "application(_:shouldAllowExtensionPointIdentifier:)"),
    ForwardedEvent(
      ShouldSaveSecureApplicationState.self, "application(_:shouldSaveSecureApplicationState:)", system: ["coder"]),
    ForwardedEvent(
      ShouldRestoreSecureApplicationState.self, "application(_:shouldRestoreSecureApplicationState:)",
      system: ["coder"]),
    ForwardedEvent(ApplicationShouldTerminate.self, .notForwarded(appKit)),
    ForwardedEvent(ApplicationShouldTerminateAfterLastWindowClosed.self, .notForwarded(appKit)),
    ForwardedEvent(ApplicationShouldHandleReopen.self, .notForwarded(appKit)),
  ]

  private static let appKit = "it is AppKit's: send it from your `NSApplicationDelegate`"
}
