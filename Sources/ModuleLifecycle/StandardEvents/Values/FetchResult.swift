/// The result of fetching new content.
///
/// UIKit: `UIBackgroundFetchResult`.
public enum FetchResult: String, Codable, Sendable, CaseIterable {
  /// New content was found and loaded.
  case newData
  /// There was no new content.
  case noData
  /// The fetch failed.
  case failed
}

extension ResponsePolicy where Vote == FetchResult, Response == FetchResult {
  /// New data ranks above a failure, and a failure ranks above no new data. Without votes, the answer is no new data.
  public static var fetched: Self { .highest([.newData, .failed, .noData], default: .noData) }
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
