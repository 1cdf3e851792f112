// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The Swift on the page iOS.md, which `ReadmeTests` compares with this.

public import ModuleLifecycle
public import RollcallUIKit
import SwiftUI
import UIKit
import UserNotifications

public final class AppDelegate: CompositeApplicationDelegate {
  public override class func makeComposite() throws -> CompositeDelegate {
    let composite = CompositeDelegate(name: "Storefront")
    try composite.register("Windows", role: .main) { Windows() }
    try composite.register("Push") { Push() }
    try composite.register("Basket") { BasketModule() }
    return composite
  }
}

struct StorefrontApp: App {
  @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

  var body: some Scene {
    WindowGroup { Text("Storefront") }
  }
}

final class SceneDelegates: Module {
  static func handlers(_ handlers: inout ModuleHandlers<SceneDelegates>) {
    handlers.answer(ConfigurationForConnecting.self) { _, _ in
      SceneConfiguration(delegateClass: "CompositeSceneDelegate")
    }
  }
}

final class Windows: Module {
  let owned = OwnedObjects()
  private var windows: [String: UIWindow] = [:]

  static func handlers(_ handlers: inout ModuleHandlers<Windows>) {
    handlers.on(SceneWillConnect.self) { windows, event, system in
      guard event.role == nil, let scene = system.windowScene else { return }
      let window = UIWindow(windowScene: scene)
      window.rootViewController = UIViewController()
      window.makeKeyAndVisible()
      windows.windows[event.scene] = window
    }
    handlers.on(SceneDidDisconnect.self) { windows, event in windows.windows[event.scene] = nil }
  }
}

final class Push: Module {
  let owned = OwnedObjects()

  static func handlers(_ handlers: inout ModuleHandlers<Push>) {
    handlers.on(DidRegisterForRemoteNotifications.self) { _, event, system in
      guard let token = system.deviceToken else { return }
      Vendor.shared.setDeviceToken(token)
    }
    handlers.on(DidFinishLaunching.self) { _, _, system in  // its answer is no vote
      _ = Vendor.shared.application(
        .shared, didFinishLaunchingWithOptions: system.launchOptions)
    }
  }
}

@MainActor protocol Basket: AnyObject {
  func add(_ item: String)
}

final class BasketModule: Module, Basket {
  let owned = OwnedObjects()
  func add(_ item: String) {}
}

@MainActor func buy(_ item: String) {
  CompositeApplicationDelegate.current?.composite.module((any Basket).self)?.add(item)
}

extension UIApplication {
  var appDelegate: AppDelegate? { CompositeApplicationDelegate.current as? AppDelegate }
}

@MainActor final class DelegateBridge: NSObject {
  let delegate = AppDelegate()

  func didFinishLaunching(_ application: UIApplication, options: [UIApplication.LaunchOptionsKey: Any]) -> Bool {
    delegate.application(application, didFinishLaunchingWithOptions: options)
  }
}

/// Stands for a vendor's SDK.
@MainActor final class Vendor {
  static let shared = Vendor()
  private(set) var token: Data?
  func setDeviceToken(_ token: Data) { self.token = token }
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
}
