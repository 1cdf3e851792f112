import Dispatch
import Foundation
import ModuleLifecycle
import RollcallInspection
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import RollcallTerminalDashboard

/// A recording of an application behind a socket.
@Suite(.inTurn, .serialized) struct AttachedRecordingTests {
  @Test func itEndsWithWhatTheDashboardHasSeen() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rollcall-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.rollcall").path(percentEncoded: false)
    let (composite, path) = try await MainActor.run {
      let composite = CompositeDelegate(name: "Shop")
      return (composite, try composite.startInspector(directory: folder.path(percentEncoded: false)).path)
    }
    // The dashboard has the entry that is sent when the stop has begun, and the recording does not have it yet.
    let (stops, stopped) = AsyncStream.makeStream(of: Void.self)
    let (session, next) = try await journal(at: path)
    let recording = try await onAThread {
      try AttachedRecording(
        to: file, overwrites: false, of: path,
        seen: {
          stopped.finish()
          return (session, next + 1)
        }, wake: {})
    }
    async let status = onAThread { recording.stop() }
    for await _ in stops {}
    await MainActor.run { composite.mark("late") }
    #expect(try await status.problem == nil)
    let entries = try RecordingFile(path: file).anyEntries(0..<9)
    #expect(entries.contains { if case .mark(let mark) = $0 { mark.name == "late" } else { false } })
    await MainActor.run { composite.tearDown() }
  }

  /// The journal's session, and the number of its next entry.
  private func journal(at path: String) async throws -> (session: String, next: UInt64) {
    try await onAThread {
      let connection = try LineConnection(
        attachingTo: InspectorSocket.connect(to: path), LineConnection.greeting(as: .view)
      ) {}
      defer { connection.close() }
      return (try #require(connection.hello.session), connection.hello.nextEntry)
    }
  }

  /// Runs code that waits, and therefore must not run on the tests' own threads.
  private func onAThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}
