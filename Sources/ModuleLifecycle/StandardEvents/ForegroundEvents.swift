/// The application has become active and receives input.
///
/// UIKit: `applicationDidBecomeActive(_:)`.
public struct DidBecomeActive: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// A sample without arguments.
  public static var example: Self { Self() }
  /// Changes the state from inactive to active.
  public static var transition: ApplicationStateTransition? { .init(from: [.inactive], to: .active, .beforeHandlers) }
}

/// The application is about to stop receiving input.
///
/// UIKit: `applicationWillResignActive(_:)`.
public struct WillResignActive: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// A sample without arguments.
  public static var example: Self { Self() }
  /// Changes the state from active to inactive.
  public static var transition: ApplicationStateTransition? { .init(from: [.active], to: .inactive, .afterHandlers) }
}

/// The application is about to return from the background.
///
/// UIKit: `applicationWillEnterForeground(_:)`.
public struct WillEnterForeground: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// A sample without arguments.
  public static var example: Self { Self() }
  /// Changes the state from background to inactive.
  public static var transition: ApplicationStateTransition? {
    .init(from: [.background], to: .inactive, .afterHandlers)
  }
}

/// The application has entered the background. Anything that is not saved now can be lost.
///
/// UIKit: `applicationDidEnterBackground(_:)`.
public struct DidEnterBackground: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// A sample without arguments.
  public static var example: Self { Self() }
  /// Changes the state from inactive to background.
  public static var transition: ApplicationStateTransition? {
    .init(from: [.inactive], to: .background, .beforeHandlers)
  }
}
