#if os(iOS) || UIKIT_STAND_IN
import ModuleLifecycle
import UIKit
import UserNotifications

extension UserActivity {
  /// Creates a value from the parts of the activity that are plain values.
  init(_ activity: NSUserActivity) {
    self.init(
      type: activity.activityType, title: activity.title, webpageURL: activity.webpageURL,
      userInfo: PropertyList.members(of: activity.userInfo ?? [:]))
  }
}

extension UIBackgroundFetchResult {
  init(_ result: FetchResult) {
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
    activities = Self.sorted(options.userActivities).map { UserActivity($0) }
    shortcutItem = options.shortcutItem?.type
    notificationResponse = options.notificationResponse?.notification.request.identifier
    hasCloudKitShare = options.cloudKitShareMetadata != nil
    sourceApplication = options.sourceApplication
  }

  /// UIKit's objects for the events that follow from the connection, in the order of those events.
  @MainActor static func natives(of options: UIScene.ConnectionOptions, for scene: UIScene) -> [SystemObjects] {
    let announced = SceneConnectionOptions(options).announcedActivity == nil ? [] : [[scene] as SystemObjects]
    return options.urlContexts.map { _ in [scene, options.urlContexts] } + announced
      + sorted(options.userActivities).map { [$0, scene] }
      + [options.shortcutItem].compactMap(\.self).map { [$0, scene] }
  }

  @MainActor static func sorted(_ contexts: Set<UIOpenURLContext>) -> [UIOpenURLContext] {
    contexts.sorted { $0.url.absoluteString < $1.url.absoluteString }
  }

  private static func sorted(_ activities: Set<NSUserActivity>) -> [NSUserActivity] {
    activities.sorted { ($0.activityType, $0.title ?? "") < ($1.activityType, $1.title ?? "") }
  }
}

extension URLContext {
  @MainActor init(_ context: UIOpenURLContext) {
    var options = ["openInPlace": String(context.options.openInPlace)]
    options["sourceApplication"] = context.options.sourceApplication
    self.init(url: context.url, options: options)
  }
}
#endif
