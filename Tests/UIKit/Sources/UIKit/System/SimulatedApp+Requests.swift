import UserNotifications

extension SimulatedApp {
  /// The user asks something of the running app.
  ///
  /// Rules: `requestsBringToForeground`, `requestsGoToOneScene`, `coldRequestsWithConnection`.
  ///
  /// - Parameter answer: Gets the delegate's answer, where UIKit asks for one.
  public func receive(_ request: SystemRequest, answer: @escaping (Bool) -> Void = { _ in }) throws {
    if !hasScenes {
      if application.applicationState == .background { moveApplication(to: .inactive) }
      deliverToApplication(request, answer: answer)
      deliverResponse(of: request)
      moveApplication(to: .active)
    } else if let scene = windows.first(where: { $0.activationState == .foregroundActive }) ?? windows.last {
      if scene.activationState == .background { move(scene, to: .foregroundInactive) }
      deliver(request, to: scene, answer: answer)
      deliverResponse(of: request)
      move(scene, to: .foregroundActive)
    } else {
      try openWindow(for: request)
      deliverResponse(of: request)
    }
  }

  /// Rule: `requestsWithoutScenes`.
  func deliverToApplication(_ request: SystemRequest, answer: @escaping (Bool) -> Void = { _ in }) {
    switch request {
    case .link(let url): answer(delegate.application(application, open: url, options: [:]))
    case .activity(let activity):
      // Rule: activitiesAreAnnounced.
      _ = delegate.application(application, willContinueUserActivityWithType: activity.activityType)
      answer(
        delegate.application(application, continue: activity) { objects in
          for object in objects ?? [] { object.restoreUserActivityState(activity) }
        })
    case .shortcut(let item): delegate.application(application, performActionFor: item, completionHandler: answer)
    case .response: break
    }
  }

  /// Rule: `warmRequestsToScene`.
  private func deliver(_ request: SystemRequest, to scene: UIWindowScene, answer: @escaping (Bool) -> Void) {
    switch request {
    case .link(let url):
      scene.delegate?.scene(scene, openURLContexts: [UIOpenURLContext(url: url, options: .init())])
    case .activity(let activity):
      // Rule: activitiesAreAnnounced.
      scene.delegate?.scene(scene, willContinueUserActivityWithType: activity.activityType)
      scene.delegate?.scene(scene, continue: activity)
    case .shortcut(let item):
      (scene.delegate as? any UIWindowSceneDelegate)?
        .windowScene(scene, performActionFor: item, completionHandler: answer)
    case .response: break
    }
  }

  /// Rule: `responsesToCenter`.
  func deliverResponse(of request: SystemRequest?) {
    guard case .response(let response) = request else { return }
    let center = UNUserNotificationCenter.current()
    center.delegate?.userNotificationCenter(center, didReceive: response) {}
  }
}
