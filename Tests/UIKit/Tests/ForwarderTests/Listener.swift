import ModuleLifecycle
import RollcallUIKit
import UIKit
import UserNotifications

/// Writes down what it hears, in words that do not depend on scenes. It configures none.
final class Listener: Module {
  /// The events of the application.
  private(set) var heard: [String] = []
  /// The events of scenes, among those of the application.
  private(set) var all: [String] = []

  private func hear(_ line: String) {
    heard.append(line)
    all.append(line)
  }

  static func handlers(_ handlers: inout ModuleHandlers<Listener>) {
    handlers.on(WillFinishLaunching.self) { $0.hear("willFinishLaunching \($1.options.values.sorted())") }
    handlers.on(DidFinishLaunching.self) { $0.hear("didFinishLaunching \($1.options.values.sorted())") }
    handlers.on(DidBecomeActive.self) { listener, _ in listener.hear("didBecomeActive") }
    handlers.on(WillResignActive.self) { listener, _ in listener.hear("willResignActive") }
    handlers.on(DidEnterBackground.self) { listener, _ in listener.hear("didEnterBackground") }
    handlers.on(WillEnterForeground.self) { listener, _ in listener.hear("willEnterForeground") }
    handlers.on(WillTerminate.self) { listener, _ in listener.hear("willTerminate") }
    handlers.on(DidReceiveMemoryWarning.self) { listener, _ in listener.hear("didReceiveMemoryWarning") }
    handlers.answer(OpenURL.self) { listener, event in
      listener.hear("openURL \(event.url)")
      return true
    }
    handlers.answer(WillContinueUserActivity.self) { listener, event in
      listener.hear("willContinueUserActivity \(event.type)")
      return true
    }
    handlers.answer(ContinueUserActivity.self) { listener, event in
      listener.hear("continueUserActivity \(event.activity.type)")
      return true
    }
    handlers.answerLater(PerformActionForShortcutItem.self) { listener, event, completion in
      listener.hear("performActionForShortcutItem \(event.item)")
      completion(true)
    }
    handlers.answerLater(UserNotificationDidReceive.self) { listener, event, completion in
      listener.hear("userNotificationDidReceive \(event.identifier)")
      completion()
    }
    handlers.on(DidDiscardSceneSessions.self) { $0.all.append("didDiscardSceneSessions \($1.sessions)") }
    handlers.on(SceneWillConnect.self) { $0.all.append("\($1.scene) connects") }
    handlers.on(SceneDidDisconnect.self) { $0.all.append("\($1.scene) disconnects") }
    handlers.on(SceneDidBecomeActive.self) { $0.all.append("\($1.scene) is active") }
    handlers.on(SceneWillResignActive.self) { $0.all.append("\($1.scene) resigns") }
    handlers.on(SceneWillEnterForeground.self) { $0.all.append("\($1.scene) enters the foreground") }
    handlers.on(SceneDidEnterBackground.self) { $0.all.append("\($1.scene) enters the background") }
  }
}

/// The delegate of an app with the listener. It is also the notification center's delegate.
final class ListeningDelegate: CompositeApplicationDelegate {
  override class func makeComposite() throws -> CompositeDelegate {
    let composite = CompositeDelegate(name: "Test")
    try composite.register("Listener") { Listener() }
    return composite
  }

  override func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    UNUserNotificationCenter.current().delegate = self
    return super.application(application, didFinishLaunchingWithOptions: options)
  }
}

extension CompositeApplicationDelegate {
  private var listener: Listener {
    guard let listener = composite.module(Listener.self) else { preconditionFailure("It is registered.") }
    return listener
  }

  var heard: [String] { listener.heard }
  var all: [String] { listener.all }

  var warnings: [WarningEntry] {
    composite.journal.reader().read(bytes: .max).compactMap(\.warning)
  }
}
