public import Foundation
public import ModuleLifecycle

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Takes charge of a session: when the owner dies it is invalidated and its tasks are cancelled.
  ///
  /// A session keeps its delegate alive until it has been invalidated. If the owner is the delegate, the owner does not
  /// die before that, so this cleanup can't be what frees it: somebody must cancel the returned handle.
  ///
  /// - Parameters:
  ///   - session: The session; not `URLSession.shared`, which can't be invalidated.
  ///   - name: The object's name.
  ///   - lifetime: How long it may live.
  ///   - invalidation: What its delegate notes its end in: the row is `releasing` until then. Without one, or without a
  ///     delegate, the row ends when the session has been told to become invalid.
  /// - Returns: A handle with which to invalidate it sooner.
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
      .session, name, lifetime: lifetime, detail: detail, holding: hold,
      cancelling: {
        let hop = SessionHop.run { gate.invalidate(session) }
        // Only a delegate can note the end. The session is not asked for it here: it drops it on another thread.
        return hold == nil ? hop : invalidation?.end ?? hop
      })
  }

  /// Takes charge of a task of a session: when the owner dies it is cancelled, unless it has ended before.
  ///
  /// It is not resumed here. Its row ends when it has been told to cancel. A session does not tell when a task has ended;
  /// tell the handle to `finish()` in its completion, or use `request(_:_:in:lifetime:_:)`, which does.
  ///
  /// - Parameters:
  ///   - task: The task, resumed or not. On Linux its session must have no cache: see `URLSessionConfiguration.cancellable`.
  ///   - name: The object's name.
  ///   - lifetime: How long it may live.
  /// - Returns: A handle with which to cancel it sooner.
  @discardableResult
  public borrowing func own(
    task: URLSessionTask, named name: String, lifetime: OwnedLifetime = .module
  ) -> OwnedObject {
    own(
      .request, name, lifetime: lifetime, detail: task.originalRequest?.line,
      cancelling: { SessionHop.run { task.cancel() } })
  }

  /// Sends a request that is cancelled when the owner dies.
  ///
  /// Its row is `finished` when the answer has come, or the request has failed by itself. When the session was owned and
  /// has been invalidated, the request is not sent and fails as cancelled; an invalidated session would end the program.
  /// Nor is it sent when the owner has gone already.
  /// One that is cancelled is `releasing` until the session has done with it.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - request: What to ask for.
  ///   - session: The session that sends it. Nobody but its owner may have invalidated it, and it must have no cache, on
  ///     Linux: see `URLSessionConfiguration.cancellable`.
  ///   - lifetime: How long it may take: with `.application` it outlives its owner.
  ///   - body: Called on the main actor with the answer, unless the request was cancelled. It must not keep the owner
  ///     alive.
  /// - Returns: A handle with which to cancel it sooner.
  @discardableResult
  public borrowing func request(
    _ name: String, _ request: URLRequest, in session: URLSession, lifetime: OwnedLifetime = .module,
    _ body: @escaping @MainActor @Sendable (Result<RequestAnswer, any Error>) -> Void
  ) -> OwnedObject {
    let sent = SentRequest()
    let object = own(.request, name, lifetime: lifetime, detail: request.line, cancelling: { sent.cancel() })
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
  /// What it asks for: `GET /feed?page=2`.
  fileprivate var line: String? {
    guard let url else { return nil }
    return "\(httpMethod ?? "GET") \(url.path)\(url.query.map { "?\($0)" } ?? "")"
  }
}

/// What came back for a request.
public struct RequestAnswer: Sendable, Equatable {
  /// The body.
  public let data: Data
  /// The status; 0 where the protocol has none.
  public let status: Int

  /// An answer; requests make them, and so does a test.
  public init(data: Data, status: Int) {
    self.data = data
    self.status = status
  }
}

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

extension URLSessionConfiguration {
  /// A configuration, ephemeral and without a cache, for sessions whose requests may be cancelled at any time.
  ///
  /// On Linux a session with a cache looks a request up there, on another queue, before it is sent. A request that is
  /// cancelled meanwhile ends the program: "Trying to access a behaviour for a task that in not in the registry". Use
  /// this one for every session that something owned sends requests through, or take the cache away from your own.
  public static var cancellable: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    return configuration
  }
}
