import Foundation
import Logging
import ModuleLifecycle
import NotesServer
import RollcallInspection
import ServiceLifecycle
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The server in this process, driven over HTTP, and looked at through its socket.
@Suite(.timeLimit(.minutes(5))) struct NotesServerTests {
  @Test func notesAreServedAndRequestsAreSeen() async throws {
    try await withServer { server, root in
      let posted = try await send("POST", root.appending(path: "notes"), body: #"{"text": "milk"}"#)
      #expect(posted.status == 201)
      let id = try #require(try JSONDecoder().decode(Note.self, from: posted.body).id)
      let note = try await send("GET", root.appending(path: "notes/\(id)"))
      #expect(try JSONDecoder().decode(Note.self, from: note.body) == Note(id: id, text: "milk"))
      let again = try await send("GET", root.appending(path: "notes/\(id)"))
      #expect(try JSONDecoder().decode(Note.self, from: again.body).text == "milk", "from the cache")
      #expect(try await send("DELETE", root.appending(path: "notes/\(id)")).status == 204)
      #expect(try await send("GET", root.appending(path: "notes/\(id)")).status == 404)
      #expect(server.served == ["POST 201", "GET 200", "GET 200", "DELETE 204", "GET 404"])
      let stages = await server.composite.modules.map { "\($0.name) \($0.stage?.description ?? "-")" }
      #expect(stages == ["Store started", "Cache -", "Statistics -", "Jobs started", "HTTP ready"])
    }
  }

  @Test func aSlowRequestHoldsUpTheShutdownAndIsAnswered() async throws {
    try await withServer { server, root in
      let slow = Task { try await send("GET", root.appending(path: "slow/2")) }
      await eventually { await server.composite.modules.last?.stage == .ready }
      // The request has to be under way.
      try await Task.sleep(for: .milliseconds(300))
      await server.shutDown()
      await eventually { await server.composite.modules.first { $0.name == "HTTP" }?.stage == .stopping }
      #expect(String(decoding: try await slow.value.body, as: UTF8.self) == "done\n")
    }
  }

  @Test func nothingIsOpenAfterTheShutdown() async throws {
    let composite = try await withServer { server, root in
      for _ in 1...50 { _ = try await send("GET", root.appending(path: "notes")) }
      return server.composite
    }
    #expect(await composite.ownedObjects.isEmpty)
    #expect(await composite.modules.allSatisfy { !$0.isPresent })
    #expect(await composite.state == .terminated)
  }

  @Test func withoutItsStoreItDoesNotStart() async throws {
    let server = try await NotesServer(path: "/nowhere/notes.sqlite", port: 0, logger: quiet)
    await #expect(throws: LaunchError.self) { try await server.run() }
  }

  // MARK: Help

  private var quiet: Logger {
    var logger = Logger(label: "tests")
    logger.logLevel = .critical
    return logger
  }

  /// Runs a server on a port of its own, and shuts it down.
  @discardableResult
  private func withServer<Result: Sendable>(
    _ body: @Sendable (NotesServer, URL) async throws -> Result
  ) async throws -> Result {
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let server = try await NotesServer(path: ":memory:", port: 0, logger: quiet) { listening.yield($0) }
    let running = Task { try await server.run() }
    var iterator = ports.makeAsyncIterator()
    let port = try #require(await iterator.next())
    let result = try await body(server, try #require(URL(string: "http://127.0.0.1:\(port)")))
    await server.shutDown()
    try await running.value
    return result
  }

  private func send(_ method: String, _ url: URL, body: String = "") async throws -> (status: Int, body: Data) {
    var request = URLRequest(url: url)
    request.httpMethod = method
    if !body.isEmpty { request.httpBody = Data(body.utf8) }
    let (data, response) = try await URLSession.shared.data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, data)
  }

  private func eventually(_ condition: () async -> Bool) async { while await !condition() { await Task.yield() } }
}

extension NotesServer {
  /// The requests that the journal has.
  fileprivate var served: [String] {
    composite.journal.reader().read(bytes: .max).compactMap(\.dispatch).compactMap { dispatch in
      guard dispatch.event == "requestServed",
        case .object(let arguments) = dispatch.arguments, case .string(let method)? = arguments["method"],
        case .integer(let status)? = arguments["status"]
      else { return nil }
      return "\(method) \(status)"
    }
  }
}
