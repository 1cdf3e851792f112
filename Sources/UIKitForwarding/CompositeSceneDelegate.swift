#if os(iOS) || UIKIT_STAND_IN
public import ModuleLifecycle
public import UIKit

/// A scene delegate that sends every call to the composite of the application's delegate.
///
/// Name this class, `CompositeSceneDelegate`, as the delegate class in the scene's configuration; or a subclass of the
/// app, `$(PRODUCT_MODULE_NAME).SceneDelegate`. A scene that is created to open URLs, to continue activities or for a
/// shortcut gets them only with its connection. They are sent as events then.
#if canImport(ObjectiveC)
@objc(CompositeSceneDelegate)
#endif
open class CompositeSceneDelegate: UIResponder, UIWindowSceneDelegate {
  /// The scene's window.
  open var window: UIWindow?

  /// The composite that every call is sent to; by default the composite of `CompositeApplicationDelegate.current`.
  open var composite: CompositeDelegate? { CompositeApplicationDelegate.current?.composite }

  /// Sends `sceneWillConnect`, then the events that the scene was created for.
  open func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    composite?.send(SceneWillConnect(scene: session.persistentIdentifier), with: [scene, session, options])
    if !options.urlContexts.isEmpty { self.scene(scene, openURLContexts: options.urlContexts) }
    // A set has no order, and modules should see the same order each time.
    let activities = options.userActivities.sorted {
      ($0.activityType, $0.title ?? "") < ($1.activityType, $1.title ?? "")
    }
    for activity in activities { self.scene(scene, continue: activity) }
    if let item = options.shortcutItem {
      composite?.send(PerformActionForShortcutItem(item: item.type), with: [item, scene]) { _ in }
    }
  }

  /// Sends `sceneDidDisconnect`.
  open func sceneDidDisconnect(_ scene: UIScene) {
    composite?.send(SceneDidDisconnect(scene: scene.session.persistentIdentifier), with: [scene])
  }

  /// Sends `sceneDidBecomeActive`.
  open func sceneDidBecomeActive(_ scene: UIScene) {
    composite?.send(SceneDidBecomeActive(scene: scene.session.persistentIdentifier), with: [scene])
  }

  /// Sends `sceneWillResignActive`.
  open func sceneWillResignActive(_ scene: UIScene) {
    composite?.send(SceneWillResignActive(scene: scene.session.persistentIdentifier), with: [scene])
  }

  /// Sends `sceneWillEnterForeground`.
  open func sceneWillEnterForeground(_ scene: UIScene) {
    composite?.send(SceneWillEnterForeground(scene: scene.session.persistentIdentifier), with: [scene])
  }

  /// Sends `sceneDidEnterBackground`.
  open func sceneDidEnterBackground(_ scene: UIScene) {
    composite?.send(SceneDidEnterBackground(scene: scene.session.persistentIdentifier), with: [scene])
  }

  /// Sends `sceneOpenURLContexts`.
  open func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    // A set has no order, and modules should see the same order each time.
    let sorted = contexts.map { URLContext($0) }.sorted { $0.url.absoluteString < $1.url.absoluteString }
    composite?.send(
      SceneOpenURLContexts(scene: scene.session.persistentIdentifier, contexts: sorted), with: [scene, contexts])
  }

  /// Sends `willContinueUserActivity`.
  open func scene(_ scene: UIScene, willContinueUserActivityWithType type: String) {
    composite?.send(WillContinueUserActivity(type: type), with: [scene])
  }

  /// Sends `continueUserActivity`.
  open func scene(_ scene: UIScene, continue activity: NSUserActivity) {
    composite?.send(ContinueUserActivity(activity: UserActivity(activity)), with: [activity, scene])
  }

  /// Sends `didUpdateUserActivity`.
  open func scene(_ scene: UIScene, didUpdate activity: NSUserActivity) {
    composite?.send(DidUpdateUserActivity(activity: UserActivity(activity)), with: [activity, scene])
  }

  /// Sends `didFailToContinueUserActivity`.
  open func scene(_ scene: UIScene, didFailToContinueUserActivityWithType type: String, error: any Error) {
    composite?.send(
      DidFailToContinueUserActivity(type: type, error: error.localizedDescription), with: [error, scene])
  }

  /// Sends `performActionForShortcutItem`.
  open func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    guard let composite else { return completionHandler(false) }
    composite.send(PerformActionForShortcutItem(item: shortcutItem.type), with: [shortcutItem, windowScene]) {
      completionHandler($0)
    }
  }
}
#endif
