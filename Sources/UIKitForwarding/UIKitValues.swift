#if os(iOS) || UIKIT_STAND_IN
import ModuleLifecycle
import UIKit

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

extension URLContext {
  @MainActor init(_ context: UIOpenURLContext) {
    var options = ["openInPlace": String(context.options.openInPlace)]
    options["sourceApplication"] = context.options.sourceApplication
    self.init(url: context.url, options: options)
  }
}
#endif
