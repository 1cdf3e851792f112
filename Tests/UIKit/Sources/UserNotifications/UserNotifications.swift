// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import Foundation

open class UNNotificationContent: NSObject {
  public let title: String
  public let userInfo: [AnyHashable: Any]
  /// The system creates contents. Here, tests do.
  public init(title: String, userInfo: [AnyHashable: Any]) { (self.title, self.userInfo) = (title, userInfo) }
}

open class UNNotificationRequest: NSObject {
  public let identifier: String
  public let content: UNNotificationContent
  public init(identifier: String, content: UNNotificationContent) {
    (self.identifier, self.content) = (identifier, content)
  }
}

open class UNNotification: NSObject {
  public let request: UNNotificationRequest
  public init(request: UNNotificationRequest) { self.request = request }
}

open class UNNotificationResponse: NSObject {
  public let notification: UNNotification
  public let actionIdentifier: String
  public init(notification: UNNotification, actionIdentifier: String) {
    (self.notification, self.actionIdentifier) = (notification, actionIdentifier)
  }
}

open class UNTextInputNotificationResponse: UNNotificationResponse {
  public let userText: String
  public init(notification: UNNotification, actionIdentifier: String, userText: String) {
    self.userText = userText
    super.init(notification: notification, actionIdentifier: actionIdentifier)
  }
}

public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let sound = UNNotificationPresentationOptions(rawValue: 1 << 1)
  public static let banner = UNNotificationPresentationOptions(rawValue: 1 << 4)
}

open class UNUserNotificationCenter: NSObject {
  private nonisolated(unsafe) static let center = UNUserNotificationCenter()
  open class func current() -> UNUserNotificationCenter { unsafe center }
  open weak var delegate: (any UNUserNotificationCenterDelegate)?
}

/// In Objective-C both methods are optional. Here there are no defaults, so that a delegate must have them.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)
}
