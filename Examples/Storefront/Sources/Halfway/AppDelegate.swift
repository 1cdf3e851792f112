import Before
public import ModuleLifecycle
import Services
import UIKit
public import UIKitForwarding

// After steps 1 and 2: a composite stands in the old delegate's place, and the old delegate is one of its modules. Steps 3 and
// 4 have begun: the session has moved out.

/// Step 2: what the system calls.
public final class AppDelegate: CompositeApplicationDelegate {
  public override class func makeComposite() throws -> CompositeDelegate {
    let composite = CompositeDelegate(name: "Storefront")
    try composite.register("Legacy", role: .main) { LegacyDelegate() }
    return composite
  }
}

/// Step 1: the old delegate as one module. Each of its methods is named once; nothing in it has changed.
final class LegacyDelegate: Module {
  let owned = OwnedObjects()
  private let old = Before.AppDelegate()
  private var application: UIApplication { .shared }

  static func handlers(_ handlers: inout Handlers<LegacyDelegate>) {
    handlers.answer(WillFinishLaunching.self) { legacy, _, native in
      legacy.old.application(legacy.application, willFinishLaunchingWithOptions: native[Options.self])
    }
    handlers.answer(DidFinishLaunching.self) { legacy, _, native in
      legacy.old.application(legacy.application, didFinishLaunchingWithOptions: native[Options.self])
    }
    handlers.on(DidBecomeActive.self) { legacy, _ in legacy.old.applicationDidBecomeActive(legacy.application) }
    handlers.on(WillResignActive.self) { legacy, _ in legacy.old.applicationWillResignActive(legacy.application) }
    handlers.on(DidEnterBackground.self) { legacy, _ in legacy.old.applicationDidEnterBackground(legacy.application) }
    handlers.on(WillEnterForeground.self) { legacy, _ in legacy.old.applicationWillEnterForeground(legacy.application) }
    handlers.on(WillTerminate.self) { legacy, _ in legacy.old.applicationWillTerminate(legacy.application) }
    handlers.on(DidReceiveMemoryWarning.self) { legacy, _ in
      legacy.old.applicationDidReceiveMemoryWarning(legacy.application)
    }
    handlers.answer(OpenURL.self) { legacy, event in legacy.old.application(legacy.application, open: event.url) }
    handlers.answerLater(PerformActionForShortcutItem.self) { legacy, _, native, completion in
      guard let item = native[UIApplicationShortcutItem.self] else { return completion.abstain() }
      legacy.old.application(legacy.application, performActionFor: item) { completion($0) }
    }
    handlers.answer(ContinueUserActivity.self) { legacy, _, native in
      guard let activity = native[NSUserActivity.self] else { return nil }
      let isContinued = legacy.old.application(legacy.application, continue: activity) { objects in
        for object in objects ?? [] { native[RestoredObjects.self]?.add(object) }
      }
      return UserActivityContinuation(isContinued)
    }
    handlers.on(DidRegisterForRemoteNotifications.self) { legacy, _, native in
      guard let token = native[Data.self] else { return }
      legacy.old.application(legacy.application, didRegisterForRemoteNotificationsWithDeviceToken: token)
    }
    handlers.on(DidFailToRegisterForRemoteNotifications.self) { legacy, _, native in
      guard let error = native[(any Error).self] else { return }
      legacy.old.application(legacy.application, didFailToRegisterForRemoteNotificationsWithError: error)
    }
    handlers.answerLater(DidReceiveRemoteNotification.self) { legacy, _, native, completion in
      let message = native[[AnyHashable: Any].self] ?? [:]
      legacy.old.application(legacy.application, didReceiveRemoteNotification: message) { completion(FetchResult($0)) }
    }
    handlers.answerLater(PerformFetch.self) { legacy, _, completion in
      legacy.old.application(legacy.application, performFetchWithCompletionHandler: { completion(FetchResult($0)) })
    }
    handlers.answerLater(HandleEventsForBackgroundURLSession.self) { legacy, event, completion in
      legacy.old.application(legacy.application, handleEventsForBackgroundURLSession: event.identifier) { completion() }
    }
    handlers.answer(SupportedInterfaceOrientations.self) { legacy, _, native in
      let mask = legacy.old.application(legacy.application, supportedInterfaceOrientationsFor: native[UIWindow.self])
      return InterfaceOrientationMask(rawValue: mask.rawValue)
    }
  }

  private typealias Options = [UIApplication.LaunchOptionsKey: Any]
}

extension FetchResult {
  init(_ result: UIBackgroundFetchResult) {
    switch result {
    case .newData: self = .newData
    case .noData: self = .noData
    default: self = .failed
    }
  }
}
