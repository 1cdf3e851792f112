/// The application is registered for push notifications.
public struct DidRegisterForRemoteNotifications: LifecycleEvent {
  /// The device's token, in hexadecimal.
  public var token: String

  /// The event for one token.
  public init(token: String) { self.token = token }
  /// A short token.
  public static var example: Self { Self(token: "a1b2c3d4") }
}

/// The application could not be registered for push notifications.
public struct DidFailToRegisterForRemoteNotifications: LifecycleEvent {
  /// What went wrong, in words.
  public var error: String

  /// The event for one failure.
  public init(error: String) { self.error = error }
  /// The failure that a simulator gives.
  public static var example: Self { Self(error: "no connection to the push service") }
}
