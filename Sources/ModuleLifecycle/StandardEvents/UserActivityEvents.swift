/// The system asks whether the application will continue an activity that started elsewhere.
///
/// UIKit: `application(_:willContinueUserActivityWithType:)`.
public struct WillContinueUserActivity: LifecycleEvent {
  /// The activity's type.
  public var type: String

  /// Creates the event for a type of activity.
  public init(type: String) { self.type = type }

  /// Yes if one module says yes.
  public static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  /// A sample: reading, continued from another device.
  public static var example: Self { Self(type: "reading") }
}

/// The application can now continue an activity that started elsewhere: its data is available.
///
/// UIKit: `application(_:continue:restorationHandler:)`. The response contains the objects that all modules restored,
/// so the restoration handler is called once.
public struct ContinueUserActivity: LifecycleEvent {
  /// The activity to continue.
  public var activity: UserActivity

  /// Creates the event for an activity.
  public init(activity: UserActivity) { self.activity = activity }

  /// Continued if one module says yes, with the objects that all modules restored.
  public static var policy: ResponsePolicy<UserActivityContinuation, UserActivityContinuation> { .anyContinues }
  /// A sample: reading, continued from another device.
  public static var example: Self { Self(activity: UserActivity(type: "reading")) }
}

/// An activity's data was updated, before it is sent to another device.
///
/// UIKit: `application(_:didUpdate:)`.
public struct DidUpdateUserActivity: LifecycleEvent {
  /// The activity with its current data.
  public var activity: UserActivity

  /// Creates the event for an activity.
  public init(activity: UserActivity) { self.activity = activity }
  /// A sample: reading that can continue elsewhere.
  public static var example: Self { Self(activity: UserActivity(type: "reading")) }
}

/// An activity that started elsewhere can't be continued.
///
/// UIKit: `application(_:didFailToContinueUserActivityWithType:error:)`.
public struct DidFailToContinueUserActivity: LifecycleEvent {
  /// The activity's type.
  public var type: String
  /// A description of the error.
  public var error: String

  /// Creates the event for a type of activity and an error.
  public init(type: String, error: String) {
    self.type = type
    self.error = error
  }
  /// A sample: the other device is out of reach.
  public static var example: Self { Self(type: "reading", error: "the other device is out of reach") }
}
