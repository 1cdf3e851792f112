/// The application is asked whether to allow an extension point, such as third-party keyboards.
///
/// UIKit: `application(_:shouldAllowExtensionPointIdentifier:)`.
public struct ShouldAllowExtensionPoint: LifecycleEvent {
  /// The extension point's identifier.
  public var identifier: String

  /// The event for one extension point.
  public init(identifier: String) { self.identifier = identifier }

  /// Allowed unless a module says no.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  /// The keyboard's extension point.
  public static var example: Self { Self(identifier: "keyboard") }
}

/// The application is asked whether its state may be saved.
///
/// UIKit: `application(_:shouldSaveSecureApplicationState:)`.
public struct ShouldSaveSecureApplicationState: LifecycleEvent {
  /// The event.
  public init() {}
  /// Saved when one module says yes.
  public static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
}

/// The application is asked whether a saved state may be restored.
///
/// UIKit: `application(_:shouldRestoreSecureApplicationState:)`.
public struct ShouldRestoreSecureApplicationState: LifecycleEvent {
  /// The event.
  public init() {}
  /// Restored when all modules that vote say yes.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: false) }
  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
}
