import ModuleLifecycle
import RollcallUIKit
import UIKit

extension LegacyDelegate: Module {
  static func handlers(_ handlers: inout ModuleHandlers<LegacyDelegate>) {
    // Methods that return nothing
    handlers.on(DidBecomeActive.self) { old, _ in old.applicationDidBecomeActive(.shared) }
    handlers.on(WillResignActive.self) { old, _ in old.applicationWillResignActive(.shared) }
    handlers.on(DidEnterBackground.self) { old, _ in old.applicationDidEnterBackground(.shared) }
    handlers.on(WillEnterForeground.self) { old, _ in old.applicationWillEnterForeground(.shared) }
    handlers.on(WillTerminate.self) { old, _ in old.applicationWillTerminate(.shared) }
    handlers.on(DidReceiveMemoryWarning.self) { old, _ in old.applicationDidReceiveMemoryWarning(.shared) }
    handlers.on(DidRegisterForRemoteNotifications.self) { old, _, system in
      guard let token = system.deviceToken else { return }
      old.application(.shared, didRegisterForRemoteNotificationsWithDeviceToken: token)
    }
    handlers.on(DidFailToRegisterForRemoteNotifications.self) { old, _, system in
      guard let error = system.error else { return }
      old.application(.shared, didFailToRegisterForRemoteNotificationsWithError: error)
    }

    // Methods that return an answer
    handlers.answer(WillFinishLaunching.self) { old, _, system in
      old.application(.shared, willFinishLaunchingWithOptions: system.launchOptions)
    }
    handlers.answer(DidFinishLaunching.self) { old, _, system in
      old.application(.shared, didFinishLaunchingWithOptions: system.launchOptions)
    }
    handlers.answer(OpenURL.self) { old, event, system in
      old.application(.shared, open: event.url, options: system.openURLOptions ?? [:])
    }
    handlers.answer(ContinueUserActivity.self) { old, _, system in
      guard let activity = system.userActivity else { return nil }
      let isContinued = old.application(.shared, continue: activity) { objects in
        for object in objects ?? [] { system.restoredObjects?.add(object) }
      }
      return UserActivityContinuation(isContinued)
    }
    handlers.answer(SupportedInterfaceOrientations.self) { old, _, system in
      let mask = old.application(.shared, supportedInterfaceOrientationsFor: system.window)
      return InterfaceOrientationMask(rawValue: mask.rawValue)
    }

    // Methods that call a completion handler
    handlers.answerLater(PerformActionForShortcutItem.self) { old, _, system, completion in
      guard let item = system.shortcutItem else { return completion.abstain() }
      old.application(.shared, performActionFor: item) { completion($0) }
    }
    handlers.answerLater(DidReceiveRemoteNotification.self) { old, _, system, completion in
      guard let userInfo = system.userInfo else { return completion.abstain() }
      old.application(.shared, didReceiveRemoteNotification: userInfo) { completion(BackgroundFetchResult($0)) }
    }
    handlers.answerLater(PerformFetch.self) { old, _, completion in
      old.application(.shared, performFetchWithCompletionHandler: { completion(BackgroundFetchResult($0)) })
    }
    handlers.answerLater(HandleEventsForBackgroundURLSession.self) { old, event, completion in
      old.application(.shared, handleEventsForBackgroundURLSession: event.identifier) { completion() }
    }
  }
}

extension BackgroundFetchResult {
  init(_ result: UIBackgroundFetchResult) {
    switch result {
    case .newData: self = .newData
    case .noData: self = .noData
    default: self = .failed
    }
  }
}
