/// Memory is short: what can be made again should be let go.
///
/// UIKit: `applicationDidReceiveMemoryWarning(_:)`.
public struct DidReceiveMemoryWarning: LifecycleEvent {
  /// The event.
  public init() {}
  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
}

/// The time jumped: midnight, a new time zone, daylight saving.
///
/// UIKit: `applicationSignificantTimeChange(_:)`.
public struct SignificantTimeChange: LifecycleEvent {
  /// The event.
  public init() {}
  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
}

/// Protected files can be read: the device was unlocked.
///
/// UIKit: `applicationProtectedDataDidBecomeAvailable(_:)`.
public struct ProtectedDataDidBecomeAvailable: LifecycleEvent {
  /// The event.
  public init() {}
  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
}

/// Protected files are about to become unreadable: the device is being locked.
///
/// UIKit: `applicationProtectedDataWillBecomeUnavailable(_:)`.
public struct ProtectedDataWillBecomeUnavailable: LifecycleEvent {
  /// The event.
  public init() {}
  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
}
