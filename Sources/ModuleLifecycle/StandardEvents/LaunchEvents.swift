/// The application is about to finish launching; state restoration has not happened yet.
///
/// UIKit: `application(_:willFinishLaunchingWithOptions:)`.
public struct WillFinishLaunching: LifecycleEvent {
  /// Why the application was launched, by key.
  public var options: [String: String]

  /// The event, by default without options.
  public init(options: [String: String] = [:]) { self.options = options }

  /// Launch goes on unless a module says no.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  /// A launch without options.
  public static var example: Self { Self() }
  /// Its name, spelled out: it is asked for with every entry that a dashboard shows.
  public static let name = "willFinishLaunching"
  /// Expected once, before launch.
  public static var transition: ApplicationStateTransition? { .init(from: [.notRunning], to: nil, .afterHandlers) }
}

/// The application has launched: the event at which most modules start.
///
/// UIKit: `application(_:didFinishLaunchingWithOptions:)`.
public struct DidFinishLaunching: LifecycleEvent {
  /// Why the application was launched, by key.
  public var options: [String: String]

  /// The event, by default without options.
  public init(options: [String: String] = [:]) { self.options = options }

  /// Launch goes on unless a module says no.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  /// A launch without options.
  public static var example: Self { Self() }
  /// Its name, spelled out: it is asked for with every entry that a dashboard shows.
  public static let name = "didFinishLaunching"
  /// Moves from not running to inactive.
  public static var transition: ApplicationStateTransition? {
    .init(from: [.notRunning], to: .inactive, .beforeHandlers)
  }
}

/// The application is about to end; the last event that modules see.
///
/// UIKit: `applicationWillTerminate(_:)`.
public struct WillTerminate: LifecycleEvent {
  /// The event.
  public init() {}

  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
  /// Moves to terminated, from any running state.
  public static var transition: ApplicationStateTransition? {
    .init(from: [.inactive, .active, .background], to: .terminated, .afterHandlers)
  }
}
