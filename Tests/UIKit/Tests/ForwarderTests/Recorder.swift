import ModuleLifecycle
import RollcallUIKit
import UIKit

/// Handles every event and keeps its system objects.
final class Recorder: Module {
  let owned = OwnedObjects()
  let editor = UIViewController()
  private(set) var names: [String] = []
  private(set) var seen: [String: SystemObjects] = [:]

  private func note(_ event: any LifecycleEvent, _ system: SystemObjects) {
    let name = type(of: event).name
    names.append((event as? ContinueUserActivity).map { "\(name) \($0.activity.type)" } ?? name)
    seen[name] = system
  }

  static func handlers(_ handlers: inout ModuleHandlers<Recorder>) {
    handlers.answer(WillFinishLaunching.self) {
      $0.note($1, $2)
      return true
    }
    handlers.answer(DidFinishLaunching.self) {
      $0.note($1, $2)
      return true
    }
    handlers.on(DidBecomeActive.self) { $0.note($1, $2) }
    handlers.on(WillResignActive.self) { $0.note($1, $2) }
    handlers.on(DidEnterBackground.self) { $0.note($1, $2) }
    handlers.on(WillEnterForeground.self) { $0.note($1, $2) }
    handlers.on(WillTerminate.self) { $0.note($1, $2) }
    handlers.on(DidReceiveMemoryWarning.self) { $0.note($1, $2) }
    handlers.on(SignificantTimeChange.self) { $0.note($1, $2) }
    handlers.on(ProtectedDataDidBecomeAvailable.self) { $0.note($1, $2) }
    handlers.on(ProtectedDataWillBecomeUnavailable.self) { $0.note($1, $2) }
    handlers.answer(OpenURL.self) {
      $0.note($1, $2)
      return true
    }
    handlers.answerLater(PerformActionForShortcutItem.self) {
      $0.note($1, $2)
      $3(true)
    }
    handlers.answer(WillContinueUserActivity.self) {
      $0.note($1, $2)
      return true
    }
    handlers.answer(ContinueUserActivity.self) { recorder, event, system in
      recorder.note(event, system)
      system.restoredObjects?.add(recorder.editor)
      return UserActivityContinuation(true)
    }
    handlers.on(DidUpdateUserActivity.self) { $0.note($1, $2) }
    handlers.on(DidFailToContinueUserActivity.self) { $0.note($1, $2) }
    handlers.on(DidRegisterForRemoteNotifications.self) { $0.note($1, $2) }
    handlers.on(DidFailToRegisterForRemoteNotifications.self) { $0.note($1, $2) }
    handlers.answerLater(DidReceiveRemoteNotification.self) {
      $0.note($1, $2)
      $3(.newData)
    }
    handlers.answerLater(PerformFetch.self) {
      $0.note($1, $2)
      $3(.noData)
    }
    handlers.answerLater(HandleEventsForBackgroundURLSession.self) {
      $0.note($1, $2)
      $3()
    }
    handlers.answer(UserNotificationWillPresent.self) {
      $0.note($1, $2)
      return []
    }
    handlers.answerLater(UserNotificationDidReceive.self) {
      $0.note($1, $2)
      $3()
    }
    handlers.answer(SupportedInterfaceOrientations.self) {
      $0.note($1, $2)
      return .portrait
    }
    handlers.answer(ShouldAllowExtensionPoint.self) {
      $0.note($1, $2)
      return true
    }
    handlers.answer(ShouldSaveSecureApplicationState.self) {
      $0.note($1, $2)
      return true
    }
    handlers.answer(ShouldRestoreSecureApplicationState.self) {
      $0.note($1, $2)
      return true
    }
    handlers.answer(ConfigurationForConnecting.self) { recorder, event, system in
      recorder.note(event, system)
      let configuration = UISceneConfiguration(name: "Offered", sessionRole: .windowApplication)
      configuration.delegateClass = CompositeSceneDelegate.self
      system.offeredConfiguration?.offer(configuration)
      return nil
    }
    handlers.on(DidDiscardSceneSessions.self) { $0.note($1, $2) }
    handlers.on(SceneWillConnect.self) { $0.note($1, $2) }
    handlers.on(SceneDidDisconnect.self) { $0.note($1, $2) }
    handlers.on(SceneDidBecomeActive.self) { $0.note($1, $2) }
    handlers.on(SceneWillResignActive.self) { $0.note($1, $2) }
    handlers.on(SceneWillEnterForeground.self) { $0.note($1, $2) }
    handlers.on(SceneDidEnterBackground.self) { $0.note($1, $2) }
    handlers.on(SceneOpenURLContexts.self) { $0.note($1, $2) }
  }
}

final class TestDelegate: CompositeApplicationDelegate {
  override class func makeComposite() throws -> CompositeDelegate {
    let composite = CompositeDelegate(name: "Test")
    try composite.register("Recorder") { Recorder() }
    return composite
  }
}

final class EmptyDelegate: CompositeApplicationDelegate {}

final class SceneConfiguringDelegate: CompositeApplicationDelegate, OverridesMethods {
  static let overriddenMethods: Set = ["application:configurationForConnectingSceneSession:options:"]

  override func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession, options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    super.application(application, configurationForConnecting: session, options: options)
  }
}

final class FetchingDelegate: CompositeApplicationDelegate, OverridesMethods {
  static let overriddenMethods: Set = ["application:performFetchWithCompletionHandler:"]

  override func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    completionHandler(.newData)
  }
}
