import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallRecordings
import Testing

@testable import RollcallInspection

#if os(Linux)
let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
let streamSocket = SOCK_STREAM
#endif

/// A new folder for sockets that is removed with this object. Socket paths must be short: it is directly below /tmp.
final class SocketPlace: Sendable {
  let folder = SocketFolder(path: "/tmp/rollcall-test-\(UUID().uuidString.prefix(8))")
  deinit { try? FileManager.default.removeItem(atPath: folder.path) }
}

/// An application with an inspector and a module that answers some events and throws in another.
@MainActor final class InspectedShop {
  private final class Clerk: Module {
    let owned = OwnedObjects()
    init() { owned.own(7, "secret drawer", as: "drawer") { _ in } }

    static func handlers(_ handlers: inout ModuleHandlers<Clerk>) {
      handlers.answer(DidFinishLaunching.self) { _, _ in true }
      handlers.answer(OpenURL.self) { _, event in event.url.scheme == "pay" }
      handlers.on(DidEnterBackground.self) { _, _ in throw Trouble() }
    }
  }

  struct Trouble: Error, CustomStringConvertible { let description = "secret trouble" }

  let place = SocketPlace()
  private(set) var composite: CompositeDelegate?
  let inspector: Inspector
  nonisolated let path: String

  /// Not inlined: the optimiser of Swift 6.3.1 crashes while it splits a coroutine outside the main actor into which this
  /// throwing initializer is inlined (`emitSetAndGetSwiftErrorValueAround`).
  @inline(never)
  init(
    allowing role: InspectionRole = .control, redacting redaction: Redaction? = nil,
    clock: MonotonicClock = ManualClock().monotonic, capacity: Int = 6 << 20
  ) throws {
    let composite = CompositeDelegate(name: "Shop", journal: Journal(capacity: capacity))
    try composite.register("Clerk") { Clerk() }
    inspector = try composite.startInspector(allowing: role, redacting: redaction, in: place.folder, clock: clock)
    path = inspector.path
    self.composite = composite
  }

  func send(_ event: some LifecycleEvent) { _ = composite?.send(any: event) }

  func end() { composite = nil }

  nonisolated func attach(
    as role: InspectionRole = .control, resuming: (session: String, entry: UInt64)? = nil
  ) throws -> LineConnection {
    try LineConnection(
      attachingTo: InspectorSocket.connect(to: path), LineConnection.greeting(as: role, resuming: resuming),
      patience: .seconds(60)
    ) {}
  }
}

extension InspectionConnection {
  /// Receives until a message matches, and discards the others. It runs off the main actor, which can hang meanwhile.
  func receive<Found>(_ pick: (InspectionMessage) -> Found?) async -> Found {
    while true {
      for message in receive(limit: 1) { if let found = pick(message) { return found } }
      await Task.yield()
    }
  }

  /// Receives until an entry matches.
  func entry<Found>(_ pick: (AnyEntry) -> Found?) async -> Found {
    await receive { message in
      if case .entries(let entries, _) = message { entries.compactMap(pick).first } else { nil }
    }
  }

  /// Collects a request's answers up to the last one.
  func answers(to id: UInt64) async -> [Reply.Answer] {
    var answers: [Reply.Answer] = []
    while answers.last?.isLast != true {
      for message in receive(limit: 64) {
        if case .reply(let reply) = message, reply.id == id { answers.append(reply.answer) }
      }
      await Task.yield()
    }
    return answers
  }

  func perform(_ command: Command, _ id: UInt64 = 1) { send(InspectionRequest(id: id, kind: .perform(command))) }
}

/// Receives until a message matches.
func receive<Found>(
  from connection: LineConnection, _ pick: (InspectionMessage) -> Found?
) async -> Found { await connection.receive(pick) }

/// A client that sends arbitrary bytes.
final class RawClient {
  let descriptor: Int32
  private var unread: [UInt8] = []
  private(set) var isOver = false

  init(_ path: String) throws {
    descriptor = try InspectorSocket.connect(to: path).descriptor
    // Makes reads block.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~Int32(O_NONBLOCK))
  }

  deinit { close(descriptor) }

  /// Sends bytes. Returns `false` when the other end accepts no more.
  @discardableResult
  func say(_ bytes: some Collection<UInt8>) -> Bool {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, flags) }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func say(_ line: String) -> Bool { say(Array((line + "\n").utf8)) }

  /// Whether there are bytes to read.
  var hasMail: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) == 1
  }

  /// Waits for the next line. Returns `nil` at the end.
  func line() -> String? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else {
        isOver = true
        return nil
      }
      unread += chunk.prefix(count)
    }
  }

  /// Returns all lines up to the end.
  func rest() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }
}
