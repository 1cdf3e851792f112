public import Foundation
public import ModuleLifecycle

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Owns a session. When the owner dies, the session is invalidated and its tasks are cancelled.
  ///
  /// A session keeps its delegate alive until it is invalidated. If the owner is the delegate, it can't die before
  /// that, so its death can't trigger this cleanup: cancel the returned handle instead.
  ///
  /// - Parameters:
  ///   - session: The session. It can't be `URLSession.shared`, which can't be invalidated.
  ///   - name: The object's name.
  ///   - lifetime: How long the session may live.
  ///   - invalidation: Where the session's delegate reports the session's end. Until then the row is `releasing`.
  ///     Without it, or without a delegate, the row ends once the session has been told to invalidate.
  /// - Returns: A handle that invalidates the session sooner.
  @discardableResult
  public borrowing func own(
    session: URLSession, named name: String, lifetime: OwnedLifetime = .module,
    until invalidation: SessionInvalidation? = nil
  ) -> OwnedObject {
    let gate = SessionGate.open(session)
    let hold = session.delegate.map {
      DeclaredHold($0, "holds its delegate until it is invalidated", endedBy: "invalidate")
    }
    let detail = session.delegate.map { "its delegate is a \(type(of: $0))" }
    return own(
      name, as: .session, lifetime: lifetime, detail: detail, holding: hold,
      cancelling: {
        let hop = SessionHop.run { gate.invalidate(session) }
        // Only a delegate can report the end. Don't ask the session for its delegate here: it drops it on another
        // thread.
        return hold == nil ? hop : invalidation?.end ?? hop
      })
  }

  /// Owns a session's task. When the owner dies, the task is cancelled unless it has already ended.
  ///
  /// This does not resume the task. Its row ends once the task has been told to cancel. A session does not report when
  /// a task ends: call the handle's `finish()` in the task's completion, or use `request(_:_:in:lifetime:_:)`, which
  /// does so.
  ///
  /// - Parameters:
  ///   - task: The task, resumed or not. On Linux its session must have no cache: see
  ///     `URLSessionConfiguration.cancellable`.
  ///   - name: The object's name.
  ///   - lifetime: How long the task may live.
  /// - Returns: A handle that cancels the task sooner.
  @discardableResult
  public borrowing func own(
    task: URLSessionTask, named name: String, lifetime: OwnedLifetime = .module
  ) -> OwnedObject {
    own(
      name, as: .request, lifetime: lifetime, detail: task.originalRequest?.line,
      cancelling: { SessionHop.run { task.cancel() } })
  }

  /// Sends a request that is cancelled when the owner dies.
  ///
  /// The row is `finished` when the answer has arrived or the request has failed by itself. A cancelled request is
  /// `releasing` until the session is done with it. If the session was owned and has been invalidated, the request is
  /// not sent and fails as cancelled, because using an invalidated session would crash the program. The request is not
  /// sent either if the owner is already gone.
  ///
  /// On Linux, waiting for the answer on a new connection keeps about half a processor busy. The article
  /// `RollcallFoundation` says what to do for requests that wait long.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - request: The request to send.
  ///   - session: The session that sends it. Only its owner may invalidate it. On Linux it must have no cache: see
  ///     `URLSessionConfiguration.cancellable`.
  ///   - lifetime: How long the request may take. With `.application` it outlives its owner.
  ///   - body: Called on the main actor with the answer, unless the request was cancelled. It must not keep the owner
  ///     alive.
  /// - Returns: A handle that cancels the request sooner.
  @discardableResult
  public borrowing func request(
    _ name: String, _ request: URLRequest, in session: URLSession, lifetime: OwnedLifetime = .module,
    _ body: @escaping @MainActor @Sendable (Result<RequestAnswer, any Error>) -> Void
  ) -> OwnedObject {
    let sent = SentRequest()
    let object = own(name, as: .request, lifetime: lifetime, detail: request.line, cancelling: { sent.cancel() })
    sent.start(in: session, request: request) { result in
      Task { @MainActor in
        guard sent.finish() else { return }
        object.finish()
        body(result)
      }
    }
    return object
  }
}

extension URLRequest {
  /// The method and path of the request: `GET /feed?page=2`.
  fileprivate var line: String? {
    guard let url else { return nil }
    return "\(httpMethod ?? "GET") \(url.path)\(url.query.map { "?\($0)" } ?? "")"
  }
}

/// The answer to a request.
public struct RequestAnswer: Sendable, Equatable {
  /// The body of the answer; empty if there was none.
  public let data: Data
  /// The HTTP status code; 0 for protocols without one.
  public let status: Int

  /// Creates an answer, for example in a test.
  public init(data: Data, status: Int) {
    self.data = data
    self.status = status
  }
}

/// The end of a session, as its delegate reports it.
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

  /// Creates the end of a session that has not ended yet.
  public init() {}

  /// Records that the session has become invalid.
  public func note() { end.reach() }
}

extension URLSessionConfiguration {
  /// An ephemeral configuration without a cache, for sessions whose requests can be cancelled at any time.
  ///
  /// On Linux, a session with a cache looks a request up there, on another queue, before sending it. Cancelling the
  /// request during the lookup crashes the program: "Trying to access a behaviour for a task that in not in the
  /// registry". Use this configuration for every session that sends owned requests, or remove the cache from your own
  /// configuration.
  public static var cancellable: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    return configuration
  }
}
