/// The application is asked whether it will continue an activity that began elsewhere.
///
/// UIKit: `application(_:willContinueUserActivityWithType:)`.
public struct WillContinueUserActivity: LifecycleEvent {
  /// The activity's type.
  public var type: String

  /// The event for one type of activity.
  public init(type: String) { self.type = type }

  /// Yes when one module says so.
  public static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  /// Reading that goes on from another device.
  public static var example: Self { Self(type: "reading") }
}

/// The data of an activity that began elsewhere is there: go on with it.
///
/// UIKit: `application(_:continue:restorationHandler:)`. The objects that all modules restored are in the one response,
/// so that the restoration handler is called once.
public struct ContinueUserActivity: LifecycleEvent {
  /// What to continue.
  public var activity: UserActivity

  /// The event for one activity.
  public init(activity: UserActivity) { self.activity = activity }

  /// Continued when one module says so, with the objects that all modules restored.
  public static var policy: ResponsePolicy<UserActivityContinuation, UserActivityContinuation> { .anyContinues }
  /// Reading that goes on from another device.
  public static var example: Self { Self(activity: UserActivity(type: "reading")) }
}

/// The data of an activity was brought up to date, before it goes to another device.
///
/// UIKit: `application(_:didUpdate:)`.
public struct DidUpdateUserActivity: LifecycleEvent {
  /// The activity as it is now.
  public var activity: UserActivity

  /// The event for one activity.
  public init(activity: UserActivity) { self.activity = activity }
  /// Reading that may go on elsewhere.
  public static var example: Self { Self(activity: UserActivity(type: "reading")) }
}

/// An activity that began elsewhere can't be continued.
///
/// UIKit: `application(_:didFailToContinueUserActivityWithType:error:)`.
public struct DidFailToContinueUserActivity: LifecycleEvent {
  /// The activity's type.
  public var type: String
  /// What went wrong, in words.
  public var error: String

  /// The event for one failure.
  public init(type: String, error: String) {
    self.type = type
    self.error = error
  }
  /// The other device has gone out of reach.
  public static var example: Self { Self(type: "reading", error: "the other device is out of reach") }
}
