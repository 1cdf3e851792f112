#if CommandLine
import Dispatch
import FlyingFox
import FlyingSocks
import Foundation
import ModuleLifecycle
import RollcallTextFormatting

/// The web server that all samples share.
enum SharedServer {
  struct NotStarted: Error, CustomStringConvertible {
    /// The system's error code, if known.
    let code: Int32?

    var description: String {
      let reason = code.map { ": \(SystemError.words($0))" } ?? ""
      return "the sample server did not start listening\(reason)."
    }
  }

  /// The time limit for the server to start, in seconds.
  private static let patience = 20.0
  /// The time limit for an answer, in seconds: longer than any module waits.
  private static let longestAnswer = 1e6
  /// The parameter of a request that was redirected.
  private static let awaited = "awaited"
  private static let listening = Locked(ListeningServer<Started>(), .session)

  /// Returns the server's port. Starts the server if it does not listen.
  static func port() throws -> UInt16 {
    try listening.withLock { listening in
      if let port = listening.port { return port }
      let started = Started()
      let serving = Task.detached { await serve(started) }
      do {
        let port = try started.wait(seconds: patience)
        listening.begin(started, port: port)
        return port
      } catch {
        serving.cancel()
        throw error
      }
    }
  }

  private static func serve(_ started: Started) async {
    var code: Int32?
    do {
      let server = HTTPServer(
        address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), timeout: longestAnswer, logger: .disabled)
      await server.appendRoute("*") { request in
        // On Linux, Foundation keeps a processor busy while a request waits on a connection that it has just opened, and
        // rests on one that an earlier answer has left open. So the first answer is a redirect to the page.
        guard request.query[awaited] != nil else {
          let headers = HTTPHeaders([.location: "\(request.path)?\(awaited)=yes"])
          return HTTPResponse(statusCode: .temporaryRedirect, headers: headers)
        }
        guard let body = await LoopbackServer.answer(to: request.path) else {
          return HTTPResponse(statusCode: .notFound)
        }
        return HTTPResponse(statusCode: .ok, body: body)
      }
      let listener = Task {
        try? await server.waitUntilListening(timeout: patience)
        if case .ip4(_, let port)? = await server.listeningAddress { started.end(.success(port)) }
      }
      defer { listener.cancel() }
      try await server.run()
    } catch SocketError.failed(_, let number, _) {
      code = number
    } catch {}
    started.end(.failure(NotStarted(code: code)))
    listening.withLock { $0.end(started) }
  }

}

/// The port of the current server. An abandoned server may end after a new one has started, and is then ignored.
struct ListeningServer<Start: AnyObject & Sendable>: Sendable {
  private(set) var port: UInt16?
  private var start: Start?

  mutating func begin(_ start: Start, port: UInt16) { (self.start, self.port) = (start, port) }

  mutating func end(_ start: Start) {
    if self.start === start { (self.start, port) = (nil, nil) }
  }
}

/// Hands the port from the server's task to the thread that waits for it.
private final class Started: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let result = Locked<Result<UInt16, SharedServer.NotStarted>?>(nil)

  /// Sets the result. Only the first call counts.
  func end(_ result: Result<UInt16, SharedServer.NotStarted>) {
    self.result.withLock { $0 = $0 ?? result }
    semaphore.signal()
  }

  func wait(seconds: Double) throws -> UInt16 {
    _ = semaphore.wait(timeout: .now() + seconds)
    return try (result.withLock { $0 } ?? .failure(SharedServer.NotStarted(code: nil))).get()
  }
}
#endif
