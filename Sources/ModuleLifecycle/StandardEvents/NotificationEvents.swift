/// The application is registered for push notifications.
///
/// UIKit: `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
public struct DidRegisterForRemoteNotifications: EventWithExample {
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
public struct DidFailToRegisterForRemoteNotifications: EventWithExample {
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
public struct DidReceiveRemoteNotification: AsyncLifecycleEvent, EventWithExample {
  /// The notification's payload, by key.
  public var userInfo: [String: EventValue]

  /// Creates the event for a push notification.
  public init(userInfo: [String: EventValue]) { self.userInfo = userInfo }

  /// The highest result that any module reports: new data, then a failure, then no new data.
  public static var policy: ResponsePolicy<BackgroundFetchResult, BackgroundFetchResult> { .fetched }
  /// A sample silent notification.
  public static var example: Self { Self(userInfo: ["aps": .object(["content-available": .integer(1)])]) }
}

/// The system asks how to show a notification that arrived while the application is in the foreground.
///
/// UserNotifications: `userNotificationCenter(_:willPresent:withCompletionHandler:)`.
public struct UserNotificationWillPresent: AsyncLifecycleEvent, EventWithExample {
  /// The identifier of the notification's request.
  public var identifier: String
  /// The title that the user reads.
  public var title: String
  /// The notification's payload, by key.
  public var userInfo: [String: EventValue]

  /// Creates the event for a notification.
  public init(identifier: String, title: String = "", userInfo: [String: EventValue] = [:]) {
    self.identifier = identifier
    self.title = title
    self.userInfo = userInfo
  }

  /// Shown in every way that any module asks for. Not shown when no module asks for anything.
  public static var policy: ResponsePolicy<PresentationOptions, PresentationOptions> { .union }
  /// A sample: a parcel is on its way.
  public static var example: Self { Self(identifier: "parcel", title: "Your parcel is on its way") }
}

/// The user responded to a notification.
///
/// UserNotifications: `userNotificationCenter(_:didReceive:withCompletionHandler:)`. The event completes when every
/// module that handles it has completed.
public struct UserNotificationDidReceive: AsyncLifecycleEvent, EventWithExample {
  /// The identifier of the notification's request.
  public var identifier: String
  /// The user's choice: an action's identifier, `open` or `dismiss`.
  public var action: String
  /// The text that the user typed, for an action that asks for text. `nil` otherwise.
  public var text: String?
  /// The notification's payload, by key.
  public var userInfo: [String: EventValue]

  /// Creates the event for a user's choice. By default, the user opened the notification.
  public init(
    identifier: String, action: String = "open", text: String? = nil, userInfo: [String: EventValue] = [:]
  ) {
    self.identifier = identifier
    self.action = action
    self.text = text
    self.userInfo = userInfo
  }
  /// Held for a module that is starting.
  public static var isHeldUntilReady: Bool { true }
  /// A sample: the user opened the notification about a parcel.
  public static var example: Self { Self(identifier: "parcel") }
}
