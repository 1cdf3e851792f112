#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The application is asked to open a URL.
///
/// UIKit: `application(_:open:options:)`.
public struct OpenURL: LifecycleEvent {
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
  /// A sample payment link.
  public static var example: Self { Self(url: URL(string: "pay:42") ?? URL(filePath: "/")) }
}

/// The user chose one of the application's Home Screen shortcuts.
///
/// UIKit: `application(_:performActionFor:completionHandler:)`.
public struct PerformActionForShortcutItem: AsyncLifecycleEvent {
  /// The shortcut's type.
  public var item: String

  /// Creates the event for a shortcut.
  public init(item: String) { self.item = item }

  /// Performed if one module says yes.
  public static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  /// A sample shortcut that starts a search.
  public static var example: Self { Self(item: "search") }
}
