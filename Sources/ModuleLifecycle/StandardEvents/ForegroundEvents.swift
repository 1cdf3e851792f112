/// The application receives input again.
///
/// UIKit: `applicationDidBecomeActive(_:)`.
public struct DidBecomeActive: LifecycleEvent {
  /// The event.
  public init() {}

  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
  /// Moves from inactive to active.
  public static var transition: ApplicationStateTransition? { .init(from: [.inactive], to: .active, .beforeHandlers) }
}

/// The application is about to stop receiving input.
///
/// UIKit: `applicationWillResignActive(_:)`.
public struct WillResignActive: LifecycleEvent {
  /// The event.
  public init() {}

  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
  /// Moves from active to inactive.
  public static var transition: ApplicationStateTransition? { .init(from: [.active], to: .inactive, .afterHandlers) }
}

/// The application is about to come back from the background.
///
/// UIKit: `applicationWillEnterForeground(_:)`.
public struct WillEnterForeground: LifecycleEvent {
  /// The event.
  public init() {}

  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
  /// Moves from the background to inactive.
  public static var transition: ApplicationStateTransition? {
    .init(from: [.background], to: .inactive, .afterHandlers)
  }
}

/// The application has left the screen; what is not saved now may be lost.
///
/// UIKit: `applicationDidEnterBackground(_:)`.
public struct DidEnterBackground: LifecycleEvent {
  /// The event.
  public init() {}

  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
  /// Moves from inactive to the background.
  public static var transition: ApplicationStateTransition? {
    .init(from: [.inactive], to: .background, .beforeHandlers)
  }
}
