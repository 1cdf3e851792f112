// The code of the article on testing modules, compiled.

import Foundation
import FoundationAdapters
import ModuleLifecycle
import ModuleLifecycleTesting
import Testing

final class Listener: Module {
  let owned = OwnedObjects()
  private var logouts = 0

  static func handlers(_ handlers: inout Handlers<Listener>) {}

  init() {
    owned.observe(Notification.Name("userDidLogOut")) { self.logouts += 1 }  // the mistake: [weak self] is missing
  }
}

/// The failure that the article quotes.
@Test @MainActor func theCheckFindsTheArticlesLeak() async throws {
  let error = await #expect(throws: (any Error).self) { try await checkConformance(of: { Listener() }) }
  #expect(
    "\(try #require(error))"
      == "Listener is still alive: perhaps observer userDidLogOut holds it in its closure. "
      + "It was removed; its objects stay open.")
}
