// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Services
public import UIKit

/// The delegate as it has grown: everything that the app does when the system calls is in here.
@MainActor public final class AppDelegate: UIResponder, UIApplicationDelegate {
  public var window: UIWindow?
  private var logOutObserver: (any NSObjectProtocol)?
  private var autosave: Timer?
  private var isActive = false
  private var backgroundCompletion: (() -> Void)?

  // MARK: Launch

  public func application(
    _ application: UIApplication, willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Analytics.shared.start(options: (options ?? [:]).reduce(into: [:]) { $0[$1.key.rawValue] = "\($1.value)" })
    return true
  }

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // Before everything that reads orders. Do not move!
    Orders.shared.open()
    Account.shared.restore()
    logOutObserver = NotificationCenter.default.addObserver(forName: .userDidLogOut, object: nil, queue: .main) { _ in
      MainActor.assumeIsolated { Account.shared.lock() }
    }
    autosave = Timer.scheduledTimer(withTimeInterval: 30, repeats: true) { _ in
      MainActor.assumeIsolated { Orders.shared.save() }
    }
    let window = UIWindow()
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
    Router.shared.showFront()
    Analytics.shared.track("launch")
    return true
  }

  // MARK: Activity

  public func applicationDidBecomeActive(_ application: UIApplication) {
    isActive = true
    Router.shared.uncover()
    Analytics.shared.track("active")
  }

  public func applicationWillResignActive(_ application: UIApplication) {
    isActive = false
    Router.shared.cover()
  }

  public func applicationDidEnterBackground(_ application: UIApplication) {
    Orders.shared.save()
    Account.shared.lock()
    Analytics.shared.flush()
  }

  public func applicationWillEnterForeground(_ application: UIApplication) { Account.shared.restore() }

  public func applicationWillTerminate(_ application: UIApplication) {
    Orders.shared.save()
    Analytics.shared.flush()
    autosave?.invalidate()
    if let logOutObserver { NotificationCenter.default.removeObserver(logOutObserver) }
    Orders.shared.close()
  }

  public func applicationDidReceiveMemoryWarning(_ application: UIApplication) { Orders.shared.trim() }

  // MARK: Links and shortcuts

  public func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    // Both are asked: `&&` and `||` forgot the second for a year.
    let isLogIn = url.scheme == "login" && Account.shared.logIn(with: url)
    var isOrder = false
    if url.scheme == "order" {
      Router.shared.show("order \(url.lastPathComponent)")
      isOrder = true
    }
    return isLogIn || isOrder
  }

  public func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    guard shortcutItem.type == "search" else { return completionHandler(false) }
    Router.shared.show("search")
    completionHandler(true)
  }

  public func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    guard userActivity.activityType == "order" else { return false }
    Router.shared.show(userActivity.title ?? "an order")
    if let view = window?.rootViewController { restorationHandler([view]) }
    return true
  }

  // MARK: Push

  public func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) { PushService.shared.register(deviceToken) }

  public func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) { PushService.shared.failed(error) }

  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    guard PushService.shared.handle(userInfo) else { return completionHandler(.noData) }
    Orders.shared.refresh { completionHandler($0 ? .newData : .noData) }
  }

  public func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Orders.shared.refresh { completionHandler($0 ? .newData : .noData) }
  }

  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    backgroundCompletion = completionHandler
    backgroundCompletion?()
    backgroundCompletion = nil
  }

  // MARK: Interface

  public func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask { .portrait }
}
