import ModuleLifecycle
import RollcallUIKit
import Testing
import UIKit
import UserNotifications

extension ForwarderTests {
  /// How an app starts, and what it is started for.
  @Suite @MainActor struct LaunchTests {
    private let url: URL
    private let info: InfoPlist

    init() throws {
      registerCompositeSceneDelegate()
      ObjectiveCClasses.register(PlainSceneDelegate.self, as: "ForwarderTests.SceneDelegate") { PlainSceneDelegate() }
      url = try #require(URL(string: "pay:42"))
      info = try .scenes()
    }

    @Test func theSystemCallsInThisOrder() throws {
      let calls = try Calls.during {
        let app = try SimulatedApp(
          ConfiguringDelegate(), info: .scenes(delegate: "$(PRODUCT_MODULE_NAME).SceneDelegate"),
          start: .foreground(.link(url)))
        app.leave()
        try app.receive(.link(url))
      }
      #expect(
        calls == [
          "willFinishLaunching 0", "didFinishLaunching 0 background", "UIApplicationDidFinishLaunchingNotification",
          "configurationForConnecting", "willConnect 1 background", "sceneWillEnterForeground background",
          "UIApplicationWillEnterForegroundNotification", "sceneDidBecomeActive inactive",
          "UIApplicationDidBecomeActiveNotification",

          "sceneWillResignActive active", "UIApplicationWillResignActiveNotification",
          "sceneDidEnterBackground inactive", "UIApplicationDidEnterBackgroundNotification",

          "sceneWillEnterForeground background", "UIApplicationWillEnterForegroundNotification",
          "openURLContexts inactive", "sceneDidBecomeActive inactive", "UIApplicationDidBecomeActiveNotification",
        ])
    }

    @Test func theOlderSystemCallsInThisOrder() throws {
      let calls = try Calls.during {
        _ = try SimulatedApp(PlainDelegate(), on: .iOS26, start: .foreground(.link(url)))
      }
      #expect(
        calls == [
          "init", "willFinishLaunching 1", "didFinishLaunching 1 inactive",
          "UIApplicationDidFinishLaunchingNotification", "open pay:42", "didBecomeActive",
          "UIApplicationDidBecomeActiveNotification",
        ])
    }

    // MARK: What the app is started for

    @Test func aLinkComesOnceAndWithTheScene() throws {
      let delegate = ListeningDelegate()
      _ = try SimulatedApp(delegate, info: info, start: .foreground(.link(url)))
      #expect(
        delegate.all == [
          "willFinishLaunching []", "didFinishLaunching []", "window 1 connects", "openURL pay:42",
          "window 1 enters the foreground", "window 1 is active", "didBecomeActive",
        ])
    }

    @Test func everyRequestIsHeardOnceInBothWorlds() throws {
      let content = UNNotificationContent(title: "Hello", userInfo: [:])
      let notification = UNNotification(request: .init(identifier: "parcel", content: content))
      let requests: [(SystemRequest, String)] = [
        (.link(url), "openURL pay:42"), (.activity(NSUserActivity(activityType: "edit")), "continueUserActivity edit"),
        (.shortcut(.init(type: "scan", localizedTitle: "Scan")), "performActionForShortcutItem scan"),
        (
          .response(UNNotificationResponse(notification: notification, actionIdentifier: "open")),
          "userNotificationDidReceive parcel"
        ),
      ]
      for (request, line) in requests {
        for (list, system) in [(info, SystemVersion.iOS27), (.withoutScenes, .iOS26)] {
          let delegate = ListeningDelegate()
          let app = try SimulatedApp(delegate, info: list, on: system, start: .foreground(request))
          #expect(delegate.heard.count { $0 == line } == 1)
          app.leave()
          try app.receive(request)
          #expect(delegate.heard.count { $0 == line } == 2)
          #expect(delegate.heard.last == "didBecomeActive")
        }
      }
    }

    /// A vendor's method that answers no, called under `answer`.
    private final class Vendor: Module {
      static func handlers(_ handlers: inout ModuleHandlers<Vendor>) {
        handlers.answer(DidFinishLaunching.self) { _, _ in false }
      }
    }

    private final class RefusingDelegate: CompositeApplicationDelegate {
      override class func makeComposite() throws -> CompositeDelegate {
        let composite = try ListeningDelegate.makeComposite()
        try composite.register("Vendor") { Vendor() }
        return composite
      }
    }

    @Test func theNoOfOneModuleDropsTheLinkWithoutScenes() throws {
      let (old, new) = (RefusingDelegate(), RefusingDelegate())
      _ = try SimulatedApp(old, on: .iOS26, start: .foreground(.link(url)))
      #expect(!old.heard.contains("openURL pay:42"))
      #expect(old.warnings.contains { $0.kind == .launchRefused })
      _ = try SimulatedApp(new, info: info, start: .foreground(.link(url)))
      #expect(new.heard.contains("openURL pay:42"))
    }

    // MARK: In the background

    @Test func theFirstSceneAfterALaunchInTheBackgroundBringsTheAppToTheForeground() async throws {
      let delegate = ListeningDelegate()
      let app = try SimulatedApp(delegate, info: info, start: .background)
      try await wait { delegate.composite.state == .background }
      #expect(UIApplication.shared.applicationState == .background && app.windows.isEmpty)
      try app.open()
      #expect(delegate.heard.suffix(2) == ["willEnterForeground", "didBecomeActive"])
      app.leave()
      #expect(delegate.heard.suffix(2) == ["willResignActive", "didEnterBackground"])
    }

    @Test func aSceneThatConnectsInTheBackgroundMovesNothing() async throws {
      let delegate = ListeningDelegate()
      let app = try SimulatedApp(delegate, info: info, start: .backgroundWithScene)
      try await wait { delegate.composite.state == .background }
      #expect(delegate.all.suffix(2) == ["didFinishLaunching []", "window 1 connects"])
      try app.open()
      #expect(delegate.heard.suffix(2) == ["willEnterForeground", "didBecomeActive"])
    }

    @Test func aStartInTheForegroundIsNoLaunchInTheBackground() async throws {
      let delegate = ListeningDelegate()
      _ = try SimulatedApp(delegate, info: info)
      await nextTurn()
      #expect(delegate.composite.state == .active)
      #expect(!delegate.heard.contains("willEnterForeground"))
    }

    @Test func withoutScenesTheStateIsKnownAtOnce() throws {
      let delegate = ListeningDelegate()
      let app = try SimulatedApp(delegate, on: .iOS26, start: .background)
      #expect(delegate.composite.state == .background)
      try app.open()
      #expect(delegate.heard.suffix(2) == ["willEnterForeground", "didBecomeActive"])
    }
  }
}
