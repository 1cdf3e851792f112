import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized) struct SystemObjectsTests {
  private class Window {}
  private final class ExternalWindow: Window {}
  @MainActor private protocol Basket: AnyObject { var items: [String] { get } }

  /// Records only that a value was available.
  private final class Scene: Module {
    var heard: [String] = []

    static func handlers(_ handlers: inout ModuleHandlers<Scene>) {
      handlers.on(SceneWillConnect.self) { scene, event, system in
        let window = system[Window.self].map { "\(type(of: $0))" }
        scene.heard.append("\(event.scene): \(window ?? "no window"), \(system[Int.self] ?? 0)")
      }
      handlers.answer(OpenURL.self) { scene, event, system in
        scene.heard.append("\(event.url): \(system[String.self] ?? "nothing")")
        return system[Bool.self]
      }
      handlers.answerLater(PerformFetch.self) { scene, _, system, completion in
        scene.heard.append("fetch \(system[Int.self] ?? 0)")
        completion(.newData)
      }
      handlers.answer(DidReceiveRemoteNotification.self) { scene, _, system in
        let window = system[Window.self]
        await Task.yield()
        scene.heard.append("push \(window != nil)")
        return .noData
      }
      handlers.on(HandleEventsForBackgroundURLSession.self) { scene, _, system in
        await Task.yield()
        scene.heard.append("session \(system[[Int].self] ?? [])")
      }
    }
  }

  private final class Cart: Module, Basket {
    var items = ["lamp"]
  }

  private func made() throws -> (CompositeDelegate, Scene) {
    let composite = CompositeDelegate()
    try composite.register("Scene") { Scene() }
    return (composite, try #require(composite.module(Scene.self)))
  }

  @Test func aHandlerAsksForAValueByItsType() throws {
    let (composite, scene) = try made()
    composite.send(SceneWillConnect(scene: "a"), with: [Window(), 7])
    composite.send(SceneWillConnect(scene: "b"), with: [Optional(ExternalWindow()) as Any])
    composite.send(SceneWillConnect(scene: "c"))
    composite.send(any: SceneWillConnect(scene: "d"))
    expectEqual(
      scene.heard, ["a: Window, 7", "b: ExternalWindow, 0", "c: no window, 0", "d: no window, 0"])
  }

  @Test func theFirstOfTwoIsFound() {
    let system: SystemObjects = [1, 2, "x"]
    #expect(system[Int.self] == 1 && system[String.self] == "x" && system[Double.self] == nil)
  }

  @Test func anAnswerCanDependOnANativeValue() throws {
    let (composite, scene) = try made()
    let url = OpenURL.example
    #expect(composite.send(url, with: [true, "window"]))
    #expect(!composite.send(url, with: [1]))
    expectEqual(scene.heard, ["\(url.url): window", "\(url.url): nothing"])
    expectEqual(composite.journal.dispatches.map { $0.handlers.map(\.outcome) }, [[.answered], [.abstained]])
  }

  @Test func aHandlerThatThrowsIsRecordedAsUsual() throws {
    final class Failing: Module {
      struct Broken: Error {}
      static func handlers(_ handlers: inout ModuleHandlers<Failing>) {
        handlers.on(DidEnterBackground.self) { _, _, system in if system[Int.self] != nil { throw Broken() } }
      }
    }
    let composite = CompositeDelegate()
    try composite.register("Failing") { Failing() }
    composite.send(DidEnterBackground(), with: [1])
    composite.send(DidEnterBackground())
    expectEqual(composite.journal.dispatches.map { $0.handlers.map(\.outcome) }, [[.threw], [.returned]])
    expectEqual(composite.journal.warnings.compactMap(\.error), ["Broken()"])
  }

  @Test func handlersThatAnswerLaterGetSystemObjectsToo() async throws {
    let (composite, scene) = try made()
    await expectEqual(composite.send(PerformFetch(), with: [3]), .newData)
    await expectEqual(composite.send(DidReceiveRemoteNotification.example, with: [Window()]), .noData)
    await composite.send(HandleEventsForBackgroundURLSession.example, with: [[1, 2]])
    await withCheckedContinuation { continuation in
      composite.send(PerformFetch(), with: [4]) { _ in continuation.resume() }
    }
    expectEqual(scene.heard, ["fetch 3", "push true", "session [1, 2]", "fetch 4"])
  }

  @Test func anEventSentFromAHandlerHasItsOwnSystemObjects() throws {
    final class Outer: Module {
      weak var composite: CompositeDelegate?
      static func handlers(_ handlers: inout ModuleHandlers<Outer>) {
        handlers.on(DidBecomeActive.self) { outer, _, _ in outer.composite?.send(SceneWillConnect(scene: "inner")) }
      }
    }
    let (composite, scene) = try made()
    try composite.register("Outer") { Outer() }
    composite.module(Outer.self)?.composite = composite
    composite.send(DidBecomeActive(), with: [Window()])
    expectEqual(scene.heard, ["inner: no window, 0"])
  }

  @Test func bridgedEventsHaveTheSameSystemObjects() throws {
    let (composite, scene) = try made()
    let contexts = SceneOpenURLContexts.example
    composite.send(contexts, with: ["the context"])
    expectEqual(scene.heard, contexts.contexts.map { "\($0.url): the context" })
  }

  /// The journal keeps an event's answers. The system objects are released when the dispatch ends.
  @Test func nothingKeepsSystemObjects() async throws {
    let (composite, scene) = try made()
    weak var window: Window?
    do {
      let made = Window()
      window = made
      composite.send(SceneWillConnect.example, with: [made])
      composite.send(OpenURL.example, with: [made])
      await composite.send(PerformFetch(), with: [made])
      composite.send(SceneOpenURLContexts.example, with: [made])
    }
    #expect(window == nil && scene.heard.count >= 4)
    #expect(composite.journal.dispatches.count >= 4)
  }

  @Test func aLateModuleCatchesUpWithoutSystemObjects() throws {
    final class Late: Module {
      var options: [Int?] = []
      static func handlers(_ handlers: inout ModuleHandlers<Late>) {
        handlers.on(DidFinishLaunching.self) { late, _, system in late.options.append(system[Int.self]) }
      }
    }
    let composite = CompositeDelegate()
    composite.send(DidFinishLaunching(), with: [5])
    try composite.register("Late") { Late() }
    try composite.sendMissedEvents(to: "Late")
    expectEqual(composite.module(Late.self)?.options, [nil])
  }

  @Test func aModuleIsFoundByAProtocol() throws {
    let (composite, _) = try made()
    #expect(composite.module((any Basket).self) == nil)
    try composite.register("Cart") { Cart() }
    expectEqual(composite.module((any Basket).self)?.items, ["lamp"])
    #expect(composite.module((any Basket).self) === composite.module(Cart.self))
  }
}
