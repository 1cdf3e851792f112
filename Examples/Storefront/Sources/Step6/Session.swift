import Foundation
import ModuleLifecycle
import RollcallFoundation
import Services

/// The customer's session.
final class Session: Module {
  let owned = OwnedObjects()

  static func handlers(_ handlers: inout ModuleHandlers<Session>) {
    handlers.on(DidFinishLaunching.self) { session, _ in
      Account.shared.restore()
      session.owned.observe(.userDidLogOut) { Account.shared.lock() }
    }
    handlers.on(DidEnterBackground.self) { _, _ in Account.shared.lock() }
    handlers.on(WillEnterForeground.self) { _, _ in Account.shared.restore() }
    handlers.answer(OpenURL.self) { _, event in
      event.url.scheme == "login" ? Account.shared.logIn(with: event.url) : nil
    }
  }
}
