import ModuleLifecycle
import Services
import UIKit

/// The delegate as it has grown: everything that the app does when the system calls it.
final class LegacyDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private var logOutObserver: (any NSObjectProtocol)?
  private var autosave: Timer?
  private var isActive = false
  private var backgroundCompletion: (() -> Void)?

  // MARK: Launch

  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Analytics.shared.start(options: (options ?? [:]).reduce(into: [:]) { $0[$1.key.rawValue] = "\($1.value)" })
    return true
  }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // Before everything that reads orders. Do not move!
    CompositeDelegate.measure("orders") { Orders.shared.open() }
    logOutObserver = NotificationCenter.default.addObserver(forName: .userDidLogOut, object: nil, queue: nil) { _ in
      MainActor.assumeIsolated { Account.shared.lock() }
    }
    autosave = Timer.scheduledTimer(withTimeInterval: 30, repeats: true) { _ in
      MainActor.assumeIsolated { Orders.shared.save() }
    }
    CompositeDelegate.measure("front page") {
      let window = UIWindow()
      window.rootViewController = UIViewController()
      window.makeKeyAndVisible()
      self.window = window
      Router.shared.showFront()
    }
    CompositeDelegate.measure("analytics") { Analytics.shared.track("launch") }
    return true
  }

  // MARK: Activity

  func applicationDidBecomeActive(_ application: UIApplication) {
    isActive = true
    Router.shared.uncover()
    Analytics.shared.track("active")
  }

  func applicationWillResignActive(_ application: UIApplication) {
    isActive = false
    Router.shared.cover()
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    CompositeDelegate.measure("orders") { Orders.shared.save() }
    CompositeDelegate.measure("analytics") { Analytics.shared.flush() }
  }

  func applicationWillTerminate(_ application: UIApplication) {
    Orders.shared.save()
    Analytics.shared.flush()
    autosave?.invalidate()
    if let logOutObserver { NotificationCenter.default.removeObserver(logOutObserver) }
    Orders.shared.close()
  }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { Orders.shared.trim() }

  // MARK: Links and shortcuts

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    var isOrder = false
    if url.scheme == "order" {
      Router.shared.show("order \(url.lastPathComponent)")
      isOrder = true
    }
    return isOrder
  }

  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    guard shortcutItem.type == "search" else { return completionHandler(false) }
    Router.shared.show("search")
    completionHandler(true)
  }

  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    guard userActivity.activityType == "order" else { return false }
    Router.shared.show(userActivity.title ?? "an order")
    if let view = window?.rootViewController { restorationHandler([view]) }
    return true
  }

  // MARK: Push

  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) { PushService.shared.register(deviceToken) }

  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) { PushService.shared.failed(error) }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    guard PushService.shared.handle(userInfo) else { return completionHandler(.noData) }
    Orders.shared.refresh { completionHandler($0 ? .newData : .noData) }
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Orders.shared.refresh { completionHandler($0 ? .newData : .noData) }
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    backgroundCompletion = completionHandler
    backgroundCompletion?()
    backgroundCompletion = nil
  }

  // MARK: Interface

  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask { .portrait }
}
