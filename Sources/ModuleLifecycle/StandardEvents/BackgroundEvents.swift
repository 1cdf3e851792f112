/// The application may look for new content in the background.
///
/// UIKit: `application(_:performFetchWithCompletionHandler:)`.
public struct PerformFetch: AsyncLifecycleEvent {
  /// The event.
  public init() {}

  /// The most that any module has to tell: new data, a failure, nothing new.
  public static var policy: ResponsePolicy<FetchResult, FetchResult> { .fetched }
  /// The event itself; it has no arguments.
  public static var example: Self { Self() }
}

/// Transfers of a background session have ended while the application was not running.
///
/// UIKit: `application(_:handleEventsForBackgroundURLSession:completionHandler:)`. It is completed when every module
/// that handles it has.
public struct HandleEventsForBackgroundURLSession: AsyncLifecycleEvent {
  /// The session's identifier.
  public var identifier: String

  /// The event for one session.
  public init(identifier: String) { self.identifier = identifier }
  /// A session that loads photos.
  public static var example: Self { Self(identifier: "photos") }
}
