import UserNotifications

extension SimulatedApp {
  /// Rules: `launchOrder`, `launchState`, `noLaunchOptionsWithScenes`, `discardedAtLaunch`, `responsesAfterConnection`.
  func launch(_ start: Start, discarded: Set<UISceneSession>) throws {
    let (isInForeground, request): (Bool, SystemRequest?) =
      if case .foreground(let request) = start { (true, request) } else { (false, nil) }
    application.applicationState = hasScenes || !isInForeground ? .background : .inactive
    let options = hasScenes ? nil : request?.launchOptions
    let will = delegate.application(application, willFinishLaunchingWithOptions: options)
    let did = delegate.application(application, didFinishLaunchingWithOptions: options)
    let hearsResponses = UNUserNotificationCenter.current().delegate != nil
    post(UIApplication.didFinishLaunchingNotification)
    if !discarded.isEmpty { delegate.application(application, didDiscardSceneSessions: discarded) }
    switch start {
    case .foreground where hasScenes: try openWindow(for: request)
    case .foreground:
      // Rules: requestsDropped, coldRequestsWithoutScenes.
      if let request, will && did { deliverToApplication(request) }
      moveApplication(to: .active)
    case .background: break
    case .backgroundWithScene: if hasScenes { try connect(newSession("window 1"), for: nil) }
    }
    if hearsResponses { deliverResponse(of: request) }
  }
}
