import Foundation
import ModuleLifecycleTesting
import Recordings
import Testing

@testable import Dashboard
@testable import ModuleLifecycle
@testable import TerminalDashboard

/// A dashboard's recording, over a real composite and a real file.
@MainActor @Suite struct RecordingDeskTests {
  private let folder: URL
  private let composite = CompositeDelegate(name: "My shop")

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "rollcall-desk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  @Test func aSourceRecordsAndStops() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = CompositeSource(composite, secondsFromUTC: 0) {}
    #expect(source.recording == nil)
    #expect(await finish(.record(path("a.rollcall")), on: source) == .some(nil))
    #expect(source.recording?.isRunning == true)
    #expect(
      await finish(.record(path("b.rollcall")), on: source)
        == "'\(path("a.rollcall"))' is being recorded to. Stop that first.")
    #expect(await finish(.stopRecording, on: source) == .some(nil))
    #expect(source.recording?.isRunning == false && source.recording?.problem == nil)
    #expect(try String(contentsOfFile: path("a.rollcall"), encoding: .utf8).hasPrefix("{\"application\":\"My shop\""))
    #expect(
      await finish(.record(path("a.rollcall")), on: source)
        == "'\(path("a.rollcall"))' exists already. Choose another name, or have it overwritten.")
    #expect(await finish(.stopRecording, on: source) == .some(nil), "there is none, and so it is stopped")
  }

  @Test func anotherBeginsRightAfterTheStop() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = CompositeSource(composite, secondsFromUTC: 0) {}
    #expect(await finish(.record(path("a.rollcall")), on: source) == .some(nil))
    let refusal = source.perform(.stopRecording) { _ in }
    #expect(refusal == nil)
    #expect(await finish(.record(path("b.rollcall")), on: source) == .some(nil))
    #expect(source.recording?.path == path("b.rollcall") && source.recording?.isRunning == true)
    source.stopRecording()
  }

  @Test func whatBelongsToSomebodyElseGoesOn() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let recording = try composite.journal.record(to: path("a.rollcall"))
    let source = CompositeSource(composite, secondsFromUTC: 0, recording: recording) {}
    source.stopRecording(unless: recording)
    #expect(recording.status.isRunning)
    source.endFiles()
    #expect(!recording.status.isRunning)
  }

  @Test func whatIsBeingRecordedAlreadyIsShownAndStopped() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let recording = try composite.journal.record(to: path("a.rollcall"))
    let source = CompositeSource(composite, secondsFromUTC: 0, recording: recording) {}
    #expect(source.recording == recording.status)
    source.stopRecording()
    #expect(source.recording?.isRunning == false && !recording.status.isRunning)
  }

  @Test func aFileIsNamedAfterTheApplicationAndTheTime() {
    let date = Date(timeIntervalSince1970: 1_795_276_800)
    let name = FileName.make(
      application: "My shop: beta", extension: "rollcall", at: date, secondsFromUTC: 3_600)
    #expect(name == "My-shop-beta-20261121-170000.rollcall")
  }

  /// What comes of a command: `nil` for nothing wrong.
  private func finish(_ command: Command, on source: CompositeSource) async -> String?? {
    await withCheckedContinuation { continuation in
      let refusal = source.perform(command) { progress in
        if case .finished(let problem) = progress { continuation.resume(returning: problem) }
      }
      #expect(refusal == nil)
    }
  }
}
