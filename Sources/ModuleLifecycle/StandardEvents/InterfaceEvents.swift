/// The application is asked in which orientations it can be shown.
///
/// UIKit: `application(_:supportedInterfaceOrientationsFor:)`.
public struct SupportedInterfaceOrientations: LifecycleEvent {
  /// The event.
  public init() {}

  /// What all modules support; when that is nothing, what the main one does.
  public static var policy: ResponsePolicy<InterfaceOrientationMask, InterfaceOrientationMask> {
    .intersection(default: .allButUpsideDown)
  }
  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
}
