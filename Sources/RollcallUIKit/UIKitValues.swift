#if os(iOS) || UIKIT_STAND_IN
import ModuleLifecycle
import UIKit
import UserNotifications

extension UserActivityContent {
  /// Creates a value from the parts of the activity that are plain values.
  init(_ activity: NSUserActivity) {
    self.init(
      type: activity.activityType, title: activity.title, webpageURL: activity.webpageURL,
      userInfo: PropertyList.members(of: activity.userInfo ?? [:]))
  }
}

extension UIBackgroundFetchResult {
  init(_ result: BackgroundFetchResult) {
    switch result {
    case .newData: self = .newData
    case .noData: self = .noData
    case .failed: self = .failed
    }
  }
}

extension SceneRole {
  init(_ role: UISceneSession.Role) {
    switch role {
    case .windowApplication: self = .windowApplication
    case .windowExternalDisplayNonInteractive: self = .windowExternalDisplayNonInteractive
    default: self.init(rawValue: String(role.rawValue.trimmingPrefix("UIWindowSceneSessionRole")))
    }
  }
}

extension UISceneConfiguration {
  /// Creates the configuration with that name for a session, with the class and the storyboard that the modules named.
  convenience init(_ configuration: SceneConfiguration, for role: UISceneSession.Role) {
    self.init(name: configuration.name, sessionRole: role)
    if let name = configuration.delegateClass {
      // Without a delegate, the scene would stay black.
      guard let found = NSClassFromString(name) else {
        fatalError("There is no class '\(name)' to be a scene's delegate.")
      }
      delegateClass = found
    }
    if let name = configuration.storyboard { storyboard = UIStoryboard(name: name, bundle: nil) }
  }
}

extension SceneConnectionOptions {
  /// Creates values from what a scene was created for. Sets have no order, and modules should see the same order each
  /// time.
  @MainActor init(_ options: UIScene.ConnectionOptions) {
    self.init()
    urls = Self.sorted(options.urlContexts).map { URLContext($0) }
    handoffActivityType = options.handoffUserActivityType
    activities = Self.sorted(options.userActivities).map { UserActivityContent($0) }
    shortcutItem = options.shortcutItem?.type
    notificationResponse = options.notificationResponse?.notification.request.identifier
    hasCloudKitShare = options.cloudKitShareMetadata != nil
    sourceApplication = options.sourceApplication
  }

  /// UIKit's objects for the events that follow from the connection, in the order of those events.
  ///
  /// - Parameter objects: Take the objects in which modules restore the activities, in their order.
  @MainActor static func systemObjects(
    of options: UIScene.ConnectionOptions, for scene: UIScene, restoring objects: [RestoredObjects]
  ) -> [SystemObjects] {
    let announced = SceneConnectionOptions(options).announcedActivity == nil ? [] : [[scene] as SystemObjects]
    return systemObjects(of: options.urlContexts, for: scene) + announced
      + zip(sorted(options.userActivities), objects).map { [$0, scene, $1] }
      + [options.shortcutItem].compactMap(\.self).map { [$0, scene] }
  }

  /// UIKit's objects for the links of a scene: the same as without scenes, and the scene's own.
  @MainActor static func systemObjects(of contexts: Set<UIOpenURLContext>, for scene: UIScene) -> [SystemObjects] {
    sorted(contexts).map { [$0.options.asOfApplication, scene, contexts] }
  }

  @MainActor static func sorted(_ contexts: Set<UIOpenURLContext>) -> [UIOpenURLContext] {
    contexts.sorted { $0.url.absoluteString < $1.url.absoluteString }
  }

  static func sorted(_ activities: Set<NSUserActivity>) -> [NSUserActivity] {
    activities.sorted { ($0.activityType, $0.title ?? "") < ($1.activityType, $1.title ?? "") }
  }
}

extension URLContext {
  @MainActor init(_ context: UIOpenURLContext) {
    self.init(url: context.url, options: PropertyList.texts(of: context.options.asOfApplication))
  }
}

extension UIScene.OpenURLOptions {
  /// The options as the application's delegate gets them without scenes, by the same keys.
  fileprivate var asOfApplication: [UIApplication.OpenURLOptionsKey: Any] {
    var options: [UIApplication.OpenURLOptionsKey: Any] = [.openInPlace: openInPlace]
    options[.sourceApplication] = sourceApplication
    options[.annotation] = annotation
    options[.eventAttribution] = eventAttribution
    return options
  }
}
#endif
