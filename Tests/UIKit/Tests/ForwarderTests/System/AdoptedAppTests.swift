import ModuleLifecycle
import RollcallUIKit
import Testing
import UIKit

extension ForwarderTests {
  /// Modules hear the same before and after their app has adopted scenes.
  @Suite @MainActor struct AdoptedAppTests {
    init() { registerCompositeSceneDelegate() }

    /// What modules and observers of notifications hear while a user works with an app.
    private func live(on system: SystemVersion, with info: InfoPlist) throws -> (modules: [String], observers: [String])
    {
      let delegate = ListeningDelegate()
      let observers = try Calls.during {
        let app = try SimulatedApp(delegate, info: info, on: system)
        try app.receive(.link(#require(URL(string: "pay:1"))))
        app.interrupt()
        try app.open()
        try app.receive(.activity(NSUserActivity(activityType: "edit")))
        app.leave()
        app.warnOfMemory()
        try app.receive(.link(#require(URL(string: "pay:2"))))
        app.leave()
        try app.receive(.shortcut(UIApplicationShortcutItem(type: "scan", localizedTitle: "Scan")))
        app.interrupt()
        app.leave()
        try app.open()
        app.leave()
        app.terminate()
      }
      return (delegate.heard, observers)
    }

    @Test func modulesHearTheSame() throws {
      let before = try live(on: .iOS26, with: .withoutScenes)
      let after = try live(on: .iOS27, with: .scenes())
      #expect(before.modules == after.modules)
      #expect(before.modules.count { $0 == "didBecomeActive" } == 5)
      #expect(before.modules.count { $0 == "willEnterForeground" } == 3)
      #expect(before.modules.count { $0 == "openURL pay:2" } == 1)
    }

    /// With scenes, UIKit posts one more notification at a cold start.
    @Test func observersHearTheSameExceptAtTheStart() throws {
      let before = try live(on: .iOS26, with: .withoutScenes)
      var after = try live(on: .iOS27, with: .scenes())
      #expect(after.observers.remove(at: 1) == "UIApplicationWillEnterForegroundNotification")
      #expect(before.observers == after.observers)
    }

    /// UIKit would not call both. Something that calls the application's delegate too, as some vendors' code does, changes
    /// nothing.
    @Test func eventsComeOnceIfBothDelegatesAreCalled() throws {
      let delegate = ListeningDelegate()
      let app = try SimulatedApp(delegate, info: .scenes())
      let application: any UIApplicationDelegate = delegate
      application.applicationDidBecomeActive(.shared)
      app.interrupt()
      application.applicationWillResignActive(.shared)
      app.leave()
      application.applicationDidEnterBackground(.shared)
      #expect(
        delegate.heard == [
          "willFinishLaunching []", "didFinishLaunching []", "didBecomeActive", "willResignActive",
          "didEnterBackground",
        ])
    }
  }
}
