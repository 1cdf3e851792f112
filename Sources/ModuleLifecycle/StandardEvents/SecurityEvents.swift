/// The system asks whether to allow an extension point, such as third-party keyboards.
///
/// UIKit: `application(_:shouldAllowExtensionPointIdentifier:)`.
public struct ShouldAllowExtensionPoint: LifecycleEvent {
  /// The extension point's identifier.
  public var identifier: String

  /// Creates the event for an extension point.
  public init(identifier: String) { self.identifier = identifier }

  /// Allowed unless a module says no.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  /// A sample with the keyboard extension point.
  public static var example: Self { Self(identifier: "keyboard") }
}

/// The system asks whether to save the application's state.
///
/// UIKit: `application(_:shouldSaveSecureApplicationState:)`.
public struct ShouldSaveSecureApplicationState: LifecycleEvent {
  /// Creates the event.
  public init() {}
  /// Saved if one module says yes.
  public static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  /// A sample without arguments.
  public static var example: Self { Self() }
}

/// The system asks whether to restore a saved state.
///
/// UIKit: `application(_:shouldRestoreSecureApplicationState:)`.
public struct ShouldRestoreSecureApplicationState: LifecycleEvent {
  /// Creates the event.
  public init() {}
  /// Restored if at least one module votes and all votes are yes.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: false) }
  /// A sample without arguments.
  public static var example: Self { Self() }
}
