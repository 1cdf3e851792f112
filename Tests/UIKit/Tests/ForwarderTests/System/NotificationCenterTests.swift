import ModuleLifecycle
import RollcallUIKit
import Testing
import UIKit
import UserNotifications

extension ForwarderTests {
  /// Who gets responses to notifications.
  @Suite @MainActor struct NotificationCenterTests {
    private final class Proxy: NSObject, UNUserNotificationCenterDelegate {
      private(set) var responses = 0

      func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
      ) {}
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
      ) { responses += 1 }
    }

    private let response = UNNotificationResponse(
      notification: UNNotification(
        request: .init(identifier: "parcel", content: .init(title: "Hello", userInfo: [:]))),
      actionIdentifier: "open")

    init() { registerCompositeSceneDelegate() }

    @Test func anotherDelegateOfTheCenterIsNamedOnce() throws {
      let (center, proxy, delegate) = (UNUserNotificationCenter.current(), Proxy(), ListeningDelegate())
      let app = try SimulatedApp(delegate, info: .scenes(), start: .foreground(.response(response)))
      #expect(delegate.heard.last == "userNotificationDidReceive parcel")
      #expect(delegate.warnings.isEmpty)
      center.delegate = proxy
      for _ in 1...2 {
        app.interrupt()
        try app.receive(.response(response))
      }
      #expect(proxy.responses == 2 && delegate.heard.count { $0.hasPrefix("userNotification") } == 1)
      #expect(delegate.warnings.map(\.kind) == [.notificationsElsewhere] && delegate.warnings[0].objects == ["Proxy"])
    }

    @Test func aDelegateThatIsSetTooLateMissesTheResponseOfTheLaunch() throws {
      let center = UNUserNotificationCenter.current()
      center.delegate = nil
      let delegate = TestDelegate()
      let app = try SimulatedApp(delegate, start: .foreground(.response(response)))
      center.delegate = delegate
      let recorder = try #require(delegate.composite.module(Recorder.self))
      #expect(!recorder.names.contains("userNotificationDidReceive"))
      try app.receive(.response(response))
      #expect(recorder.names.last == "userNotificationDidReceive")
    }
  }
}
