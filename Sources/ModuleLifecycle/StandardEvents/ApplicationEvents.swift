/// The application is about to finish launching. State restoration has not happened yet.
///
/// UIKit: `application(_:willFinishLaunchingWithOptions:)`.
public struct WillFinishLaunching: EventWithExample {
  /// The reasons for the launch, by key.
  public var options: [String: String]

  /// Creates the event, by default without options.
  public init(options: [String: String] = [:]) { self.options = options }

  /// Yes unless a module says no. The launch goes on in any case: in UIKit, a *no* only drops the link that the app was
  /// launched with.
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
public struct DidFinishLaunching: EventWithExample {
  /// The reasons for the launch, by key.
  public var options: [String: String]
  /// Whether the system launched the application in the background, for example for a silent notification. The state is
  /// `background` then once all modules have been called. `nil` in the foreground, and if it is not known: UIKit doesn't
  /// tell an application with scenes.
  public var inBackground: Bool?

  /// Creates the event, by default of a launch in the foreground without options.
  public init(options: [String: String] = [:], inBackground: Bool? = nil) {
    (self.options, self.inBackground) = (options, inBackground)
  }

  /// Yes unless a module says no. The launch goes on in any case: in UIKit, a *no* only drops the link that the app was
  /// launched with.
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
public struct WillTerminate: EventWithoutValues {
  /// Creates the event.
  public init() {}

  /// Changes the state from any running state to terminated.
  public static var transition: ApplicationStateTransition? {
    .init(from: [.inactive, .active, .background], to: .terminated, .afterHandlers)
  }
}

/// The application has become active and receives input.
///
/// UIKit: `applicationDidBecomeActive(_:)`.
public struct DidBecomeActive: EventWithoutValues {
  /// Creates the event.
  public init() {}

  /// Changes the state from inactive to active.
  public static var transition: ApplicationStateTransition? { .init(from: [.inactive], to: .active, .beforeHandlers) }
}

/// The application is about to stop receiving input.
///
/// UIKit: `applicationWillResignActive(_:)`.
public struct WillResignActive: EventWithoutValues {
  /// Creates the event.
  public init() {}

  /// Changes the state from active to inactive.
  public static var transition: ApplicationStateTransition? { .init(from: [.active], to: .inactive, .afterHandlers) }
}

/// The application is about to return from the background.
///
/// UIKit: `applicationWillEnterForeground(_:)`.
public struct WillEnterForeground: EventWithoutValues {
  /// Creates the event.
  public init() {}

  /// Changes the state from background to inactive.
  public static var transition: ApplicationStateTransition? {
    .init(from: [.background], to: .inactive, .afterHandlers)
  }
}

/// The application has entered the background. Anything that is not saved now can be lost.
///
/// UIKit: `applicationDidEnterBackground(_:)`.
public struct DidEnterBackground: EventWithoutValues {
  /// Creates the event.
  public init() {}

  /// Changes the state from inactive to background.
  public static var transition: ApplicationStateTransition? {
    .init(from: [.inactive], to: .background, .beforeHandlers)
  }
}

/// The application can fetch new content in the background.
///
/// UIKit: `application(_:performFetchWithCompletionHandler:)`.
public struct PerformFetch: AsyncLifecycleEvent, EventWithExample {
  /// Creates the event.
  public init() {}

  /// The highest result that any module reports: new data, then a failure, then no new data.
  public static var policy: ResponsePolicy<BackgroundFetchResult, BackgroundFetchResult> { .fetched }
  /// A sample without arguments.
  public static var example: Self { Self() }
}

/// Transfers of a background URL session ended while the application was not running.
///
/// UIKit: `application(_:handleEventsForBackgroundURLSession:completionHandler:)`. The event completes when every
/// module that handles it has completed.
public struct HandleEventsForBackgroundURLSession: AsyncLifecycleEvent, EventWithExample {
  /// The URL session's identifier.
  public var identifier: String

