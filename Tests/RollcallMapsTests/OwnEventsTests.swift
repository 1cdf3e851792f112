import ModuleLifecycle
import RollcallEventArguments
import RollcallMaps
import RollcallTestingAdditions
import Testing

/// Events that an application defines.
@MainActor @Suite(.inTurn, .serialized) struct OwnEventsTests {
  struct DidLogOut: LifecycleEvent {
    var user: String
    static var example: DidLogOut { DidLogOut(user: "ada") }
  }

  private enum Other {
    struct OpenURL: LifecycleEvent {
      static var example: OpenURL { OpenURL() }
    }
  }

  private let map = """
    main: Scene
    modules:
      - Scene
      - Session: { type: Scripted, handles: { didLogOut: { when: "a*", throws: gone } } }
      - Echo: { type: Scripted, handles: { didEnterBackground: { sends: "didLogOut=user:bob" } } }
    """

  @Test func aRegisteredEventCanBeNamedInAMapAndFired() throws {
    var registry = registry()
    let isNew = registry.registerEvent(DidLogOut.self)
    #expect(isNew)
    let composite = try registry.makeComposite(from: ModuleMap.parse(map, registry: registry))
    let reader = composite.journal.reader(from: .next)
    composite.send(any: try composite.catalog.event(spelled: "didLogOut"))
    composite.send(DidEnterBackground())
    let dispatches = reader.read().compactMap { entry -> DispatchEntry? in
      if case .dispatch(let dispatch) = entry { dispatch } else { nil }
    }
    expectEqual(dispatches.map(\.event), ["didLogOut", "didLogOut", "didEnterBackground"])
    expectEqual(dispatches.map(\.arguments.json), [#"{"user":"ada"}"#, #"{"user":"bob"}"#, "null"])
    expectEqual(dispatches.map { $0.handlers[0].error }, ["gone", nil, nil])
  }

  @Test func anUnregisteredEventIsUnknown() {
    expectEqual(
      complaint(about: map),
      """
      Modules.map:4:43: there is no event 'didLogOut'.
          4 |   - Session: { type: Scripted, handles: { didLogOut: { when: "a*", throws: gone } } }
            |                                           ^

      Modules.map:5:69: there is no event 'didLogOut'.
          5 | ...type: Scripted, handles: { didEnterBackground: { sends: "didLogOut=user:bob" } } }
            |                                                            ^
      """)
  }

  @Test func aCompositeKnowsAnEventThatNoModuleHandlesYet() throws {
    let composite = CompositeDelegate()
    #expect(composite.registerEvent(DidLogOut.self))
    #expect(composite.registerEvent(DidLogOut.self), "registering it twice is allowed")
    let event = try composite.catalog.event(spelled: "didLogOut=user:bob")
    #expect((event as? DidLogOut)?.user == "bob")
  }

  @Test func aTakenNameStaysWithItsFirstEvent() throws {
    var registry = ModuleRegistry()
    let isNew = registry.registerEvent(Other.OpenURL.self)
    #expect(!isNew)
    #expect(registry.catalog["openURL"] == OpenURL.self)
  }
}
