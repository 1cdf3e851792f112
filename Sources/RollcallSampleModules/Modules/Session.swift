#if CommandLine
import Foundation
import RollcallFoundation
import ModuleLifecycle

/// Knows which user is logged in. Its links are `session:login` and `session:logout`.
final class Session: Module {
  struct User: Codable, Equatable {
    var name: String
    var since: Date
  }

  private let owned = OwnedObjects()
  let saved = ScratchFile.path("session.json")
  private(set) var user: User?

  private let center: NotificationCenter

  init(center: NotificationCenter) {
    self.center = center
    owned.observe(.userDidLogOut, owner: self, center: center) { session in session.user = nil }
    owned.own(saved, "saved session", as: .file) { try? FileManager.default.removeItem(at: $0) }
  }

  static func handlers(_ handlers: inout ModuleHandlers<Session>) {
    handlers.answer(DidFinishLaunching.self) { session, _ in
      session.user = session.load() ?? User(name: "ada", since: Date())
      return true
    }
    handlers.on(DidEnterBackground.self) { session, _ in try session.save() }
    handlers.on(WillTerminate.self) { session, _ in try session.save() }
    handlers.answer(OpenURL.self) { session, event in session.open(event.url) }
  }

  private func load() -> User? {
    (try? Data(contentsOf: saved)).flatMap { try? JSONDecoder().decode(User.self, from: $0) }
  }

  private func save() throws { try JSONEncoder().encode(user).write(to: saved, options: .atomic) }

  private func open(_ url: URL) -> Bool? {
    switch url.absoluteString {
    case "session:login": user = User(name: "ada", since: Date())
    case "session:logout": center.post(name: .userDidLogOut, object: nil)
    default: return nil
    }
    return true
  }
}
#endif
