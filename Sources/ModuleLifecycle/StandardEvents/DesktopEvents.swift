/// The application is asked whether it may end.
///
/// AppKit: `applicationShouldTerminate(_:)`, with one reply for all modules.
public struct ApplicationShouldTerminate: AsyncLifecycleEvent {
  /// The event.
  public init() {}

  /// One module that cancels keeps the application running, one that asks for time delays its end.
  public static var policy: ResponsePolicy<TerminateReply, TerminateReply> {
    .highest([.cancel, .later, .now], default: .now)
  }
  /// Two minutes: somebody may be asked what to do with unsaved work.
  public static var deadline: Duration { .seconds(120) }
  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
}

/// The application is asked whether to end with its last window.
///
/// AppKit: `applicationShouldTerminateAfterLastWindowClosed(_:)`.
public struct ApplicationShouldTerminateAfterLastWindowClosed: LifecycleEvent {
  /// The event.
  public init() {}

  /// The main module decides, because it owns the windows; without its word the application stays.
  public static var policy: ResponsePolicy<Bool, Bool> { .main(default: false) }
  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
}

/// The user opened the application that was running already, in the Dock or the Finder.
///
/// AppKit: `applicationShouldHandleReopen(_:hasVisibleWindows:)`.
public struct ApplicationShouldHandleReopen: LifecycleEvent {
  /// Whether a window is on the screen.
  public var hasVisibleWindows: Bool

  /// The event, by default without a window on the screen.
  public init(hasVisibleWindows: Bool = false) { self.hasVisibleWindows = hasVisibleWindows }

  /// The system does what it usually does unless a module says no.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  /// No window is on the screen.
  public static var example: Self { Self() }
}
