public import Foundation

/// What concerns the app's process, and not its windows. Rule: `processCallsStay`.
extension SimulatedApp {
  /// Apple's push service has registered the app.
  public func register(token: Data) {
    delegate.application(application, didRegisterForRemoteNotificationsWithDeviceToken: token)
  }

  /// Apple's push service has not registered the app.
  public func failRegistration(_ error: any Error) {
    delegate.application(application, didFailToRegisterForRemoteNotificationsWithError: error)
  }

  /// A push arrives. The delegate hears of it if it has the method.
  public func push(_ message: [AnyHashable: Any], answer: @escaping (UIBackgroundFetchResult) -> Void = { _ in }) {
    guard has("application:didReceiveRemoteNotification:fetchCompletionHandler:") else { return }
    delegate.application(application, didReceiveRemoteNotification: message, fetchCompletionHandler: answer)
  }

  /// It is time to fetch in the background. The delegate hears of it if it has the method.
  public func fetch(answer: @escaping (UIBackgroundFetchResult) -> Void = { _ in }) {
    guard has("application:performFetchWithCompletionHandler:") else { return }
    delegate.application(application, performFetchWithCompletionHandler: answer)
  }

  /// The transfers of a URL session have ended.
  public func finishTransfers(of session: String, answer: @escaping () -> Void = {}) {
    delegate.application(application, handleEventsForBackgroundURLSession: session, completionHandler: answer)
  }

  /// The orientations that the delegate allows; `nil` if it is not asked.
  public func orientations() -> UIInterfaceOrientationMask? {
    guard has("application:supportedInterfaceOrientationsForWindow:") else { return nil }
    return delegate.application(application, supportedInterfaceOrientationsFor: nil)
  }

  /// Memory is low.
  public func warnOfMemory() {
    delegate.applicationDidReceiveMemoryWarning(application)
    post(UIApplication.didReceiveMemoryWarningNotification)
  }

  /// The system ends the process.
  ///
  /// Rule: `termination`.
  public func terminate() {
    delegate.applicationWillTerminate(application)
    post(UIApplication.willTerminateNotification)
    application.reset()
  }

  /// The user ends the app in the app switcher.
  ///
  /// Rules: `closedByUser`, `killed`.
  ///
  /// - Returns: The sessions whose end the app hears of at its next launch.
  @discardableResult public func kill() -> Set<UISceneSession> {
    interrupt()
    for scene in scenes { disconnect(scene) }
    let sessions = application.openSessions
    terminate()
    return sessions
  }

  private func has(_ selector: String) -> Bool { delegate.responds(to: Selector(selector)) }
}
