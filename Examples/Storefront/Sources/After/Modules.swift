import Foundation
import FoundationAdapters
import ModuleLifecycle
import Services
import UIKit
import UIKitForwarding

/// Counts. It starts first, so that it sees all that the others do.
final class Statistics: Module {
  let owned = OwnedObjects()

  static func handlers(_ handlers: inout Handlers<Statistics>) {
    handlers.on(WillFinishLaunching.self) { _, event in Analytics.shared.start(options: event.options) }
    handlers.on(DidFinishLaunching.self) { _, _ in Analytics.shared.track("launch") }
    handlers.on(DidBecomeActive.self) { _, _ in Analytics.shared.track("active") }
    handlers.on(DidEnterBackground.self) { _, _ in Analytics.shared.flush() }
    handlers.on(WillTerminate.self) { _, _ in Analytics.shared.flush() }
  }
}

/// The orders on disk. What it opens it owns: nothing has to be remembered when the application ends.
final class OrderBook: Module {
  let owned = OwnedObjects()

  static func handlers(_ handlers: inout Handlers<OrderBook>) {
    handlers.on(DidFinishLaunching.self) { book, _ in
      Orders.shared.open()
      book.owned.own("database", "orders", lifetime: .application, onMainActor: { Orders.shared.close() })
      book.owned.timer("autosave", every: .seconds(30)) { MainActor.assumeIsolated { Orders.shared.save() } }
    }
    handlers.on(DidEnterBackground.self) { _, _ in Orders.shared.save() }
    handlers.on(WillTerminate.self) { _, _ in Orders.shared.save() }
    handlers.on(DidReceiveMemoryWarning.self) { _, _ in Orders.shared.trim() }
    handlers.answerLater(PerformFetch.self) { _, _, completion in
      Orders.shared.refresh { completion($0 ? .newData : .noData) }
    }
    handlers.answerLater(HandleEventsForBackgroundURLSession.self) { _, _, completion in completion() }
  }
}

/// The customer's session.
final class Session: Module {
  let owned = OwnedObjects()

  static func handlers(_ handlers: inout Handlers<Session>) {
    handlers.on(DidFinishLaunching.self) { session, _ in
      Account.shared.restore()
      session.owned.observe(.userDidLogOut) { MainActor.assumeIsolated { Account.shared.lock() } }
    }
    handlers.on(DidEnterBackground.self) { _, _ in Account.shared.lock() }
    handlers.on(WillEnterForeground.self) { _, _ in Account.shared.restore() }
    // All modules are asked, whatever another says; a module that has nothing to say abstains.
    handlers.answer(OpenURL.self) { _, event in
      event.url.scheme == "login" ? Account.shared.logIn(with: event.url) : nil
    }
  }
}

/// The main module: it owns the window.
final class Front: Module {
  let owned = OwnedObjects()
  private var window: UIWindow?

  static func handlers(_ handlers: inout Handlers<Front>) {
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
    handlers.answer(ContinueUserActivity.self) { front, event, native in
      guard event.activity.type == "order" else { return nil }
      Router.shared.show(event.activity.title ?? "an order")
      if let view = front.window?.rootViewController { native[RestoredObjects.self]?.add(view) }
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

/// Pushes.
final class Push: Module {
  let owned = OwnedObjects()

  static func handlers(_ handlers: inout Handlers<Push>) {
    handlers.on(DidRegisterForRemoteNotifications.self) { _, _, native in
      if let token = native[Data.self] { PushService.shared.register(token) }
    }
    handlers.on(DidFailToRegisterForRemoteNotifications.self) { _, _, native in
      if let error = native[(any Error).self] { PushService.shared.failed(error) }
    }
    handlers.answerLater(DidReceiveRemoteNotification.self) { _, _, native, completion in
      guard PushService.shared.handle(native[[AnyHashable: Any].self] ?? [:]) else { return completion(.noData) }
      Orders.shared.refresh { completion($0 ? .newData : .noData) }
    }
  }
}
