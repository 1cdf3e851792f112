import Foundation
import ModuleLifecycle

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A running request, which ends once: with an answer or by cancellation.
final class SentRequest: Sendable {
  private struct State: Sendable {
    var task: URLSessionDataTask?
    var hasEnded = false
  }

  private let state = Locked(State())
  /// Reached when the session is done with the request.
  private let ended = CleanupEnd()

  /// Sends the request, unless it was already cancelled. It fails if the session is invalidated.
  func start(
    in session: URLSession, request: URLRequest,
    completion: @escaping @Sendable (Result<RequestAnswer, any Error>) -> Void
  ) {
    guard !state.withLock({ $0.hasEnded }) else { return }
    let made = SessionGate.makeTask(in: session) { session in
      session.dataTask(with: request) { [ended] data, response, error in
        ended.reach()
        if let error { return completion(.failure(error)) }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        completion(.success(RequestAnswer(data: data ?? Data(), status: status)))
      }
    }
    guard let task = made else { return completion(.failure(URLError(.cancelled))) }
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.task = task }
      return state.hasEnded
    }
    if hasEnded { SessionHop.run { task.cancel() } } else { task.resume() }
  }

  /// Records that the answer has arrived.
  ///
  /// - Returns: Whether the request had not ended before.
  func finish() -> Bool { end().isFirst }

  /// Cancels the request, unless its answer has arrived.
  ///
  /// - Returns: The point at which the session is done with the request; `nil` when there is nothing to wait for.
  func cancel() -> CleanupEnd? {
    guard let task = end().task else { return nil }
    SessionHop.run { task.cancel() }
    return ended
  }

  private func end() -> (isFirst: Bool, task: URLSessionDataTask?) {
    state.withLock { state in
      defer { state = State(task: nil, hasEnded: true) }
      return (!state.hasEnded, state.task)
    }
  }
}
