/// The application is about to finish launching. State restoration has not happened yet.
///
/// UIKit: `application(_:willFinishLaunchingWithOptions:)`.
public struct WillFinishLaunching: LifecycleEvent {
  /// The reasons for the launch, by key.
  public var options: [String: String]

  /// Creates the event, by default without options.
  public init(options: [String: String] = [:]) { self.options = options }

  /// The launch continues unless a module says no.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  /// A sample launch without options.
  public static var example: Self { Self() }
  /// The event's name as a constant, because a dashboard reads it for every entry that it shows.
  public static let name = "willFinishLaunching"
  /// Expected once, before launch. Doesn't change the state.
  public static var transition: ApplicationStateTransition? { .init(from: [.notRunning], to: nil, .afterHandlers) }
}

/// The application has launched. Most modules start at this event.
///
/// UIKit: `application(_:didFinishLaunchingWithOptions:)`.
public struct DidFinishLaunching: LifecycleEvent {
  /// The reasons for the launch, by key.
  public var options: [String: String]

  /// Creates the event, by default without options.
  public init(options: [String: String] = [:]) { self.options = options }

  /// The launch continues unless a module says no.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  /// A sample launch without options.
  public static var example: Self { Self() }
  /// The event's name as a constant, because a dashboard reads it for every entry that it shows.
  public static let name = "didFinishLaunching"
  /// Changes the state from not running to inactive.
  public static var transition: ApplicationStateTransition? {
    .init(from: [.notRunning], to: .inactive, .beforeHandlers)
  }
}

/// The application is about to terminate. This is the last event that modules receive.
///
/// UIKit: `applicationWillTerminate(_:)`.
public struct WillTerminate: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// A sample without arguments.
  public static var example: Self { Self() }
  /// Changes the state from any running state to terminated.
  public static var transition: ApplicationStateTransition? {
    .init(from: [.inactive, .active, .background], to: .terminated, .afterHandlers)
  }
}
