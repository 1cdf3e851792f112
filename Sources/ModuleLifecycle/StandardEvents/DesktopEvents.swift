/// The system asks whether the application can terminate.
///
/// AppKit: `applicationShouldTerminate(_:)`, with one reply for all modules.
public struct ApplicationShouldTerminate: AsyncLifecycleEvent {
  /// Creates the event.
  public init() {}

  /// A module that cancels keeps the application running. A module that asks for time delays termination.
  public static var policy: ResponsePolicy<TerminateReply, TerminateReply> {
    .highest([.cancel, .later, .now], default: .now)
  }
  /// Two minutes: the user may have to decide what to do with unsaved work.
  public static var deadline: Duration { .seconds(120) }
  /// A sample without arguments.
  public static var example: Self { Self() }
}

/// The system asks whether to terminate the application when its last window closes.
///
/// AppKit: `applicationShouldTerminateAfterLastWindowClosed(_:)`.
public struct ApplicationShouldTerminateAfterLastWindowClosed: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// The main module decides, because it owns the windows. If it doesn't vote, the application keeps running.
  public static var policy: ResponsePolicy<Bool, Bool> { .main(default: false) }
  /// A sample without arguments.
  public static var example: Self { Self() }
}

/// The user opened the running application again, from the Dock or the Finder.
///
/// AppKit: `applicationShouldHandleReopen(_:hasVisibleWindows:)`.
public struct ApplicationShouldHandleReopen: LifecycleEvent {
  /// Whether a window is on screen.
  public var hasVisibleWindows: Bool

  /// Creates the event, by default without visible windows.
  public init(hasVisibleWindows: Bool = false) { self.hasVisibleWindows = hasVisibleWindows }

  /// The system performs its default action unless a module says no.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  /// A sample without visible windows.
  public static var example: Self { Self() }
}
