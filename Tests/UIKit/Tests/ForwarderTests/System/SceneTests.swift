import ModuleLifecycle
import RollcallUIKit
import Testing
import UIKit

@testable import Snippets

extension ForwarderTests {
  /// Windows that come and go.
  @Suite @MainActor struct SceneTests {
    private let delegate = ListeningDelegate()
    private let app: SimulatedApp
    private let first: UIWindowScene

    init() throws {
      registerCompositeSceneDelegate()
      app = try SimulatedApp(delegate, info: .scenes(display: "CompositeSceneDelegate"))
      first = try #require(app.windows.first)
    }

    /// What the modules have heard since the last call.
    private func since(_ count: inout Int) -> [String] {
      defer { count = delegate.all.count }
      return Array(delegate.all[count...])
    }

    @Test func twoWindowsMoveTheAppTogether() async throws {
      var count = delegate.all.count
      let second = try app.openWindow("window 2")
      #expect(since(&count) == ["window 2 connects", "window 2 enters the foreground", "window 2 is active"])
      app.leave(second)
      #expect(since(&count) == ["window 2 resigns", "window 2 enters the background"])
      app.open(second)
      #expect(since(&count) == ["window 2 enters the foreground", "window 2 is active"])
      app.leave()
      #expect(
        since(&count) == [
          "window 1 resigns", "window 2 resigns", "willResignActive", "window 1 enters the background",
          "window 2 enters the background", "didEnterBackground",
        ])
      try app.open()
      #expect(
        since(&count) == [
          "window 1 enters the foreground", "willEnterForeground", "window 2 enters the foreground",
          "window 1 is active", "didBecomeActive", "window 2 is active",
        ])
      await nextTurn()
      #expect(delegate.composite.state == .active)
      app.terminate()
      #expect(since(&count) == ["willTerminate"])
      #expect(delegate.warnings.isEmpty)
    }

    /// A cover or a toast needs the scene.
    @Test func theApplicationsEventsHaveTheirScene() throws {
      let module = Covering()
      try delegate.composite.register("Cover") { module }
      app.leave(first)
      #expect(module.scene === first)
    }

    @Test func anotherDisplayDoesNotCount() async throws {
      let display = try #require(try app.connectDisplay())
      var count = delegate.all.count
      app.leave(first)
      #expect(
        since(&count) == [
          "window 1 resigns", "willResignActive", "window 1 enters the background", "didEnterBackground",
        ])
      #expect(display.activationState == .foregroundInactive)
      app.open(first)
      #expect(since(&count).contains("willEnterForeground"))
      app.unplug(display)
      #expect(since(&count) == ["display disconnects"])
      await nextTurn()
      #expect(delegate.warnings.isEmpty)
    }

    @Test func aDisplayWithoutAConfigurationConnectsNoScene() throws {
      let app = try SimulatedApp(ListeningDelegate(), info: .scenes())
      #expect(try app.connectDisplay() == nil)
    }

    @Test func aWindowThatTheUserClosesHasLeftTheForeground() throws {
      var count = delegate.all.count
      app.close(first)
      #expect(
        since(&count) == [
          "window 1 resigns", "willResignActive", "window 1 disconnects", "didEnterBackground",
          "didDiscardSceneSessions [\"window 1\"]",
        ])
      #expect(delegate.composite.state == .background)
      try app.open()
      #expect(
        since(&count) == [
          "window 1 connects", "window 1 enters the foreground", "willEnterForeground", "window 1 is active",
          "didBecomeActive",
        ])
    }

    @Test func aReclaimedWindowComesBackWithItsSession() throws {
      let delegate = TestDelegate()
      let app = try SimulatedApp(delegate)
      let recorder = try #require(delegate.composite.module(Recorder.self))
      app.leave()
      app.reclaim(try #require(app.windows.first))
      try app.open()
      #expect(recorder.names.count { $0 == "configurationForConnecting" } == 1)
      #expect(recorder.names.count { $0 == "sceneWillConnect" } == 2)
      #expect(recorder.names.suffix(2) == ["sceneDidBecomeActive", "didBecomeActive"])
    }

    @Test func anAppThatTheUserEndsHearsOfItAndOfItsWindowsAtTheNextLaunch() throws {
      var count = delegate.all.count
      let discarded = app.kill()
      #expect(
        since(&count) == [
          "window 1 resigns", "willResignActive", "window 1 disconnects", "didEnterBackground", "willTerminate",
        ])
      let next = ListeningDelegate()
      _ = try SimulatedApp(next, info: .scenes(), discarded: discarded)
      #expect(
        next.all.prefix(4) == [
          "willFinishLaunching []", "didFinishLaunching []", "didDiscardSceneSessions [\"window 1\"]",
          "window 1 connects",
        ])
    }

    @Test func aWindowWithoutASceneStaysBlack() {
      let (lost, shown) = (UIWindow(), UIWindow(windowScene: first))
      for window in [lost, shown] { window.makeKeyAndVisible() }
      #expect(!lost.isOnScreen && shown.isOnScreen)
    }

    @Test func theWindowOfAnOldDelegateGetsItsSceneLater() throws {
      let delegate = AdoptingDelegate()
      let app = try SimulatedApp(delegate, info: .scenes(), start: .background)
      let window = try #require(delegate.composite.module(OldDelegate.self)?.window)
      #expect(!window.isOnScreen)
      try app.open()
      #expect(window.isOnScreen)
    }
  }
}

private final class Covering: Module {
  private(set) weak var scene: UIWindowScene?

  static func handlers(_ handlers: inout ModuleHandlers<Covering>) {
    handlers.on(WillResignActive.self) { covering, _, system in covering.scene = system.windowScene }
  }
}
