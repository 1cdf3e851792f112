import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

/// What histories of scenes send, and what a composite makes of it.
@MainActor @Suite(.inTurn, .serialized) struct SceneHistoryTests {
  private let composite = CompositeDelegate()

  private var events: [String] {
    composite.journal.reader().readAny().compactMap { if case .dispatch(let entry) = $0 { entry.event } else { nil } }
  }

  @Test func aLaunchInTheBackgroundConnectsNoScene() {
    composite.play(.launchInBackground)
    #expect(events == ["willFinishLaunching", "didFinishLaunching"] && composite.state == .background)
    composite.play(.sceneConnects())
    expectEqual(
      events.dropFirst(2),
      [
        "sceneWillConnect", "sceneWillEnterForeground", "willEnterForeground", "sceneDidBecomeActive",
        "didBecomeActive",
      ])
  }

  @Test func aColdStartWithoutALinkOpensNone() {
    composite.play(.coldStart())
    expectEqual(
      events,
      [
        "willFinishLaunching", "didFinishLaunching", "sceneWillConnect", "sceneWillEnterForeground",
        "sceneDidBecomeActive", "didBecomeActive",
      ])
  }

  @Test func oneOfTwoScenesLeavesForGood() {
    composite.play(.coldStart() + .sceneConnects("second") + .sceneLeaves("main") + .sceneDisconnects("main"))
    expectEqual(composite.state, .active)
    composite.play(.sceneIsInterrupted("second"))
    expectEqual(
      events.suffix(4), ["sceneWillResignActive", "willResignActive", "sceneDidBecomeActive", "didBecomeActive"])
    composite.play(.sceneIsClosed("second"))
    expectEqual(events.suffix(2), ["sceneDidDisconnect", "didEnterBackground"])
    composite.play(.ends)
    expectEqual(composite.state, .terminated)
  }

  @Test func anExternalDisplayMovesNothing() {
    composite.play(.coldStart() + .sceneLeaves())
    composite.play(.sceneConnects("display", role: .windowExternalDisplayNonInteractive))
    expectEqual(composite.state, .background)
  }

  @Test func aLinkIsTheEventOfASceneAndOfTheApplication() throws {
    let link = try #require(URL(string: "pay:42"))
    composite.play(.coldStart(opening: link) + .link(link))
    #expect(events.count { $0 == "openURL" } == 2 && events.suffix(2) == ["sceneOpenURLContexts", "openURL"])
  }
}
