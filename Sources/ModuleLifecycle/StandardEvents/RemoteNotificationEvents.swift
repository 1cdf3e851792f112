/// The application is registered for push notifications.
///
/// UIKit: `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
public struct DidRegisterForRemoteNotifications: LifecycleEvent {
  /// The device's token, in hexadecimal.
  public var token: String

  /// The event for one token.
  public init(token: String) { self.token = token }
  /// A short token.
  public static var example: Self { Self(token: "a1b2c3d4") }
}

/// The application could not be registered for push notifications.
///
/// UIKit: `application(_:didFailToRegisterForRemoteNotificationsWithError:)`.
public struct DidFailToRegisterForRemoteNotifications: LifecycleEvent {
  /// What went wrong, in words.
  public var error: String

  /// The event for one failure.
  public init(error: String) { self.error = error }
  /// The failure that a simulator gives.
  public static var example: Self { Self(error: "no connection to the push service") }
}

/// A push notification has come in, perhaps in the background.
///
/// UIKit: `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
public struct DidReceiveRemoteNotification: AsyncLifecycleEvent {
  /// What was pushed, by key.
  public var userInfo: [String: JSONValue]

  /// The event for one notification.
  public init(userInfo: [String: JSONValue]) { self.userInfo = userInfo }

  /// The most that any module has to tell: new data, a failure, nothing new.
  public static var policy: ResponsePolicy<FetchResult, FetchResult> { .fetched }
  /// A silent notification.
  public static var example: Self { Self(userInfo: ["aps": .object(["content-available": .integer(1)])]) }
}
