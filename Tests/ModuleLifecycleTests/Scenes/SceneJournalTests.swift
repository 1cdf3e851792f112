import Foundation
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Whole runs of an application, as its modules see them.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct SceneJournalTests {
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
    expectEqual(
      shop.journal,
      [
        "1 willFinishLaunching: notRunning",
        "2 didFinishLaunching: inactive",
        "3 sceneWillConnect: inactive",
        "4 openURL from 3: inactive; Router held",
        "5 sceneWillEnterForeground: inactive",
        "6 sceneDidBecomeActive: inactive",
        "7 didBecomeActive from 6: active; Saver returned",
        "8 openURL from 4: active; Router answered",
        "9 sceneWillConnect: active",
        "10 sceneWillEnterForeground: active",
        "11 sceneDidBecomeActive: active",
        "12 sceneWillResignActive: active",
        "13 sceneDidEnterBackground: active",
        "14 sceneWillResignActive: active",
        "15 willResignActive from 14: inactive; Saver returned",
        "16 sceneDidEnterBackground: inactive",
        "17 didEnterBackground from 16: background; Saver returned",
        "18 sceneWillEnterForeground: background",
        "19 willEnterForeground from 18: inactive; Saver returned",
        "20 sceneDidBecomeActive: inactive",
        "21 didBecomeActive from 20: active; Saver returned",
        "22 willTerminate: terminated; Saver returned",
      ])
    expectEqual(
      shop.log.lines,
      [
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

  static func handlers(_ handlers: inout ModuleHandlers<StartingRouter>) {
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
