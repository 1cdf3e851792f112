#if os(iOS) || UIKIT_STAND_IN
import ModuleLifecycle
public import UserNotifications

/// The system does not set the notification center's delegate: set `UNUserNotificationCenter.current().delegate` to the
/// application's delegate before launch ends.
///
/// The center does not document the thread on which it calls its delegate. The modules are called on the main actor.
/// A subclass can't override these two methods: let a module handle the events.
extension CompositeApplicationDelegate: UNUserNotificationCenterDelegate {
  /// Sends `userNotificationWillPresent`. Modules can answer later, until the event's deadline.
  public nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    let (request, content) = (notification.request, notification.request.content)
    let event = UserNotificationWillPresent(
      identifier: request.identifier, title: content.title, userInfo: PropertyList.members(of: content.userInfo))
    hand((notification, completionHandler)) { notification, completionHandler in
      self.composite.send(event, with: [notification]) { options in
        completionHandler(UNNotificationPresentationOptions(rawValue: options.rawValue))
      }
    }
  }

  /// Sends `userNotificationDidReceive`.
  public nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let request = response.notification.request
    let event = UserNotificationDidReceive(
      identifier: request.identifier, action: action(of: response),
      text: (response as? UNTextInputNotificationResponse)?.userText,
      userInfo: PropertyList.members(of: request.content.userInfo))
    hand((response, completionHandler)) { response, completionHandler in
      self.composite.send(event, with: [response]) { _ in completionHandler() }
    }
  }

  private nonisolated func action(of response: UNNotificationResponse) -> String {
    switch response.actionIdentifier {
    case UNNotificationDefaultActionIdentifier: "open"
    case UNNotificationDismissActionIdentifier: "dismiss"
    default: response.actionIdentifier
    }
  }
}
#endif
