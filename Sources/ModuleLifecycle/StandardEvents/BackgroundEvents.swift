/// The application can fetch new content in the background.
///
/// UIKit: `application(_:performFetchWithCompletionHandler:)`.
public struct PerformFetch: AsyncLifecycleEvent {
  /// Creates the event.
  public init() {}

  /// The highest result that any module reports: new data, then a failure, then no new data.
  public static var policy: ResponsePolicy<FetchResult, FetchResult> { .fetched }
  /// A sample without arguments.
  public static var example: Self { Self() }
}

/// Transfers of a background URL session ended while the application was not running.
///
/// UIKit: `application(_:handleEventsForBackgroundURLSession:completionHandler:)`. The event completes when every
/// module that handles it has completed.
public struct HandleEventsForBackgroundURLSession: AsyncLifecycleEvent {
  /// The URL session's identifier.
  public var identifier: String

  /// Creates the event for a URL session.
  public init(identifier: String) { self.identifier = identifier }
  /// A sample session that loads photos.
  public static var example: Self { Self(identifier: "photos") }
}
