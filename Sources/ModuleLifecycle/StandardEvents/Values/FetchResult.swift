/// What came of looking for new content.
///
/// UIKit: `UIBackgroundFetchResult`.
public enum FetchResult: String, Codable, Sendable, CaseIterable {
  /// There was new content, and it was loaded.
  case newData
  /// There was nothing new.
  case noData
  /// It could not be found out.
  case failed
}

extension ResponsePolicy where Vote == FetchResult, Response == FetchResult {
  /// New data from one module counts more than the failure of another, and that more than nothing new; without votes
  /// there is nothing new.
  public static var fetched: Self { .highest([.newData, .failed, .noData], default: .noData) }
}
