package import ModuleLifecycle

/// Who is signed in. The window shows it.
@MainActor package protocol SignedIn { var name: String { get } }

package final class Window: Module {
  package let owned = OwnedObjects()
  private weak let composite: CompositeDelegate?

  package init(in composite: CompositeDelegate) {
    self.composite = composite
    compute(60)
  }

  package static func handlers(_ handlers: inout ModuleHandlers<Window>) {
    handlers.on(DidFinishLaunching.self) { window, _ in
      _ = window.composite?.module((any SignedIn).self)?.name
      compute(40)
    }
  }
}

/// Reads the session from the keychain.
package final class Session: Module, SignedIn {
  package let owned = OwnedObjects()
  package let name = "Ada"
  package init() { wait(90) }
}

/// Asks its server what to show.
package final class Ads: Module {
  package let owned = OwnedObjects()
  package init() { wait(50) }

  package static func handlers(_ handlers: inout ModuleHandlers<Ads>) {
    handlers.on(DidFinishLaunching.self) { _, _ in wait(250) }
  }
}

/// Builds the index of all articles.
package final class Search: Module {
  package let owned = OwnedObjects()
  package init() {}

  package static func handlers(_ handlers: inout ModuleHandlers<Search>) {
    handlers.on(DidFinishLaunching.self) { _, _ in compute(180) }
  }
}

/// Opens its log.
package final class Analytics: Module {
  package let owned = OwnedObjects()
  package init() { wait(120) }
}

package final class Help: Module {
  package let owned = OwnedObjects()
  package init() {}
}
