import Foundation
import ModuleLifecycle
import RollcallEventArguments
import RollcallMaps
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import RollcallSampleModules

/// The map that a newcomer opens first.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct DefaultMapTests {
  @Test func itDeclaresTheShop() throws {
    let map = try defaultMap()
    expectEqual(map.application.name, "Storefront")
    expectEqual(map.main, "Scene")
    expectEqual(
      map.modules.map(\.name),
      [
        "ThirdParties", "Appearance", "Scene", "Session", "Network", "Feed", "Push", "Payments", "Shortcuts", "Store",
        "Dialogs", "Heartbeat", "LeakyObserver", "LeakyClient", "LeakyLoop", "LeakyPair",
      ])
    expectEqual(
      map.modules.filter { !$0.isOn }.map(\.name), ["LeakyObserver", "LeakyClient", "LeakyLoop", "LeakyPair"])
  }

  @Test func launchAnswersYesAndAllEventsAreHandledWithOneExpectedWarning() throws {
    let composite = try ModuleRegistry.samples(center: NotificationCenter()).makeComposite(from: defaultMap())
    #expect(composite.send(DidFinishLaunching()))
    composite.send(DidBecomeActive())
    expectEqual(composite.send(any: try composite.catalog.event(spelled: "openURL=url:pay:42")) as? Bool, true)
    expectEqual(composite.send(any: try composite.catalog.event(spelled: "openURL=url:mail:42")) as? Bool, false)
    expectEqual(composite.send(any: PerformActionForShortcutItem(item: "search")) as? Bool, true)
    composite.send(WillResignActive())
    composite.send(DidEnterBackground())
    composite.send(WillEnterForeground())
    composite.send(WillTerminate())
    let warnings = composite.entries.compactMap { entry in
      if case .warning(let warning) = entry { warning.sentence } else { nil }
    }
    expectEqual(warnings, ["Payments threw in didEnterBackground: \"ledger locked\". The other modules continued."])
    composite.tearDown()
  }

  @Test func everyEventCanBeFiredWithItsExample() throws {
    let composite = try ModuleRegistry.samples(center: NotificationCenter()).makeComposite(from: defaultMap())
    for name in composite.catalog.names { composite.send(any: try composite.catalog.event(named: name)) }
    let threw = Set(
      composite.entries.compactMap { entry in
        if case .warning(let warning) = entry, warning.kind == .handlerThrew { warning.module } else { nil }
      })
    expectEqual(threw, ["Payments", "Push"])
    composite.tearDown()
  }

  @Test func aTeardownLeavesNothingAlive() async throws {
    let composite = try ModuleRegistry.samples(center: NotificationCenter()).makeComposite(from: defaultMap())
    composite.send(DidFinishLaunching())
    composite.send(DidBecomeActive())
    expectEqual(composite.openObjects.count, 18)
    composite.tearDown()
    await eventually { composite.modulesStillAlive.isEmpty && composite.openObjects.isEmpty }
  }
}
