import Foundation
import ModuleLifecycleTesting
import Testing

@testable import ModuleLifecycle

/// Whole runs of an application, as its modules see them.
@MainActor @Suite(.timeLimit(.minutes(10))) struct SceneJournalTests {
  /// An application with a module that opens links, once it has started, and one that saves.
  @MainActor private struct Shop {
    let composite = CompositeDelegate()
    let log = Log()
    let gate = CleanupEnd()

    init() throws {
      try composite.register("Saver") { [log] in
        Probe("Saver", log: log) { handlers in
          handlers.on(DidBecomeActive.self) { probe, _ in probe.log.add("Saver active") }
          handlers.on(WillResignActive.self) { probe, _ in probe.log.add("Saver inactive") }
          handlers.on(WillEnterForeground.self) { probe, _ in probe.log.add("Saver foreground") }
          handlers.on(DidEnterBackground.self) { probe, _ in probe.log.add("Saver saves") }
          handlers.on(WillTerminate.self) { probe, _ in probe.log.add("Saver ends") }
        }
      }
      try composite.register("Router") { [log, gate] in
        StartingRouter(log: log) { await gate.wait() }
      }
    }

    /// Lets the router's start end.
    func start() async {
      gate.reach()
      await eventually { log.lines.contains("Router started") }
    }

    /// The journal's dispatches in the order in which they began: their events, what they follow from, and who was called.
    var journal: [String] {
      let dispatches = composite.journal.dispatches.sorted { $0.id < $1.id }
      let places = Dictionary(uniqueKeysWithValues: dispatches.enumerated().map { ($1.id, $0 + 1) })
      return dispatches.enumerated().map { place, dispatch in
        let source = dispatch.follows.flatMap { places[$0] }.map { " from \($0)" } ?? ""
        let called = dispatch.handlers.map { "\($0.module) \($0.outcome)" }.joined(separator: ", ")
        return
          "\(place + 1) \(dispatch.event)\(source): \(dispatch.state?.rawValue ?? "")\(called.isEmpty ? "" : "; ")\(called)"
      }
    }
  }

  @Test func aColdStartWithALinkTwoScenesAndBack() async throws {
    let shop = try Shop()
    let link = try #require(URL(string: "pay:42"))
    shop.composite.play(.coldStart("a", opening: link))
    await shop.start()
    shop.composite.play(
      .sceneConnects("b") + .sceneLeaves("a") + .sceneLeaves("b") + .sceneReturns("a") + .ends)
    #expect(
      shop.journal == [
        "1 didFinishLaunching: inactive",
        "2 sceneWillConnect: inactive",
        "3 openURL from 2: inactive; Router held",
        "4 sceneWillEnterForeground: inactive",
        "5 sceneDidBecomeActive: inactive",
        "6 didBecomeActive from 5: active; Saver returned",
        "7 openURL from 3: active; Router answered",
        "8 sceneWillConnect: active",
        "9 sceneWillEnterForeground: active",
        "10 sceneDidBecomeActive: active",
        "11 sceneWillResignActive: active",
        "12 sceneDidEnterBackground: active",
        "13 sceneWillResignActive: active",
        "14 willResignActive from 13: inactive; Saver returned",
        "15 sceneDidEnterBackground: inactive",
        "16 didEnterBackground from 15: background; Saver returned",
        "17 sceneWillEnterForeground: background",
        "18 willEnterForeground from 17: inactive; Saver returned",
        "19 sceneDidBecomeActive: inactive",
        "20 didBecomeActive from 19: active; Saver returned",
        "21 willTerminate: terminated; Saver returned",
      ])
    #expect(
      shop.log.lines == [
        "Saver active", "Router started", "Router pay:42", "Saver inactive", "Saver saves", "Saver foreground",
        "Saver active", "Saver ends",
      ])
  }

  /// What UIKit calls in one run of an application, before and after it has adopted scenes.
  @Test func modulesGetTheSameBeforeAndAfterAdoption() async throws {
    let (before, after) = (try Shop(), try Shop())
    let url = try #require(URL(string: "pay:7"))
    var options = SceneConnectionOptions()
    options.urls = [URLContext(url: url)]
    for shop in [before, after] {
      shop.composite.send(DidFinishLaunching())
      await shop.start()
    }
    let applications: [any LifecycleEvent] = [
      OpenURL(url: url), DidBecomeActive(), WillResignActive(), DidBecomeActive(), WillResignActive(),
      DidEnterBackground(), WillEnterForeground(), OpenURL(url: url), DidBecomeActive(), WillTerminate(),
    ]
    for event in applications { before.composite.send(any: event) }
    after.composite.play(.sceneConnects(for: options) + .sceneIsInterrupted() + .sceneLeaves())
    // UIKit brings a link to a scene that is not active yet.
    after.composite.play(
      SceneHistory([SceneWillEnterForeground(scene: "main")]) + .link(url)
        + SceneHistory([SceneDidBecomeActive(scene: "main")]) + .ends)
    #expect(before.log.lines == after.log.lines && before.log.lines.count == 11)
    #expect(before.composite.journal.warnings.isEmpty && after.composite.journal.warnings.isEmpty)
  }
}

private final class StartingRouter: StartingModule {
  let owned = OwnedObjects()
  private let log: Log
  private let body: @MainActor () async -> Void

  init(log: Log, start: @escaping @MainActor () async -> Void) { (self.log, body) = (log, start) }

  static func handlers(_ handlers: inout Handlers<StartingRouter>) {
    handlers.answer(OpenURL.self) { router, event in
      router.log.add("Router \(event.url)")
      return true
    }
  }

  func start() async throws {
    await body()
    log.add("Router started")
  }
}
