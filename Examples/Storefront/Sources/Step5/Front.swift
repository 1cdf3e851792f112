import ModuleLifecycle
import RollcallUIKit
import Services
import UIKit

/// The main module: it owns the window.
final class Front: Module {
  let owned = OwnedObjects()
  var window: UIWindow?

  static func handlers(_ handlers: inout ModuleHandlers<Front>) {
    handlers.on(DidFinishLaunching.self) { front, _ in front.open() }
    handlers.on(DidBecomeActive.self) { _, _ in Router.shared.uncover() }
    handlers.on(WillResignActive.self) { _, _ in Router.shared.cover() }
    handlers.answer(OpenURL.self) { _, event in
      guard event.url.scheme == "order" else { return nil }
      Router.shared.show("order \(event.url.lastPathComponent)")
      return true
    }
    handlers.answerLater(PerformActionForShortcutItem.self) { _, event, completion in
      guard event.item == "search" else { return completion.abstain() }
      Router.shared.show("search")
      completion(true)
    }
    handlers.answer(ContinueUserActivity.self) { front, event, system in
      guard event.activity.type == "order" else { return nil }
      Router.shared.show(event.activity.title ?? "an order")
      if let view = front.window?.rootViewController { system.restoredObjects?.add(view) }
      return true
    }
    handlers.answer(SupportedInterfaceOrientations.self) { _, _ in .portrait }
  }

  private func open() {
    let window = UIWindow()
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
    Router.shared.showFront()
  }
}
