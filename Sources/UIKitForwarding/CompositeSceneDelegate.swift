#if canImport(UIKit) && os(iOS)
public import ModuleLifecycle
public import UIKit

/// A scene's delegate that sends every call to the composite of the application's delegate.
///
/// Name it, or a subclass, as the delegate's class in the scene's configuration. A scene that is made to open URLs, to
/// continue activities or for a shortcut hears of them with its connection and never again, so they are sent then.
open class CompositeSceneDelegate: UIResponder, UIWindowSceneDelegate {
  /// The scene's window.
  open var window: UIWindow?

  /// What every call is sent to: by default the composite of the application's delegate, where that is a
  /// `CompositeApplicationDelegate`.
  open var composite: CompositeDelegate? {
    (UIApplication.shared.delegate as? CompositeApplicationDelegate)?.composite
  }

  /// Sends `sceneWillConnect`, and what the scene is made for.
  open func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    composite?.send(SceneWillConnect(scene: session.persistentIdentifier))
    if !options.urlContexts.isEmpty { self.scene(scene, openURLContexts: options.urlContexts) }
    for activity in options.userActivities { self.scene(scene, continue: activity) }
    if let item = options.shortcutItem {
      composite?.send(PerformActionForShortcutItem(item: item.type)) { _ in }
    }
  }

  /// Sends `sceneDidDisconnect`.
  open func sceneDidDisconnect(_ scene: UIScene) {
    composite?.send(SceneDidDisconnect(scene: scene.session.persistentIdentifier))
  }

  /// Sends `sceneDidBecomeActive`.
  open func sceneDidBecomeActive(_ scene: UIScene) {
    composite?.send(SceneDidBecomeActive(scene: scene.session.persistentIdentifier))
  }

  /// Sends `sceneWillResignActive`.
  open func sceneWillResignActive(_ scene: UIScene) {
    composite?.send(SceneWillResignActive(scene: scene.session.persistentIdentifier))
  }

  /// Sends `sceneWillEnterForeground`.
  open func sceneWillEnterForeground(_ scene: UIScene) {
    composite?.send(SceneWillEnterForeground(scene: scene.session.persistentIdentifier))
  }

  /// Sends `sceneDidEnterBackground`.
  open func sceneDidEnterBackground(_ scene: UIScene) {
    composite?.send(SceneDidEnterBackground(scene: scene.session.persistentIdentifier))
  }

  /// Sends `sceneOpenURLContexts`.
  open func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    // A set has no order, and modules should see the same one each time.
    let contexts = contexts.map { URLContext($0) }.sorted { $0.url.absoluteString < $1.url.absoluteString }
    composite?.send(SceneOpenURLContexts(scene: scene.session.persistentIdentifier, contexts: contexts))
  }

  /// Sends `willContinueUserActivity`.
  open func scene(_ scene: UIScene, willContinueUserActivityWithType type: String) {
    composite?.send(WillContinueUserActivity(type: type))
  }

  /// Sends `continueUserActivity`.
  open func scene(_ scene: UIScene, continue activity: NSUserActivity) {
    composite?.send(ContinueUserActivity(activity: UserActivity(activity)))
  }

  /// Sends `didUpdateUserActivity`.
  open func scene(_ scene: UIScene, didUpdate activity: NSUserActivity) {
    composite?.send(DidUpdateUserActivity(activity: UserActivity(activity)))
  }

  /// Sends `didFailToContinueUserActivity`.
  open func scene(_ scene: UIScene, didFailToContinueUserActivityWithType type: String, error: any Error) {
    composite?.send(DidFailToContinueUserActivity(type: type, error: error.localizedDescription))
  }

  /// Sends `performActionForShortcutItem`.
  open func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    guard let composite else { return completionHandler(false) }
    composite.send(PerformActionForShortcutItem(item: shortcutItem.type)) { completionHandler($0) }
  }
}
#endif
