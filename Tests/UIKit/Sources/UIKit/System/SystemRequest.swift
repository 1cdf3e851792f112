public import UserNotifications

/// What the user asks of an app from outside.
public enum SystemRequest {
  case link(URL)
  case activity(NSUserActivity)
  case shortcut(UIApplicationShortcutItem)
  /// A response to a notification.
  case response(UNNotificationResponse)
}

extension SystemRequest {
  /// Rule: `launchOptionsWithoutScenes`.
  @MainActor var launchOptions: [UIApplication.LaunchOptionsKey: Any] {
    switch self {
    case .link(let url): [.url: url]
    case .activity(let activity): [.userActivityDictionary: ["UIApplicationLaunchOptionsUserActivityKey": activity]]
    case .shortcut(let item): [.shortcutItem: item]
    case .response(let response): [.remoteNotification: response.notification.request.content.userInfo]
    }
  }

  /// Rule: `coldRequestsWithConnection`.
  @MainActor var connectionOptions: UIScene.ConnectionOptions {
    switch self {
    case .link(let url): UIScene.ConnectionOptions(urlContexts: [UIOpenURLContext(url: url, options: .init())])
    case .activity(let activity): UIScene.ConnectionOptions(userActivities: [activity])
    case .shortcut(let item): UIScene.ConnectionOptions(shortcutItem: item)
    case .response(let response): UIScene.ConnectionOptions(notificationResponse: response)
    }
  }
}
