import Foundation
import ModuleLifecycle
import RollcallFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Experiment {
  static let urlSession = Experiment(
    "url-session", title: "A URLSession and its delegate",
    question: "How long does a URLSession keep its delegate, and what happens if it is never invalidated?"
  ) { notebook, _ in
    await SessionLab.end("finishTasksAndInvalidate()", notebook) { $0.finishTasksAndInvalidate() }
    await SessionLab.end("invalidateAndCancel()", notebook) { $0.invalidateAndCancel() }
    await SessionLab.forget(notebook)
    notebook.note(
      "The contract: a session retains its delegate until it has sent 'did become invalid'. Invalidate every session "
        + "that has a delegate, but never on the session's own queue.")
  }
}

/// Creates sessions with delegates, and observes when the delegates are released.
private enum SessionLab {
  private static var patience: DispatchTimeInterval { .seconds(20) }

  /// Ends a session while it has a running request.
  static func end(_ call: String, _ notebook: Notebook, by invalidate: @Sendable (URLSession) -> Void) async {
    let moments = SessionMoments()
    let (session, delegate) = makeSession(notebook, moments)
    notebook.step("A URLSession is created with a delegate. The experiment keeps only the session. It sends a request.")
    notebook.result("The delegate \(delegate.seesIt ? "is alive: the session retains it" : "is gone").")
    if let request = SlowAnswer.request(moments) { session.dataTask(with: request).resume() }
    _ = await moments.requested.wait(atMost: patience)
    notebook.start("\(call).")
    invalidate(session)
    moments.mayAnswer.come()
    await wait(for: moments, notebook)
    notebook.stop()
  }

  /// Lets a session and its delegate hold each other, checks that both stay alive, and then ends them.
  static func forget(_ notebook: Notebook) async {
    let moments = SessionMoments()
    let (session, delegate) = makeCycle(notebook, moments)
    notebook.step("A session and its delegate hold each other. The experiment keeps neither of them.")
    notebook.start("The session is not invalidated. 100 ms pass.")
    _ = await moments.freed.wait(atMost: .milliseconds(100))
    notebook.result(
      delegate.seesIt ? "The delegate and its session are still alive: a leak by contract." : "The delegate is gone.")
    guard let forgotten = session.object as? URLSession else { return }
    notebook.start("The experiment finds the session again and cleans up: invalidateAndCancel().")
    forgotten.invalidateAndCancel()
    await wait(for: moments, notebook)
    notebook.stop()
  }

  private static func makeSession(_ notebook: Notebook, _ moments: SessionMoments) -> (URLSession, Witness) {
    let delegate = SessionDelegate(notebook, moments)
    let configuration = URLSessionConfiguration.cancellable
    configuration.protocolClasses = [SlowAnswer.self]
    return (URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil), Witness(delegate))
  }

  private static func makeCycle(_ notebook: Notebook, _ moments: SessionMoments) -> (Witness, Witness) {
    let delegate = SessionDelegate(notebook, moments)
    let session = URLSession(configuration: .cancellable, delegate: delegate, delegateQueue: nil)
    delegate.keep(session)
    return (Witness(session), Witness(delegate))
  }

  private static func wait(for moments: SessionMoments, _ notebook: Notebook) async {
    if await !moments.invalid.wait(atMost: patience) { notebook.result("No message came.") }
    if await !moments.freed.wait(atMost: patience) { notebook.result("The delegate was not released.") }
  }
}

private struct SessionMoments: Sendable {
  /// Comes when the request has begun.
  let requested = Moment()
  /// Comes when the request can be answered.
  let mayAnswer = Moment()
  let invalid = Moment()
  let freed = Moment()
}

private final class SessionDelegate: NSObject, URLSessionTaskDelegate {
  private let notebook: Notebook
  private let moments: SessionMoments
  private let session = Locked<URLSession?>(nil)

  init(_ notebook: Notebook, _ moments: SessionMoments) {
    self.notebook = notebook
    self.moments = moments
  }

  func keep(_ session: URLSession) { self.session.withLock { $0 = session } }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let end =
      error.map { ($0 as? URLError)?.code == .cancelled ? "it was cancelled" : "it failed" } ?? "it was answered"
    notebook.result("The request has ended: \(end).")
  }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    notebook.result("The delegate receives its last message: did become invalid.")
    moments.invalid.come()
  }

  deinit {
    notebook.result("The session has released the delegate: its deinit runs.")
    moments.freed.come()
  }
}

/// Answers requests without a network, 20 ms after it is allowed to.
private final class SlowAnswer: URLProtocol {
  private static let scheme = "rollcall-lab"
  /// The requests that have not begun, by their URLs.
  private static let waiting = Locked<[URL: SessionMoments]>([:])

  private let isStopped = Locked(false)

  /// Returns a request with a unique URL.
  static func request(_ moments: SessionMoments) -> URLRequest? {
    guard let url = URL(string: "\(scheme):\(UUID().uuidString)") else { return nil }
    waiting.withLock { $0[url] = moments }
    return URLRequest(url: url)
  }

  override static func canInit(with request: URLRequest) -> Bool { request.url?.scheme == scheme }

  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let moments = request.url.flatMap({ url in Self.waiting.withLock { $0.removeValue(forKey: url) } }) else {
      return
    }
    moments.requested.come()
    // The closure uses only the request, which does not change, a lock, and the client, which is safe on any thread.
    nonisolated(unsafe) let loading = self
    moments.mayAnswer.whenItComes {
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { unsafe loading.answer() }
    }
  }

  override func stopLoading() { isStopped.withLock { $0 = true } }

  private func answer() {
    guard !isStopped.withLock({ $0 }), let client, let url = request.url else { return }
    let response = URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocolDidFinishLoading(self)
  }
}
