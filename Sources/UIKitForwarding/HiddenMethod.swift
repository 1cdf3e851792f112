import ModuleLifecycle

/// The methods of the application's delegate that change the system's behaviour by merely existing.
package enum HiddenMethod {
  /// Their Objective-C names, by the name of the event that each sends.
  static let selectors = [
    DidReceiveRemoteNotification.name: "application:didReceiveRemoteNotification:fetchCompletionHandler:",
    PerformFetch.name: "application:performFetchWithCompletionHandler:",
    SupportedInterfaceOrientations.name: "application:supportedInterfaceOrientationsForWindow:",
    ConfigurationForConnecting.name: "application:configurationForConnectingSceneSession:options:",
  ]

  /// Returns the selectors that the system must not see, because no module handles their events.
  package static func unheardSelectors(handled: Set<String>) -> Set<String> {
    Set(selectors.filter { !handled.contains($0.key) }.values)
  }
}
