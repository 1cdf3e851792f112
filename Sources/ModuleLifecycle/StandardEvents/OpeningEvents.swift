#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Somebody asks the application to open a URL.
///
/// UIKit: `application(_:open:options:)`.
public struct OpenURL: LifecycleEvent {
  /// What to open.
  public var url: URL
  /// Who asks, and how, by key.
  public var options: [String: String]

  /// The event for one URL, by default without options.
  public init(url: URL, options: [String: String] = [:]) {
    self.url = url
    self.options = options
  }

  /// Opened when one module says so; two that say so are worth a warning.
  public static var policy: ResponsePolicy<Bool, Bool> { .any(default: false, isClaim: true) }
  /// A payment link.
  public static var example: Self { Self(url: URL(string: "pay:42") ?? URL(filePath: "/")) }
}

/// The user picked one of the application's home screen shortcuts.
///
/// UIKit: `application(_:performActionFor:completionHandler:)`.
public struct PerformActionForShortcutItem: AsyncLifecycleEvent {
  /// The shortcut's type.
  public var item: String

  /// The event for one shortcut.
  public init(item: String) { self.item = item }

  /// Done when one module says so.
  public static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  /// A shortcut that starts a search.
  public static var example: Self { Self(item: "search") }
}
