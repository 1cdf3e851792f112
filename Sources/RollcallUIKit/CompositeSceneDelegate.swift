#if os(iOS) || UIKIT_STAND_IN
public import ModuleLifecycle
public import UIKit

/// A scene delegate that sends every call to the composite of the application's delegate.
///
/// Name this class, `CompositeSceneDelegate`, as the delegate class in the scene's configuration; or a subclass of the
/// app, `$(PRODUCT_MODULE_NAME).SceneDelegate`. A scene that is created to open URLs, to continue activities or for a
/// shortcut gets them only with its connection. They are sent as events then.
///
/// Modules that handle the application's `didBecomeActive`, `willResignActive`, `willEnterForeground` and
/// `didEnterBackground` get them as before: they follow from the events of the scenes.
#if canImport(ObjectiveC)
@objc(CompositeSceneDelegate)
#endif
open class CompositeSceneDelegate: UIResponder, UIWindowSceneDelegate {
  /// The scene's window.
  open var window: UIWindow?

  /// The composite that every call is sent to; by default the composite of `CompositeApplicationDelegate.current`.
  open var composite: CompositeDelegate? { CompositeApplicationDelegate.current?.composite }

  /// Sends `sceneWillConnect`. The links, activities and the shortcut that the scene was created for follow as events.
  open func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    let reasons = SceneConnectionOptions(options)
    let role = SceneRole(session.role)
    let activities = SceneConnectionOptions.sorted(options.userActivities)
    let objects = activities.map { _ in RestoredObjects() }
    composite?.send(
      SceneWillConnect(
        scene: session.persistentIdentifier, role: role == .windowApplication ? nil : role,
        options: reasons == SceneConnectionOptions() ? nil : reasons),
      with: [scene, session, options],
      bridging: SceneConnectionOptions.systemObjects(of: options, for: scene, restoring: objects))
    for (activity, objects) in zip(activities, objects) { objects.restore(activity) }
  }

  /// Sends `sceneDidDisconnect`.
  open func sceneDidDisconnect(_ scene: UIScene) {
    composite?.send(SceneDidDisconnect(scene: scene.session.persistentIdentifier), with: [scene])
  }

  /// Sends `sceneDidBecomeActive`.
  open func sceneDidBecomeActive(_ scene: UIScene) {
    composite?.send(SceneDidBecomeActive(scene: scene.session.persistentIdentifier), with: [scene])
    guard let delegate = CompositeApplicationDelegate.current, delegate.composite === composite else { return }
    delegate.checks.checkActivation(of: delegate)
    delegate.checks.compareState(after: SceneDidBecomeActive.name, of: .shared)
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
    guard let delegate = CompositeApplicationDelegate.current, delegate.composite === composite else { return }
    delegate.checks.compareState(after: SceneDidEnterBackground.name, of: .shared)
  }

  /// Sends `sceneOpenURLContexts`.
  open func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    let sorted = SceneConnectionOptions.sorted(contexts).map { URLContext($0) }
    composite?.send(
      SceneOpenURLContexts(scene: scene.session.persistentIdentifier, contexts: sorted), with: [scene, contexts],
      bridging: SceneConnectionOptions.systemObjects(of: contexts, for: scene))
  }

  /// Sends `willContinueUserActivity`.
  open func scene(_ scene: UIScene, willContinueUserActivityWithType type: String) {
    composite?.send(WillContinueUserActivity(type: type), with: [scene])
  }

  /// Sends `continueUserActivity`, and restores the activity in the objects that modules have added.
  open func scene(_ scene: UIScene, continue activity: NSUserActivity) {
    guard let composite else { return }
    let objects = RestoredObjects()
    let continuation = composite.send(
      ContinueUserActivity(activity: UserActivityContent(activity)), with: [activity, scene, objects])
    if let delegate = CompositeApplicationDelegate.current, delegate.composite === composite {
      for object in delegate.objects(restored: continuation.restored) { objects.add(object) }
    }
    objects.restore(activity)
  }

  /// Sends `didUpdateUserActivity`.
  open func scene(_ scene: UIScene, didUpdate activity: NSUserActivity) {
    composite?.send(DidUpdateUserActivity(activity: UserActivityContent(activity)), with: [activity, scene])
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
