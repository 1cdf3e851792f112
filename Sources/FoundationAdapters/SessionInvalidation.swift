import ModuleLifecycle

/// The end of a session, as its delegate hears of it.
///
/// ```swift
/// final class Transfers: NSObject, URLSessionDelegate {
///   let invalidation = SessionInvalidation()
///   func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { invalidation.note() }
/// }
/// owned.own(session: session, named: "transfers", until: transfers.invalidation)
/// ```
public final class SessionInvalidation: Sendable {
  let end = CleanupEnd()

  /// An end that has not come.
  public init() {}

  /// The session has become invalid.
  public func note() { end.reach() }
}
