// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The Swift on the page Scenes.md that is about an old delegate. The rest is in Examples/Storefront.

public import ModuleLifecycle
public import RollcallUIKit
public import UIKit

/// Stands for a delegate that makes its window at launch.
final class OldDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow()
    window?.makeKeyAndVisible()
    return true
  }
}

extension OldDelegate: Module {
  static func handlers(_ handlers: inout ModuleHandlers<OldDelegate>) {
    handlers.answer(DidFinishLaunching.self) { old, _, system in
      old.application(.shared, didFinishLaunchingWithOptions: system.launchOptions)
    }
    handlers.on(SceneWillConnect.self) { old, event, system in
      guard event.role == nil, let scene = system.windowScene else { return }
      old.window?.windowScene = scene
      old.window?.makeKeyAndVisible()
    }
  }
}

public final class AdoptingDelegate: CompositeApplicationDelegate {
  public override class func makeComposite() throws -> CompositeDelegate {
    let composite = CompositeDelegate(name: "Storefront")
    try composite.register("Legacy", role: .main) { OldDelegate() }
    return composite
  }
}

public final class SceneDelegate: CompositeSceneDelegate {
  /// UIKit asks when the scene goes to the background.
  public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    let activity = NSUserActivity(activityType: "restoration")
    activity.title = "front page"
    return activity
  }
}
