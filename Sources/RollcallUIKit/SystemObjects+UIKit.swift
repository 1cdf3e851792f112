#if os(iOS) || UIKIT_STAND_IN
public import Foundation
public import ModuleLifecycle
public import UIKit
public import UserNotifications

/// UIKit's objects by name. Each is `nil` where UIKit did not send one, and always for an event that is fired from a
/// dashboard. The article *UIKit and SwiftUI* says which event has which.
extension SystemObjects {
  /// The options of the application's launch.
  public var launchOptions: [UIApplication.LaunchOptionsKey: Any]? {
    exactly([UIApplication.LaunchOptionsKey: Any].self)
  }
  /// How a link is opened.
  public var openURLOptions: [UIApplication.OpenURLOptionsKey: Any]? {
    exactly([UIApplication.OpenURLOptionsKey: Any].self)
  }
  /// The links that a scene opens.
  public var urlContexts: Set<UIOpenURLContext>? { exactly(Set<UIOpenURLContext>.self) }
  /// The shortcut on the home screen.
  public var shortcutItem: UIApplicationShortcutItem? { self[UIApplicationShortcutItem.self] }
  /// The activity to continue.
  public var userActivity: NSUserActivity? { self[NSUserActivity.self] }
  /// Takes the objects in which the activity is restored.
  public var restoredObjects: RestoredObjects? { self[RestoredObjects.self] }
  /// Why something failed.
  public var error: (any Error)? { self[(any Error).self] }
  /// The token for remote notifications.
  public var deviceToken: Data? { self[Data.self] }
  /// The content of a remote notification.
  public var userInfo: [AnyHashable: Any]? { exactly([AnyHashable: Any].self) }
  /// A notification that is about to be presented.
  public var notification: UNNotification? { self[UNNotification.self] }
  /// What the user did with a notification.
  public var notificationResponse: UNNotificationResponse? { self[UNNotificationResponse.self] }
  /// The window whose orientations are asked for.
  public var window: UIWindow? { self[UIWindow.self] }
  /// The archive of the state that is saved or restored.
  public var coder: NSCoder? { self[NSCoder.self] }
  /// The scene.
  public var scene: UIScene? { self[UIScene.self] }
  /// The scene, if it has windows.
  public var windowScene: UIWindowScene? { self[UIWindowScene.self] }
  /// The scene's session.
  public var sceneSession: UISceneSession? { self[UISceneSession.self] }
  /// The sessions that were discarded.
  public var sceneSessions: Set<UISceneSession>? { exactly(Set<UISceneSession>.self) }
  /// Why a scene connects.
  public var connectionOptions: UIScene.ConnectionOptions? { self[UIScene.ConnectionOptions.self] }
  /// Takes a scene's configuration.
  public var offeredConfiguration: OfferedConfiguration? { self[OfferedConfiguration.self] }
}
#endif
