public import Foundation
public import ModuleLifecycle

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension OwnedObjects {
  /// Takes charge of a session: when the owner dies it is invalidated and its tasks are cancelled.
  ///
  /// A session keeps its delegate alive until it has been invalidated. If the owner is the delegate, the owner does not
  /// die before that, so this cleanup can't be what frees it: somebody must cancel the returned handle.
  ///
  /// - Parameters:
  ///   - session: The session; not `URLSession.shared`, which can't be invalidated.
  ///   - name: The object's name.
  /// - Returns: A handle with which to invalidate it sooner.
  @discardableResult
  public borrowing func own(session: URLSession, named name: String) -> OwnedObject {
    own(.session, name) {
      SessionHop.run { session.invalidateAndCancel() }
    }
  }

  /// Sends a request that is cancelled when the owner dies.
  ///
  /// Its row is `finished` when the answer has come, or the request has failed by itself.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - request: What to ask for.
  ///   - session: The session that sends it. It must not be invalidated yet, and must have no cache, on Linux: see
  ///     `URLSessionConfiguration.cancellable`.
  ///   - body: Called on the main actor with the answer, unless the request was cancelled. It must not keep the owner
  ///     alive.
  /// - Returns: A handle with which to cancel it sooner.
  @discardableResult
  public borrowing func request(
    _ name: String, _ request: URLRequest, in session: URLSession,
    _ body: @escaping @MainActor @Sendable (Result<RequestAnswer, any Error>) -> Void
  ) -> OwnedObject {
    registrar.request(name, request, in: session, body)
  }
}

extension OwnedObjectRegistrar {
  /// Sends a request that is cancelled when the owner dies; see `OwnedObjects.request(_:_:in:_:)`.
  ///
  /// When the owner has gone already, the request is not sent.
  @discardableResult
  public func request(
    _ name: String, _ request: URLRequest, in session: URLSession,
    _ body: @escaping @MainActor @Sendable (Result<RequestAnswer, any Error>) -> Void
  ) -> OwnedObject {
    let sent = SentRequest()
    let object = own(.request, name) { sent.cancel() }
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
