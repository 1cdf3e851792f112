import ModuleLifecycle

/// The methods of UIKit's application delegates.
package enum ApplicationMethod {
  /// The Objective-C names of the methods that send an event, by the event's name.
  package static let selectors = [
    WillFinishLaunching.name: "application:willFinishLaunchingWithOptions:",
    DidFinishLaunching.name: "application:didFinishLaunchingWithOptions:",
    DidBecomeActive.name: "applicationDidBecomeActive:",
    WillResignActive.name: "applicationWillResignActive:",
    DidEnterBackground.name: "applicationDidEnterBackground:",
    WillEnterForeground.name: "applicationWillEnterForeground:",
    WillTerminate.name: "applicationWillTerminate:",
    ConfigurationForConnecting.name: "application:configurationForConnectingSceneSession:options:",
    DidDiscardSceneSessions.name: "application:didDiscardSceneSessions:",
    DidReceiveMemoryWarning.name: "applicationDidReceiveMemoryWarning:",
    SignificantTimeChange.name: "applicationSignificantTimeChange:",
    ProtectedDataDidBecomeAvailable.name: "applicationProtectedDataDidBecomeAvailable:",
    ProtectedDataWillBecomeUnavailable.name: "applicationProtectedDataWillBecomeUnavailable:",
    OpenURL.name: "application:openURL:options:",
    PerformActionForShortcutItem.name: "application:performActionForShortcutItem:completionHandler:",
    WillContinueUserActivity.name: "application:willContinueUserActivityWithType:",
    ContinueUserActivity.name: "application:continueUserActivity:restorationHandler:",
    DidUpdateUserActivity.name: "application:didUpdateUserActivity:",
    DidFailToContinueUserActivity.name: "application:didFailToContinueUserActivityWithType:error:",
    DidRegisterForRemoteNotifications.name: "application:didRegisterForRemoteNotificationsWithDeviceToken:",
    DidFailToRegisterForRemoteNotifications.name: "application:didFailToRegisterForRemoteNotificationsWithError:",
    DidReceiveRemoteNotification.name: "application:didReceiveRemoteNotification:fetchCompletionHandler:",
    PerformFetch.name: "application:performFetchWithCompletionHandler:",
    HandleEventsForBackgroundURLSession.name: "application:handleEventsForBackgroundURLSession:completionHandler:",
    SupportedInterfaceOrientations.name: "application:supportedInterfaceOrientationsForWindow:",
    ShouldAllowExtensionPoint.name: "application:shouldAllowExtensionPointIdentifier:",
    ShouldSaveSecureApplicationState.name: "application:shouldSaveSecureApplicationState:",
    ShouldRestoreSecureApplicationState.name: "application:shouldRestoreSecureApplicationState:",
  ]

  /// The Objective-C names of methods that send no event, also of those that UIKit has deprecated.
  package static let others = [
    "application:didChangeStatusBarFrame:", "application:didChangeStatusBarOrientation:",
    "application:didDecodeRestorableStateWithCoder:", "application:didReceiveLocalNotification:",
    "application:didReceiveRemoteNotification:", "application:didRegisterUserNotificationSettings:",
    "application:handleActionWithIdentifier:forLocalNotification:completionHandler:",
    "application:handleActionWithIdentifier:forLocalNotification:withResponseInfo:completionHandler:",
    "application:handleActionWithIdentifier:forRemoteNotification:completionHandler:",
    "application:handleActionWithIdentifier:forRemoteNotification:withResponseInfo:completionHandler:",
    "application:handleIntent:completionHandler:", "application:handleOpenURL:",
    "application:handleWatchKitExtensionRequest:reply:", "application:handlerForIntent:",
    "application:openURL:sourceApplication:annotation:", "application:shouldRestoreApplicationState:",
    "application:shouldSaveApplicationState:", "application:userDidAcceptCloudKitShareWithMetadata:",
    "application:viewControllerWithRestorationIdentifierPath:coder:",
    "application:willChangeStatusBarFrame:", "application:willChangeStatusBarOrientation:duration:",
    "application:willEncodeRestorableStateWithCoder:", "applicationDidFinishLaunching:",
    "applicationShouldAutomaticallyLocalizeKeyCommands:",
    "applicationShouldRequestHealthAuthorization:",
  ]

  /// The events whose methods change the system's behaviour by merely existing.
  private static let hidden = [
    DidReceiveRemoteNotification.name, PerformFetch.name, SupportedInterfaceOrientations.name,
    ConfigurationForConnecting.name,
  ]

  /// The methods that change the system's behaviour by merely existing.
  static let hiddenSelectors = selectors.filter { hidden.contains($0.key) }

  /// Returns the selectors that the system must not see, because no module handles their events.
  package static func unheardSelectors(handled: Set<String>) -> Set<String> {
    Set(hiddenSelectors.filter { !handled.contains($0.key) }.values)
  }
}
