extension EventCatalog {
  /// The events that the package defines.
  public static let standard = EventCatalog([
    WillFinishLaunching.self,
    DidFinishLaunching.self,
    DidBecomeActive.self,
    WillResignActive.self,
    DidEnterBackground.self,
    WillEnterForeground.self,
    WillTerminate.self,
    DidReceiveMemoryWarning.self,
    SignificantTimeChange.self,
    ProtectedDataDidBecomeAvailable.self,
    ProtectedDataWillBecomeUnavailable.self,
    OpenURL.self,
    PerformActionForShortcutItem.self,
    WillContinueUserActivity.self,
    DidRegisterForRemoteNotifications.self,
    DidFailToRegisterForRemoteNotifications.self,
    ShouldAllowExtensionPoint.self,
    ShouldSaveSecureApplicationState.self,
    ShouldRestoreSecureApplicationState.self,
  ])
}
