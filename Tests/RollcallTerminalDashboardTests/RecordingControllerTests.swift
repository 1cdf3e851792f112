import Foundation
import ModuleLifecycleTesting
import RollcallInspection
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// A dashboard's recording with a real composite and a real file.
@MainActor @Suite(.inTurn, .serialized) struct RecordingControllerTests {
  private let folder: URL
  private let composite = CompositeDelegate(name: "My shop")

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "rollcall-desk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  @Test func itRecordsAndStops() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let services = DashboardServices(recording: RecordingController(of: composite) {})
    #expect(services.recordingStatus == nil)
    await expectEqual(finish(.record(to: path("a.rollcall")), on: services), .some(nil))
    expectEqual(services.recordingStatus?.isRunning, true)
    await expectEqual(
      finish(.record(to: path("b.rollcall")), on: services),
      "'\(path("a.rollcall"))' is being recorded to. Stop that recording first.")
    await expectEqual(finish(.stopRecording, on: services), .some(nil))
    #expect(services.recordingStatus?.isRunning == false && services.recordingStatus?.problem == nil)
    #expect(try String(contentsOfFile: path("a.rollcall"), encoding: .utf8).hasPrefix("{\"application\":\"My shop\""))
    await expectEqual(
      finish(.record(to: path("a.rollcall")), on: services),
      "'\(path("a.rollcall"))' already exists. Choose another name, or allow overwriting.")
    await expectEqual(finish(.stopRecording, on: services), .some(nil), "without a recording, there is nothing to stop")
  }

  @Test func anotherRecordingBeginsRightAfterTheStop() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let services = DashboardServices(recording: RecordingController(of: composite) {})
    await expectEqual(finish(.record(to: path("a.rollcall")), on: services), .some(nil))
    let refusal = services.begin(.stopRecording) { _ in }
    #expect(refusal == nil)
    await expectEqual(finish(.record(to: path("b.rollcall")), on: services), .some(nil))
    #expect(services.recordingStatus?.path == path("b.rollcall") && services.recordingStatus?.isRunning == true)
    services.end()
  }

  @Test func aRecordingOfAnotherOwnerContinues() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let recording = try composite.journal.record(to: path("a.rollcall"))
    let services = DashboardServices(recording: RecordingController(of: composite, recording) {})
    services.end(unless: recording)
    #expect(recording.status.isRunning)
    services.end()
    #expect(!recording.status.isRunning)
  }

  @Test func anExistingRecordingIsShownAndStopped() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let recording = try composite.journal.record(to: path("a.rollcall"))
    let services = DashboardServices(recording: RecordingController(of: composite, recording) {})
    expectEqual(services.recordingStatus, recording.status)
    services.end()
    #expect(services.recordingStatus?.isRunning == false && !recording.status.isRunning)
  }

  @Test func aFileIsNamedAfterTheApplicationAndTheTime() {
    let date = Date(timeIntervalSince1970: 1_795_276_800)
    let name = FileName.make(
      application: "My shop: beta", extension: "rollcall", at: date, secondsFromUTC: 3_600)
    expectEqual(name, "My-shop-beta-20261121-170000.rollcall")
  }

  /// The problem that an effect reports: `nil` for none.
  private func finish(_ effect: Effect, on services: DashboardServices) async -> String?? {
    await withCheckedContinuation { continuation in
      let refusal = services.begin(effect) { action in
        if case .reply(.finished(let problem), _) = action { continuation.resume(returning: problem) }
      }
      #expect(refusal == nil)
    }
  }
}
