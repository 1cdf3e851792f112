import Dispatch
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// How long the server may take to start, in seconds.
private let startPatience = 20.0

/// A web server that only this machine can reach, so that the samples' requests are real without a network.
struct LoopbackServer: Sendable {
  struct NotStarted: Error, CustomStringConvertible {
    var description: String { "the sample server did not start listening." }
  }

  /// Where it listens.
  let port: UInt16
  /// Serves until it is cancelled, which also ends the answers under way.
  let serving: Task<Void, Never>

  /// Starts a server that answers each path with what `answer` returns, after a while.
  ///
  /// It waits until the server listens, a few milliseconds: a module that sends requests at launch needs the port.
  /// While the threads that tasks share are all busy it can be longer.
  static func start(
    answersAfter delay: Duration, _ answer: @escaping @Sendable (_ path: String) throws -> Data
  ) throws -> LoopbackServer {
    let patience = delay / .seconds(1) + 15
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), timeout: patience, logger: .disabled)
    let started = Started()
    let serving = Task.detached {
      await server.appendRoute("*") { request in
        try await Task.sleep(for: delay)
        return HTTPResponse(statusCode: .ok, body: try answer(request.path))
      }
      async let run: Void = server.run()
      try? await server.waitUntilListening(timeout: startPatience)
      if case .ip4(_, let port)? = await server.listeningAddress { started.signal(port) }
      try? await run
    }
    guard let listening = started.wait() else {
      serving.cancel()
      throw NotStarted()
    }
    return LoopbackServer(port: listening, serving: serving)
  }

  /// The address of a page.
  func url(path: String) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { throw URLError(.badURL) }
    return url
  }
}

/// Hands the port from the server's task to whoever waits for it.
private final class Started: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let port = Atomic<UInt16>(0)

  func signal(_ port: UInt16) {
    self.port.store(port, ordering: .releasing)
    semaphore.signal()
  }

  func wait() -> UInt16? {
    semaphore.wait(timeout: .now() + startPatience) == .success ? port.load(ordering: .acquiring) : nil
  }
}
