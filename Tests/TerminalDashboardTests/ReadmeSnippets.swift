// The code in the README, compiled. A test holds the two against each other: a snippet there has to stand here, between
// the lines that give it something to work with.

import Foundation
import FoundationAdapters
import ModuleLifecycle
import ModuleLifecycleTesting
import TerminalDashboard
import Testing

/// The old delegate that the README takes apart.
@MainActor final class AppDelegate {
  func didFinishLaunching(_ options: [String: String]) -> Bool { true }
  func open(_ url: URL) -> Bool { url.scheme == "shop" }
  func didEnterBackground() {}
}

// Step 1
final class LegacyDelegate: Module {
  private let old = AppDelegate()

  static func handlers(_ handlers: inout Handlers<LegacyDelegate>) {
    handlers.answer(DidFinishLaunching.self) { legacy, event in legacy.old.didFinishLaunching(event.options) }
    handlers.answer(OpenURL.self) { legacy, event in legacy.old.open(event.url) }
    handlers.on(DidEnterBackground.self) { legacy, _ in legacy.old.didEnterBackground() }
  }
}

// Step 2
@MainActor func makeComposite() throws -> CompositeDelegate {
  let composite = CompositeDelegate(name: "Storefront")
  try composite.register("Legacy", role: .main) { LegacyDelegate() }
  try composite.register("Session") { Session() }
  return composite
}

// Steps 3 and 4
final class Session: Module {
  let owned = OwnedObjects()

  static func handlers(_ handlers: inout Handlers<Session>) {
    handlers.on(DidEnterBackground.self) { session, _ in try session.save() }
    handlers.answer(OpenURL.self) { session, event in event.url.scheme == "login" ? session.logIn(event.url) : nil }
  }

  init() {
    owned.observe(Notification.Name("userDidLogOut")) { print("logged out") }
    owned.timer("autosave", every: .seconds(30)) { [weak self] in try? self?.save() }
    owned.own("cache", "thumbnails") { print("thumbnails thrown away") }
  }

  private func save() throws {}
  private func logIn(_ url: URL) -> Bool { url.host() != nil }
}

// Step 5
@MainActor func applicationDidFinishLaunching(_ composite: CompositeDelegate) -> Bool {
  composite.send(DidFinishLaunching())
}

@MainActor func showDashboard() {
  do {
    try makeComposite().runDashboard()
  } catch {
    print(error)
  }
}

struct DidLogOut: LifecycleEvent {
  var user: String
  static var example: DidLogOut { DidLogOut(user: "ada") }
}

// Why does my module leak?
@MainActor func testThatFeedGoes() throws {
  let composite = try makeComposite()
  let lifetimes = LifetimeTracker()
  try composite.register("Feed") { lifetimes.track(Session()) }
  composite.send(DidFinishLaunching())
  try composite.remove("Feed")
  try lifetimes.expectAllReleased()
  try composite.expectNoLiveObjects(of: "Feed")
}

// Test your modules
@Test @MainActor func sessionConforms() async throws {
  try await checkConformance(of: { Session() })
}

@Test @MainActor func sessionLeavesOtherLinksAlone() throws {
  let (composite, calls) = (CompositeDelegate(), RecordedCalls())
  try composite.register("Session") { Session() }
  try composite.register("Shop") { RecordingModule("Shop", in: calls, handling: [.answer(OpenURL.self, true)]) }
  #expect(composite.send(OpenURL.example))
  #expect(calls.lines == ["Shop openURL url pay:42"])
}
