#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The application is asked to open a URL.
///
/// UIKit: `application(_:open:options:)`.
public struct OpenURL: EventWithExample {
  /// The URL to open.
  public var url: URL
  /// The options of the request by key, such as the sender.
  public var options: [String: String]

  /// Creates the event for a URL, by default without options.
  public init(url: URL, options: [String: String] = [:]) {
    self.url = url
    self.options = options
  }

  /// Opened if one module says yes. A second yes causes a warning.
  public static var policy: ResponsePolicy<Bool, Bool> { .any(default: false, isClaim: true) }
  /// Held for a module that is starting.
  public static var isHeldUntilReady: Bool { true }
  /// A sample payment link.
  public static var example: Self { Self(url: URL(string: "pay:42") ?? URL(filePath: "/")) }
}

/// The user chose one of the application's Home Screen shortcuts.
///
/// UIKit: `application(_:performActionFor:completionHandler:)`.
public struct PerformActionForShortcutItem: AsyncLifecycleEvent, EventWithExample {
  /// The shortcut's type.
  public var item: String

  /// Creates the event for a shortcut.
  public init(item: String) { self.item = item }

  /// Performed if one module says yes.
  public static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  /// Held for a module that is starting.
  public static var isHeldUntilReady: Bool { true }
  /// A sample shortcut that starts a search.
  public static var example: Self { Self(item: "search") }
}

/// The system asks whether the application will continue an activity that started elsewhere.
///
/// UIKit: `application(_:willContinueUserActivityWithType:)`.
public struct WillContinueUserActivity: EventWithExample {
  /// The activity's type.
  public var type: String

  /// Creates the event for a type of activity.
  public init(type: String) { self.type = type }

  /// Yes if one module says yes.
  public static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  /// A sample: reading, continued from another device.
  public static var example: Self { Self(type: "reading") }
}

/// The application can now continue an activity that started elsewhere: its data is available.
///
/// UIKit: `application(_:continue:restorationHandler:)`. The response contains the objects that all modules restored,
/// so the restoration handler is called once.
public struct ContinueUserActivity: EventWithExample {
  /// The activity to continue.
  public var activity: UserActivityContent

  /// Creates the event for an activity.
  public init(activity: UserActivityContent) { self.activity = activity }

  /// Continued if one module says yes, with the objects that all modules restored.
  public static var policy: ResponsePolicy<UserActivityContinuation, UserActivityContinuation> { .anyContinues }
  /// Held for a module that is starting.
  public static var isHeldUntilReady: Bool { true }
  /// A sample: reading, continued from another device.
  public static var example: Self { Self(activity: UserActivityContent(type: "reading")) }
}

/// An activity's data was updated, before it is sent to another device.
///
/// UIKit: `application(_:didUpdate:)`.
public struct DidUpdateUserActivity: EventWithExample {
  /// The activity with its current data.
  public var activity: UserActivityContent

  /// Creates the event for an activity.
  public init(activity: UserActivityContent) { self.activity = activity }
  /// A sample: reading that can continue elsewhere.
  public static var example: Self { Self(activity: UserActivityContent(type: "reading")) }
}

/// An activity that started elsewhere can't be continued.
///
/// UIKit: `application(_:didFailToContinueUserActivityWithType:error:)`.
public struct DidFailToContinueUserActivity: EventWithExample {
  /// The activity's type.
  public var type: String
  /// A description of the error.
  public var error: String

  /// Creates the event for a type of activity and an error.
  public init(type: String, error: String) {
    self.type = type
    self.error = error
  }
  /// A sample: the other device is out of reach.
  public static var example: Self { Self(type: "reading", error: "the other device is out of reach") }
}
