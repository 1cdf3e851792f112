import Dispatch
import Foundation
import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallInspection

/// Attaching to an application that listens, over real sockets.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct InspectorTests {
  private final class Worker: Module {
    static func handlers(_ handlers: inout ModuleHandlers<Worker>) {
      handlers.on(DidEnterBackground.self) { _, _ in
        guard let gate = InspectorTests.gate.withLock(\.self) else { return }
        gate.entered.yield()
        gate.exit.wait()
      }
      handlers.answer(DidFinishLaunching.self) { _, _ in true }
    }
  }

  @MainActor private final class Kept {
    var composite: CompositeDelegate?
    init(_ composite: CompositeDelegate) { self.composite = composite }
  }

  /// Blocks the `didEnterBackground` handler while it is set.
  private static let gate = Locked<(entered: AsyncStream<Void>.Continuation, exit: DispatchSemaphore)?>(nil)

  @MainActor private func composite() throws -> CompositeDelegate {
    let composite = CompositeDelegate(name: "Shop")
    try composite.register("Worker") { Worker() }
    return composite
  }

  private func attach(_ inspector: Inspector, as role: InspectionRole = .view) throws -> LineConnection {
    try LineConnection(
      attachingTo: InspectorSocket.connect(to: inspector.path), LineConnection.greeting(as: role),
      patience: .seconds(60)
    ) {}
  }

  @Test func anInspectorSeesTheApplicationAndCanOnlyView() async throws {
    let place = SocketPlace()
    let composite = try await composite()
    let inspector = try await composite.startInspector(in: place.folder, clock: ManualClock().monotonic)
    let connection = try attach(inspector, as: .control)
    #expect(
      connection.hello.application == "Shop" && connection.hello.role == .view, "only view is allowed")
    #expect(connection.hello.modules.map(\.name) == ["Worker"] && connection.hello.state == .notRunning)
    connection.send(InspectionRequest(id: 7, kind: .perform(.fire(event: "didEnterBackground", arguments: .null))))
    let reply = await receive(from: connection) { if case .reply(let reply) = $0 { reply } else { nil } }
    expectEqual(reply, Reply(id: 7, answer: .refused("This inspector may look, and change nothing.")))
    connection.close()
    await MainActor.run { withExtendedLifetime(composite) {} }
  }

  @Test func anInspectorThatCanControlFiresEvents() async throws {
    let place = SocketPlace()
    let composite = try await composite()
    let inspector = try await composite.startInspector(
      name: "Store", allowing: .control, in: place.folder, clock: ManualClock().monotonic)
    let connection = try attach(inspector, as: .control)
    #expect(connection.hello.application == "Store" && connection.hello.role == .control)
    connection.send(InspectionRequest(id: 1, kind: .perform(.fire(event: "didFinishLaunching", arguments: .null))))
    let fired = await receive(from: connection) { message in
      guard case .entries(let entries, _) = message else { return nil as String? }
      return entries.compactMap { if case .dispatch(let dispatch) = $0 { dispatch.event } else { nil } }.first
    }
    expectEqual(fired, "didFinishLaunching")
    connection.close()
    await MainActor.run { withExtendedLifetime(composite) {} }
  }

  /// The most important case: an inspector can examine a hang, even if it attaches only then.
  @Test func anInspectorThatAttachesDuringAHangIsToldWhere() async throws {
    let place = SocketPlace()
    let composite = try await composite()
    let inspector = try await composite.startInspector(in: place.folder, clock: .system)
    let semaphore = DispatchSemaphore(value: 0)
    let (entered, entering) = AsyncStream<Void>.makeStream()
    Self.gate.withLock { $0 = (entering, semaphore) }
    let hanging = Task { @MainActor in composite.send(DidEnterBackground()) }
    for await _ in entered { break }
    let connection = try attach(inspector)
    let handler = await receive(from: connection) { if case .running(let handler?) = $0 { handler } else { nil } }
    #expect(handler.module == "Worker" && handler.event == "didEnterBackground" && handler.moduleID != nil)
    Self.gate.withLock { $0 = nil }
    semaphore.signal()
    let prologue = await receive(from: connection) { if case .prologue(let prologue) = $0 { prologue } else { nil } }
    expectEqual(prologue.modules.map(\.name), ["Worker"], "it arrives when the main actor answers")
    _ = await hanging.value
    connection.close()
    await MainActor.run { withExtendedLifetime(composite) {} }
  }

  @Test(arguments: [
    ("hello", "An inspector's line must be one JSON object of at most 64 KiB."),
    (#"{"attach":0}"#, "This application speaks version 1 of the protocol."),
    (#"{"attach":9,"min":2}"#, "This application speaks version 1 of the protocol."),
    (#"{"type":"perform"}"#, "An inspector's first line must be its attach line, as the protocol says."),
    (
      "{" + String(repeating: " ", count: 70_000), "An inspector's line must be one JSON object of at most 64 KiB."
    ),
  ])
  func aClientThatIsNotAnInspectorIsRefusedWithAReason(line: String, reason: String) async throws {
    let place = SocketPlace()
    let composite = try await composite()
    let inspector = try await composite.startInspector(in: place.folder, clock: ManualClock().monotonic)
    let socket = try InspectorSocket.connect(to: inspector.path)
    #expect(throws: InspectionError(reason)) {
      try LineConnection(attachingTo: socket, line + "\n", patience: .seconds(60)) {}
    }
    await MainActor.run { withExtendedLifetime(composite) {} }
  }

  @Test func theSocketAndItsConnectionsEndWithTheComposite() async throws {
    let place = SocketPlace()
    let kept = try await Kept(composite())
    let path = try await kept.composite?.startInspector(in: place.folder, clock: ManualClock().monotonic).path ?? ""
    let connection = try LineConnection(
      attachingTo: InspectorSocket.connect(to: path), LineConnection.greeting(as: .view), patience: .seconds(60)
    ) {}
    await MainActor.run { kept.composite = nil }
    await receive(from: connection) { if case .bye = $0 { () } else { nil } }
    expectEqual(place.folder.sockets, [])
  }

  @Test func oneInspectorTooManyIsRefusedAndClosedOnesMakeRoom() async throws {
    let place = SocketPlace()
    let composite = try await composite()
    let inspector = try await composite.startInspector(in: place.folder, clock: ManualClock().monotonic)
    for _ in 0..<(2 * Inspector.most) { close(try InspectorSocket.connect(to: inspector.path).descriptor) }
    var connections: [LineConnection] = []
    while connections.count < Inspector.most {
      // Closed connections can still be counted for a moment.
      if let connection = try? attach(inspector) { connections.append(connection) }
    }
    #expect(throws: InspectionError("At most 32 inspectors can look at an application at once.")) {
      try attach(inspector)
    }
    for connection in connections { connection.close() }
    await MainActor.run { withExtendedLifetime(composite) {} }
  }

  @Test func aSilentInspectorIsDisconnected() async throws {
    let (place, clock) = (SocketPlace(), ManualClock())
    let composite = try await composite()
    let inspector = try await composite.startInspector(in: place.folder, clock: clock.monotonic)
    let socket = try InspectorSocket.connect(to: inspector.path).descriptor
    #if canImport(Darwin)
    let flags: Int32 = 0
    var isQuiet: Int32 = 1
    unsafe setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    var byte = UInt8(ascii: "{")
    // Each byte makes the server read the clock. The test writes until the server has closed.
    while unsafe send(socket, &byte, 1, flags) == 1 {
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    close(socket)
    await MainActor.run { withExtendedLifetime(composite) {} }
  }
}
