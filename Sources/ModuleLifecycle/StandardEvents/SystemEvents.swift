/// Memory is low. Release anything that can be recreated.
///
/// UIKit: `applicationDidReceiveMemoryWarning(_:)`.
public struct DidReceiveMemoryWarning: LifecycleEvent {
  /// Creates the event.
  public init() {}
  /// A sample without arguments.
  public static var example: Self { Self() }
}

/// The time changed significantly: midnight, a new time zone or daylight saving.
///
/// UIKit: `applicationSignificantTimeChange(_:)`.
public struct SignificantTimeChange: LifecycleEvent {
  /// Creates the event.
  public init() {}
  /// A sample without arguments.
  public static var example: Self { Self() }
}

/// Protected files are readable: the device was unlocked.
///
/// UIKit: `applicationProtectedDataDidBecomeAvailable(_:)`.
public struct ProtectedDataDidBecomeAvailable: LifecycleEvent {
  /// Creates the event.
  public init() {}
  /// A sample without arguments.
  public static var example: Self { Self() }
}

/// Protected files are about to become unreadable: the device is being locked.
///
/// UIKit: `applicationProtectedDataWillBecomeUnavailable(_:)`.
public struct ProtectedDataWillBecomeUnavailable: LifecycleEvent {
  /// Creates the event.
  public init() {}
  /// A sample without arguments.
  public static var example: Self { Self() }
}
