import ModuleLifecycle
import RollcallEventArguments
import RollcallMaps
import RollcallTestingAdditions
import Testing

/// Creates a running composite from a map.
@MainActor @Suite(.inTurn, .serialized) struct CompositeTests {
  private final class Fragile: Module {
    struct Broken: Error, CustomStringConvertible { let description = "no battery" }
    init() throws { throw Broken() }
  }

  private func composite(_ map: String) throws -> CompositeDelegate {
    let registry = registry()
    return try registry.makeComposite(from: ModuleMap.parse(map, registry: registry))
  }

  @Test func theOrderIsTheMaps() throws {
    let composite = try composite(
      "application: { name: Shop }\nmain: B\nmodules: [C: {type: Scene}, A: {type: Scene}, B: {type: Scene}]")
    expectEqual(composite.name, "Shop")
    expectEqual(composite.modules.map(\.name), ["C", "A", "B"])
    expectEqual(composite.modules.map(\.isMain), [false, false, true])
    expectEqual(composite.modules.map(\.order), [1, 2, 3])
  }

  @Test func aScriptedModuleDoesWhatItsMapSays() throws {
    let composite = try composite(
      """
      main: Scene
      modules:
        - Scene
        - Payments:
            type: Scripted
            handles:
              openURL: { answers: yes, when: "pay:*", burns: 20us, takes: 1ms }
              didEnterBackground: { throws: ledger locked, sends: "didFetch" }
              didFetch: { answers: failed }
              willTerminate:
      """)
    expectEqual(composite.modules[1].handles, ["openURL", "didEnterBackground", "didFetch", "willTerminate"])
    let reader = composite.journal.reader(from: .next)
    composite.send(any: try composite.catalog.event(spelled: "openURL=url:pay:42"))
    composite.send(any: try composite.catalog.event(spelled: "openURL=url:mail:42"))
    composite.send(DidEnterBackground())
    composite.send(WillTerminate())
    let dispatches = reader.readAny().compactMap { entry -> DispatchEntry? in
      if case .dispatch(let dispatch) = entry { dispatch } else { nil }
    }
    expectEqual(
      dispatches.map(\.event), ["openURL", "openURL", "didFetch", "didEnterBackground", "willTerminate"])
    expectEqual(dispatches.map { $0.handlers[0].outcome }, [.answered, .abstained, .answered, .threw, .returned])
    expectEqual(dispatches[0].response, .bool(true))
    #expect(dispatches[0].totalNanoseconds > 1_000_000)
    expectEqual(dispatches[1].response, .bool(false))
    expectEqual(dispatches[2].response, .string("failed"))
    expectEqual(dispatches[2].parent, dispatches[3].id)
    expectEqual(dispatches[3].handlers[0].error, "ledger locked")
  }

  @Test func aScriptedModuleAnswersInTheEventsTerms() throws {
    let composite = try composite(
      """
      main: Scene
      modules:
        - Scene
        - Odd:
            type: Scripted
            handles:
              performFetch: { answers: failed }
              supportedInterfaceOrientations: { answers: "portrait, landscapeLeft" }
              userNotificationWillPresent: { answers: banner }
              configurationForConnecting: { answers: Panel }
              continueUserActivity: { answers: yes }
              applicationShouldTerminate: { answers: later }
      """)
    expectEqual(composite.send(any: PerformFetch()) as? BackgroundFetchResult, .failed)
    expectEqual(composite.send(SupportedInterfaceOrientations()), [.portrait, .landscapeLeft])
    expectEqual(composite.send(UserNotificationWillPresent.example), .banner)
    expectEqual(composite.send(ConfigurationForConnecting.example), SceneConfiguration(name: "Panel"))
    expectEqual(composite.send(ContinueUserActivity.example), true)
    expectEqual(composite.send(any: ApplicationShouldTerminate()) as? TerminateReply, .later)
  }

  @Test func aScriptedModulesObjectsAreReleasedWithItLastFirst() throws {
    let composite = try composite(
      "main: Scene\nmodules:\n  - Scene\n  - Pay: { type: Scripted, owns: [observer: logOut, timer: beat, observer: logIn] }"
    )
    let reader = composite.journal.reader(from: .next)
    try composite.remove("Pay")
    #expect(composite.modulesStillAlive.isEmpty)
    let released = reader.readAny().compactMap { entry -> String? in
      if case .released(let released) = entry { "\(released.kind) \(released.name)" } else { nil }
    }
    expectEqual(released, ["observer logIn", "timer beat", "observer logOut"])
    try composite.restore("Pay")
    #expect(composite.modules[1].isPresent)
  }

  @Test func aModuleThatCannotBeCreatedIsNamedWithItsLineAndNothingIsLeft() throws {
    var registry = registry()
    registry.register("Fragile", summary: "Breaks.") { _ in try Fragile() }
    let map = try ModuleMap.parse("main: Scene\nmodules:\n  - Scene\n  - Fragile", registry: registry)
    let journal = Journal()
    let reader = journal.reader()
    do {
      _ = try registry.makeComposite(from: map, journal: journal)
      Issue.record("It was created.")
    } catch {
      expectEqual(
        error.description,
        """
        Modules.map:4:5: 'Fragile' could not be created: no battery.
            4 |   - Fragile
              |     ^
        """)
    }
    let changes = reader.readAny().compactMap { entry -> String? in
      if case .module(let module) = entry { "\(module.name) \(module.change)" } else { nil }
    }
    expectEqual(changes, ["Scene registered", "Fragile failed", "Scene removed", "Scene freed"])
  }

  @Test func aRegistryWithoutTheTypeThrows() throws {
    let map = try ModuleMap.parse("main: Scene\nmodules:\n  - Scene", registry: registry())
    #expect {
      try ModuleRegistry().makeComposite(from: map)
    } throws: { error in
      "\(error)" == """
        Modules.map:3:5: 'Scene' could not be created: this registry has no module type 'Scene'.
            3 |   - Scene
              |     ^
        """
    }
  }

  @Test func aRegistryListsWhatItKnows() {
    let registry = registry()
    expectEqual(registry.typeNames, ["Scripted", "Scene", "Session", "Requests"])
    expectEqual(registry.resourceNames, ["observer", "timer"])
    expectEqual(registry.types[0].settings.map(\.name), ["handles", "owns"])
    expectEqual(registry.applicationTypes, ["ApplicationHost"])
  }
}
