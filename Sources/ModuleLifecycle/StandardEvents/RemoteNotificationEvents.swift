/// The application is registered for push notifications.
///
/// UIKit: `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
public struct DidRegisterForRemoteNotifications: LifecycleEvent {
  /// The device token, in hexadecimal.
  public var token: String

  /// Creates the event for a device token.
  public init(token: String) { self.token = token }
  /// A sample with a short token.
  public static var example: Self { Self(token: "a1b2c3d4") }
}

/// The application could not register for push notifications.
///
/// UIKit: `application(_:didFailToRegisterForRemoteNotificationsWithError:)`.
public struct DidFailToRegisterForRemoteNotifications: LifecycleEvent {
  /// A description of the error.
  public var error: String

  /// Creates the event for an error.
  public init(error: String) { self.error = error }
  /// A sample error, as a simulator reports it.
  public static var example: Self { Self(error: "no connection to the push service") }
}

/// A push notification arrived, possibly in the background.
///
/// UIKit: `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
public struct DidReceiveRemoteNotification: AsyncLifecycleEvent {
  /// The notification's payload, by key.
  public var userInfo: [String: JSONValue]

  /// Creates the event for a push notification.
  public init(userInfo: [String: JSONValue]) { self.userInfo = userInfo }

  /// The highest result that any module reports: new data, then a failure, then no new data.
  public static var policy: ResponsePolicy<FetchResult, FetchResult> { .fetched }
  /// A sample silent notification.
  public static var example: Self { Self(userInfo: ["aps": .object(["content-available": .integer(1)])]) }
}
