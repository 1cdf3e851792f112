import Foundation
import ModuleLifecycle
import RollcallTestingAdditions
import Testing

@testable import RollcallSampleModules

/// What each sample does and releases.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct SampleTests {
  @Test(arguments: [
    ("ThirdParties", ["task analytics ownerReleased", "registration crash reports ownerReleased"]),
    ("Appearance", []),
    ("Session", ["file saved session ownerReleased", "observer userDidLogOut ownerReleased"]),
    ("Push", ["registration push notifications ownerReleased"]),
    ("Shortcuts", []),
    ("Store", ["file ledger ownerReleased"]),
    ("Dialogs", ["dialog welcome ownerReleased"]),
    (
      "Location",
      ["registration positions ownerReleased", "delegate of the location manager ownerReleased"]
    ),
    ("Heartbeat: { every: 10s }", ["timer heartbeat ownerReleased"]),
    (
      "Pay: { type: Scripted, owns: [observer: a, timer: {name: b, every: 1s}, task: c, file: d] }",
      ["file d ownerReleased", "task c ownerReleased", "timer b ownerReleased", "observer a ownerReleased"]
    ),
  ])
  func aRemovedModuleIsFreedWithAllItsObjects(module: String, released: [String]) throws {
    let composite = try samples("Scene", module)
    let name = String(module.prefix { $0 != ":" })
    composite.send(DidFinishLaunching())
    composite.send(DidBecomeActive())
    try composite.remove(name)
    #expect(composite.modulesStillAlive.isEmpty)
    expectEqual(composite.releases(of: name), released)
  }

  @Test func thirdPartiesAreSetUpByNamedCommands() throws {
    let composite = try samples("Scene", "ThirdParties")
    #expect(composite.send(DidFinishLaunching()))
    let spans = composite.entries.flatMap { entry in
      if case .dispatch(let dispatch) = entry { Array(dispatch.handlers) } else { [HandlerSpan]() }
    }
    expectEqual(spans.filter { $0.module == "ThirdParties" }.map(\.part), [nil, "crash report", "analytics"])
    expectEqual(spans.filter { $0.part != nil }.map(\.outcome), [.returned, .returned])
  }

  @Test func theMainModuleClosesItsWindow() throws {
    let composite = try samples("Scene")
    let window = try #require(composite.module(Scene.self, named: "Scene")?.window)
    composite.send(DidFinishLaunching())
    #expect(window.isVisible)
    composite.send(OpenURL(url: try #require(URL(string: "shop:basket"))))
    expectEqual(window.pages.map(\.title), ["Shop", "Basket"])
    composite.tearDown()
    #expect(!window.isVisible && window.pages.isEmpty)
    expectEqual(composite.releases(of: "Scene"), ["window main ownerReleased"])
  }

  @Test func aSessionForgetsAndSaves() throws {
    let composite = try samples("Scene", "Session")
    composite.send(DidFinishLaunching())
    let session = try #require(composite.module(Session.self, named: "Session"))
    expectEqual(session.user?.name, "ada")
    composite.send(DidEnterBackground())
    #expect(FileManager.default.fileExists(atPath: session.saved.path(percentEncoded: false)))
    composite.send(OpenURL(url: try #require(URL(string: "session:logout"))))
    #expect(session.user == nil)
  }

  @Test func pushRefusesAnEmptyToken() throws {
    let composite = try samples("Scene", "Push")
    composite.send(DidRegisterForRemoteNotifications(token: "a1b2"))
    expectEqual(composite.module(Push.self, named: "Push")?.token, Data([0xA1, 0xB2]))
    composite.send(DidRegisterForRemoteNotifications(token: ""))
    composite.send(DidRegisterForRemoteNotifications(token: "a1b"))
    composite.send(DidFailToRegisterForRemoteNotifications(error: "no connection"))
    let errors = composite.entries.compactMap { entry in
      if case .dispatch(let dispatch) = entry { dispatch.handlers[0].error } else { nil }
    }
    expectEqual(errors, ["no token", "the token is not hexadecimal", "no connection"])
  }

  @Test func aShortcutOpensItsLinkInsideItsOwnEvent() throws {
    let composite = try samples("Scene", "Shortcuts")
    composite.send(DidFinishLaunching())
    expectEqual(composite.send(any: PerformActionForShortcutItem(item: "basket")) as? Bool, true)
    expectEqual(composite.send(any: PerformActionForShortcutItem(item: "unknown")) as? Bool, false)
    let dispatches = composite.entries.compactMap { entry -> DispatchEntry? in
      if case .dispatch(let dispatch) = entry { dispatch } else { nil }
    }
    expectEqual(
      dispatches.map(\.event),
      [
        "didFinishLaunching", "openURL", "performActionForShortcutItem", "performActionForShortcutItem",
      ])
    expectEqual(dispatches[1].parent, dispatches[2].id)
  }

  @Test func theStoreWritesToItsFile() throws {
    let composite = try samples("Scene", "Store")
    composite.send(DidFinishLaunching())
    composite.send(DidEnterBackground())
    let store = try #require(composite.module(Store.self, named: "Store"))
    try store.file.seek(toOffset: 0)
    let text = try store.file.readToEnd().map { String(decoding: $0, as: UTF8.self) }
    expectEqual(text?.split(separator: "\n").count, 2)
  }

  @Test func dialogsAreDismissedLastShownFirstAndTheUserCanCloseThem() throws {
    let composite = try samples("Scene", "Dialogs")
    composite.send(DidBecomeActive())
    for link in ["dialog:rate", "dialog:terms", "dialog:close", "dialog:offer"] {
      #expect(composite.send(OpenURL(url: try #require(URL(string: link)))))
    }
    let dialogs = try #require(composite.module(Dialogs.self, named: "Dialogs")?.dialogs)
    expectEqual(dialogs.map(\.name), ["welcome", "rate", "offer"])
    expectEqual(composite.releases(of: "Dialogs"), ["dialog terms finished"])
    composite.send(WillResignActive())
    expectEqual(dialogs.map(\.isShown), [false, true, true])
    try composite.remove("Dialogs")
    #expect(dialogs.allSatisfy { !$0.isShown })
    expectEqual(
      composite.releases(of: "Dialogs"),
      [
        "dialog terms finished", "dialog welcome cancelled", "dialog offer ownerReleased", "dialog rate ownerReleased",
      ])
    #expect(composite.modulesStillAlive.isEmpty)
  }

  @Test func withoutADialogThereIsNothingToClose() throws {
    let composite = try samples("Scene", "Dialogs")
    #expect(!composite.send(OpenURL(url: try #require(URL(string: "dialog:close")))))
  }

  /// The location manager outlives the module and reads the slot repeatedly.
  @Test func aLocationManagersSlotIsEmptyBeforeItsDelegateDies() async throws {
    let composite = try samples("Scene", "Location: { every: 1ms }")
    composite.send(DidFinishLaunching())
    await eventually { (composite.module(Location.self, named: "Location")?.positions.count ?? 0) > 1 }
    let manager = try #require(composite.module(Location.self, named: "Location")?.manager)
    #expect(unsafe manager.delegate != nil && manager.isUpdating)
    composite.send(DidEnterBackground())
    #expect(!manager.isUpdating)
    for _ in 1...2 { composite.send(WillEnterForeground()) }
    #expect(manager.isUpdating)
    try composite.remove("Location")
    #expect(composite.modulesStillAlive.isEmpty)
    #expect(unsafe manager.delegate == nil && !manager.isUpdating)
    // Another client still wants positions from the same manager.
    let last = manager.position
    manager.startUpdatingLocation()
    await eventually { manager.position != last }
    manager.stopUpdatingLocation()
  }

  @Test func networkDiesThoughItsSessionHasADelegate() async throws {
    let composite = try samples("Scene", "Network")
    #expect(composite.send(DidFinishLaunching()))
    weak let network = composite.module(Network.self, named: "Network")
    composite.send(WillEnterForeground())
    expectEqual(network?.changes, 1)
    try composite.remove("Network")
    #expect(network == nil)
    expectEqual(
      composite.releases(of: "Network"),
      [
        "session api ownerReleased", "observer reachabilityDidChange ownerReleased",
      ])
  }
}
