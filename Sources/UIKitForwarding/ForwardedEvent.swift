package import ModuleLifecycle

/// What becomes of one event of the catalogue where UIKit is the system: the one list behind the table in
/// `Documentation/iOS.md` and the test that holds the delegates against it.
package struct ForwardedEvent: Sendable {
  /// How it comes to the composite.
  package enum Way: Sendable {
    /// From these methods of the delegates, spelled as in UIKit's reference.
    case methods([String])
    /// From this method of the application's delegate, which the system sees only where a module handles the event:
    /// already that it is there changes what the system does. `selector` is its name in Objective-C.
    case methodIfHandled(String, selector: String)
    /// Not at all, for this reason.
    case notForwarded(String)
  }

  /// The event.
  package let type: any LifecycleEvent.Type
  /// How it comes to the composite.
  package let way: Way

  /// The methods that send it.
  package var methods: [String] {
    switch way {
    case .methods(let methods): methods
    case .methodIfHandled(let method, _): [method]
    case .notForwarded: []
    }
  }

  /// The selectors of the methods that the system must not see, because no module handles their events.
  package static func unheardSelectors(handled: Set<String>) -> Set<String> {
    Set(
      all.compactMap { event in
        guard case .methodIfHandled(_, let selector) = event.way, !handled.contains(event.type.name) else { return nil }
        return selector
      })
  }

  private init(_ type: any LifecycleEvent.Type, _ way: Way) {
    self.type = type
    self.way = way
  }

  private init(_ type: any LifecycleEvent.Type, _ methods: String...) { self.init(type, .methods(methods)) }

  private init(_ type: any LifecycleEvent.Type, ifHandled method: String, selector: String) {
    self.init(type, .methodIfHandled(method, selector: selector))
  }
}

extension ForwardedEvent {
  /// Every event of the catalogue, in the catalogue's order.
  package static let all = [
    ForwardedEvent(WillFinishLaunching.self, "application(_:willFinishLaunchingWithOptions:)"),
    ForwardedEvent(DidFinishLaunching.self, "application(_:didFinishLaunchingWithOptions:)"),
    ForwardedEvent(DidBecomeActive.self, "applicationDidBecomeActive(_:)"),
    ForwardedEvent(WillResignActive.self, "applicationWillResignActive(_:)"),
    ForwardedEvent(DidEnterBackground.self, "applicationDidEnterBackground(_:)"),
    ForwardedEvent(WillEnterForeground.self, "applicationWillEnterForeground(_:)"),
    ForwardedEvent(WillTerminate.self, "applicationWillTerminate(_:)"),
    ForwardedEvent(DidReceiveMemoryWarning.self, "applicationDidReceiveMemoryWarning(_:)"),
    ForwardedEvent(SignificantTimeChange.self, "applicationSignificantTimeChange(_:)"),
    ForwardedEvent(ProtectedDataDidBecomeAvailable.self, "applicationProtectedDataDidBecomeAvailable(_:)"),
    ForwardedEvent(ProtectedDataWillBecomeUnavailable.self, "applicationProtectedDataWillBecomeUnavailable(_:)"),
    ForwardedEvent(OpenURL.self, "application(_:open:options:)"),
    ForwardedEvent(
      PerformActionForShortcutItem.self, "application(_:performActionFor:completionHandler:)",
      "windowScene(_:performActionFor:completionHandler:)"),
    ForwardedEvent(
      WillContinueUserActivity.self, "application(_:willContinueUserActivityWithType:)",
      "scene(_:willContinueUserActivityWithType:)"),
    ForwardedEvent(ContinueUserActivity.self, "application(_:continue:restorationHandler:)", "scene(_:continue:)"),
    ForwardedEvent(DidUpdateUserActivity.self, "application(_:didUpdate:)", "scene(_:didUpdate:)"),
    ForwardedEvent(
      DidFailToContinueUserActivity.self, "application(_:didFailToContinueUserActivityWithType:error:)",
      "scene(_:didFailToContinueUserActivityWithType:error:)"),
    ForwardedEvent(
      DidRegisterForRemoteNotifications.self, "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"),
    ForwardedEvent(
      DidFailToRegisterForRemoteNotifications.self, "application(_:didFailToRegisterForRemoteNotificationsWithError:)"),
    ForwardedEvent(
      DidReceiveRemoteNotification.self,
      ifHandled: "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
      selector: "application:didReceiveRemoteNotification:fetchCompletionHandler:"),
    ForwardedEvent(UserNotificationWillPresent.self, "userNotificationCenter(_:willPresent:withCompletionHandler:)"),
    ForwardedEvent(UserNotificationDidReceive.self, "userNotificationCenter(_:didReceive:withCompletionHandler:)"),
    ForwardedEvent(
      PerformFetch.self, ifHandled: "application(_:performFetchWithCompletionHandler:)",
      selector: "application:performFetchWithCompletionHandler:"),
    ForwardedEvent(
      HandleEventsForBackgroundURLSession.self, "application(_:handleEventsForBackgroundURLSession:completionHandler:)"),
    ForwardedEvent(
      SupportedInterfaceOrientations.self, ifHandled: "application(_:supportedInterfaceOrientationsFor:)",
      selector: "application:supportedInterfaceOrientationsForWindow:"),
    ForwardedEvent(ShouldAllowExtensionPoint.self, "application(_:shouldAllowExtensionPointIdentifier:)"),
    ForwardedEvent(ShouldSaveSecureApplicationState.self, "application(_:shouldSaveSecureApplicationState:)"),
    ForwardedEvent(ShouldRestoreSecureApplicationState.self, "application(_:shouldRestoreSecureApplicationState:)"),
    ForwardedEvent(
      ConfigurationForConnecting.self, ifHandled: "application(_:configurationForConnecting:options:)",
      selector: "application:configurationForConnectingSceneSession:options:"),
    ForwardedEvent(SceneWillConnect.self, "scene(_:willConnectTo:options:)"),
    ForwardedEvent(SceneDidDisconnect.self, "sceneDidDisconnect(_:)"),
    ForwardedEvent(SceneDidBecomeActive.self, "sceneDidBecomeActive(_:)"),
    ForwardedEvent(SceneWillResignActive.self, "sceneWillResignActive(_:)"),
    ForwardedEvent(SceneWillEnterForeground.self, "sceneWillEnterForeground(_:)"),
    ForwardedEvent(SceneDidEnterBackground.self, "sceneDidEnterBackground(_:)"),
    ForwardedEvent(SceneOpenURLContexts.self, "scene(_:openURLContexts:)"),
    ForwardedEvent(DidDiscardSceneSessions.self, "application(_:didDiscardSceneSessions:)"),
    ForwardedEvent(ApplicationShouldTerminate.self, .notForwarded(appKit)),
    ForwardedEvent(ApplicationShouldTerminateAfterLastWindowClosed.self, .notForwarded(appKit)),
    ForwardedEvent(ApplicationShouldHandleReopen.self, .notForwarded(appKit)),
  ]

  private static let appKit = "it is AppKit's: send it from your `NSApplicationDelegate`"
}