  /// Creates the event for a URL session.
  public init(identifier: String) { self.identifier = identifier }
  /// A sample session that loads photos.
  public static var example: Self { Self(identifier: "photos") }
}

/// Memory is low. Release anything that can be recreated.
///
/// UIKit: `applicationDidReceiveMemoryWarning(_:)`.
public struct DidReceiveMemoryWarning: EventWithoutValues {
  /// Creates the event.
  public init() {}
}

/// The time changed significantly: midnight, a new time zone or daylight saving.
///
/// UIKit: `applicationSignificantTimeChange(_:)`.
public struct SignificantTimeChange: EventWithoutValues {
  /// Creates the event.
  public init() {}
}

/// Protected files are readable: the device was unlocked.
///
/// UIKit: `applicationProtectedDataDidBecomeAvailable(_:)`.
public struct ProtectedDataDidBecomeAvailable: EventWithoutValues {
  /// Creates the event.
  public init() {}
}

/// Protected files are about to become unreadable: the device is being locked.
///
/// UIKit: `applicationProtectedDataWillBecomeUnavailable(_:)`.
public struct ProtectedDataWillBecomeUnavailable: EventWithoutValues {
  /// Creates the event.
  public init() {}
}

/// The system asks whether to allow an extension point, such as third-party keyboards.
///
/// UIKit: `application(_:shouldAllowExtensionPointIdentifier:)`.
public struct ShouldAllowExtensionPoint: EventWithExample {
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
public struct ShouldSaveSecureApplicationState: EventWithoutValues {
  /// Creates the event.
  public init() {}
  /// Saved if one module says yes.
  public static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
}

/// The system asks whether to restore a saved state.
///
/// UIKit: `application(_:shouldRestoreSecureApplicationState:)`.
public struct ShouldRestoreSecureApplicationState: EventWithoutValues {
  /// Creates the event.
  public init() {}
  /// Restored if at least one module votes and all votes are yes.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: false) }
}

/// The system asks which interface orientations the application supports.
///
/// UIKit: `application(_:supportedInterfaceOrientationsFor:)`.
public struct SupportedInterfaceOrientations: EventWithoutValues {
  /// Creates the event.
  public init() {}

  /// The orientations that all modules support. If they have none in common, the main module decides.
  public static var policy: ResponsePolicy<InterfaceOrientationMask, InterfaceOrientationMask> {
    .intersection(default: .allButUpsideDown)
  }
}

/// The system asks whether the application can terminate.
///
/// AppKit: `applicationShouldTerminate(_:)`, with one reply for all modules.
public struct ApplicationShouldTerminate: AsyncLifecycleEvent, EventWithExample {
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
public struct ApplicationShouldTerminateAfterLastWindowClosed: EventWithoutValues {
  /// Creates the event.
  public init() {}

  /// The main module decides, because it owns the windows. If it doesn't vote, the application keeps running.
  public static var policy: ResponsePolicy<Bool, Bool> { .main(default: false) }
}

/// The user opened the running application again, from the Dock or the Finder.
///
/// AppKit: `applicationShouldHandleReopen(_:hasVisibleWindows:)`.
public struct ApplicationShouldHandleReopen: EventWithExample {
  /// Whether a window is on screen.
  public var hasVisibleWindows: Bool

  /// Creates the event, by default without visible windows.
  public init(hasVisibleWindows: Bool = false) { self.hasVisibleWindows = hasVisibleWindows }

  /// The system performs its default action unless a module says no.
  public static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  /// A sample without visible windows.
  public static var example: Self { Self() }
}

/// The result of fetching new content.
///
/// UIKit: `UIBackgroundFetchResult`.
public enum BackgroundFetchResult: String, Codable, Sendable, CaseIterable {
  /// New content was found and loaded.
  case newData
  /// There was no new content.
  case noData
  /// The fetch failed.
  case failed
}

extension ResponsePolicy where Vote == BackgroundFetchResult, Response == BackgroundFetchResult {
  /// New data ranks above a failure, and a failure ranks above no new data. Without votes, the answer is no new data.
  package static var fetched: Self { .highest([.newData, .failed, .noData], default: .noData) }
}

/// Whether the application can terminate.
///
/// AppKit: `NSApplication.TerminateReply`.
public enum TerminateReply: String, Codable, Sendable, CaseIterable {
  /// The application can terminate now.
  case now
  /// The application can terminate, but not yet.
  case later
  /// The application must keep running.
  case cancel
}
