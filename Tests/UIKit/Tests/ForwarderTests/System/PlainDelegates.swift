import UIKit

/// What the delegates below hear, and the application's notifications.
@MainActor enum Calls {
  fileprivate static var all: [String] = []

  /// The calls during the body.
  static func during(_ body: () throws -> Void) rethrows -> [String] {
    all = []
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
        let text = notification.name.rawValue
        MainActor.assumeIsolated { all.append(text) }
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    try body()
    return all
  }

  private static let names = [
    UIApplication.didFinishLaunchingNotification, UIApplication.willEnterForegroundNotification,
    UIApplication.didBecomeActiveNotification, UIApplication.willResignActiveNotification,
    UIApplication.didEnterBackgroundNotification, UIApplication.willTerminateNotification,
  ]
}

/// An application's delegate without Rollcall.
protocol NotingDelegate: UIApplicationDelegate {}

extension NotingDelegate {
  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Calls.all.append("willFinishLaunching \(options?.count ?? 0)")
    return true
  }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Calls.all.append("didFinishLaunching \(options?.count ?? 0) \(application.applicationState)")
    return true
  }

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool {
    Calls.all.append("open \(url)")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { Calls.all.append("didBecomeActive") }
}

/// One that does not configure scenes, and says so.
final class PlainDelegate: UIResponder, NotingDelegate, LacksMethods {
  static let lackedMethods: Set<String> = ["application:configurationForConnectingSceneSession:options:"]

  override init() {
    super.init()
    MainActor.assumeIsolated { Calls.all.append("init") }
  }
}

/// One that does not configure scenes, and does not say so.
final class LyingDelegate: UIResponder, NotingDelegate {}

/// One that configures scenes.
final class ConfiguringDelegate: UIResponder, NotingDelegate {
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession, options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    Calls.all.append("configurationForConnecting")
    return UISceneConfiguration(name: "Default Configuration", sessionRole: session.role)
  }
}

/// A scene's delegate without Rollcall.
final class PlainSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  private func note(_ call: String) { Calls.all.append("\(call) \(UIApplication.shared.applicationState)") }

  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    note("willConnect \(options.urlContexts.count)")
  }
  func sceneWillEnterForeground(_ scene: UIScene) { note("sceneWillEnterForeground") }
  func sceneDidBecomeActive(_ scene: UIScene) { note("sceneDidBecomeActive") }
  func sceneWillResignActive(_ scene: UIScene) { note("sceneWillResignActive") }
  func sceneDidEnterBackground(_ scene: UIScene) { note("sceneDidEnterBackground") }
  func sceneDidDisconnect(_ scene: UIScene) { note("sceneDidDisconnect") }
  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { note("openURLContexts") }
}
