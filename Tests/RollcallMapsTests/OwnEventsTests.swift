import ModuleLifecycle
import RollcallEventArguments
import RollcallMaps
import RollcallTestingAdditions
import Testing

/// Events that an application defines.
@MainActor @Suite(.inTurn, .serialized) struct OwnEventsTests {
  struct DidLogOut: EventWithExample {
    var user: String
    static var example: DidLogOut { DidLogOut(user: "ada") }
  }

  private enum Other {
    struct OpenURL: EventWithExample {
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
    try registry.registerEvent(DidLogOut.self)
    let composite = try registry.makeComposite(from: ModuleMap.parse(map, registry: registry))
    let reader = composite.journal.reader(from: .next)
    composite.send(any: try composite.catalog.event(spelled: "didLogOut"))
    composite.send(DidEnterBackground())
    let dispatches = reader.readAny().compactMap { entry -> DispatchEntry? in
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
    try composite.registerEvent(DidLogOut.self)
    // It can be registered twice.
    try composite.registerEvent(DidLogOut.self)
    let event = try composite.catalog.event(spelled: "didLogOut=user:bob")
    #expect((event as? DidLogOut)?.user == "bob")
  }

  @Test func aTakenNameStaysWithItsFirstEvent() throws {
    var registry = ModuleRegistry()
    let error = #expect(throws: CompositeError.self) { try registry.registerEvent(Other.OpenURL.self) }
    expectEqual(
      error?.description,
      "Two events are named openURL: ModuleLifecycle.OpenURL and RollcallMapsTests.OwnEventsTests.Other.OpenURL. Give one of "
        + "them another `static let name`.")
    #expect(registry.catalog["openURL"] == OpenURL.self)
  }
}
