/// The system asks which interface orientations the application supports.
///
/// UIKit: `application(_:supportedInterfaceOrientationsFor:)`.
public struct SupportedInterfaceOrientations: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// The orientations that all modules support. If they have none in common, the main module decides.
  public static var policy: ResponsePolicy<InterfaceOrientationMask, InterfaceOrientationMask> {
    .intersection(default: .allButUpsideDown)
  }
  /// A sample without arguments.
  public static var example: Self { Self() }
}
