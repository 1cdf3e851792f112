import Foundation
import ModuleLifecycle
import Services

/// The customer's session.
final class Session: Module {
  static func handlers(_ handlers: inout ModuleHandlers<Session>) {
    handlers.on(DidFinishLaunching.self) { _, _ in Account.shared.restore() }
    handlers.on(DidEnterBackground.self) { _, _ in Account.shared.lock() }
    handlers.on(WillEnterForeground.self) { _, _ in Account.shared.restore() }
    handlers.answer(OpenURL.self) { _, event in
      event.url.scheme == "login" ? Account.shared.logIn(with: event.url) : nil
    }
  }
}
