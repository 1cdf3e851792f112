import Foundation
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Changes by other programs to a recording's file while it is written.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct HarmedFileTests {
  private let folder: RecordingFolder
  private let path: String
  private let journal = Journal()

  init() throws {
    folder = try RecordingFolder()
    path = folder.path(of: "a.rollcall")
  }

  /// A recording with one entry in its file.
  private func begun() async throws -> Recording {
    let recording = try journal.record(to: path)
    journal.note(output: "one", by: nil)
    await eventually { !recording.status.isRunning || recording.status.entries > 0 }
    return recording
  }

  private func expect(
    _ recording: Recording, endsBy cause: RecordingStatus.Cause, _ problem: String, at location: SourceLocation
  ) {
    for status in [recording.status, recording.stop()] where !status.isRunning {
      #expect(status.cause == cause && status.problem == problem, sourceLocation: location)
    }
  }

  private func expectEnd(
    by cause: RecordingStatus.Cause, _ problem: String, location: SourceLocation = #_sourceLocation,
    after harm: () throws -> Void
  ) async throws {
    let recording = try await begun()
    try harm()
    // Without new entries, the recorder does not check the file.
    journal.note(output: "two", by: nil)
    await eventually { !recording.status.isRunning }
    expect(recording, endsBy: cause, problem, at: location)
    expectEqual(recording.status.entries, 1, sourceLocation: location)
  }

  @Test func aFileThatIsDeletedEndsTheRecording() async throws {
    try await expectEnd(by: .deleted, "'a.rollcall' was deleted while it was written; nothing more is recorded.") {
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    // The next recording has the entries that the journal still keeps.
    try journal.record(to: path).stop()
    try expectEqual(RecordedFile(path).entries, journal.entries)
  }

  @Test func aFileDeletedBeforeTheStopIsNoticedAtTheStop() async throws {
    let recording = try await begun()
    try FileManager.default.removeItem(atPath: path)
    let status = recording.stop()
    expectEqual(status.cause, .deleted)
    expectEqual(status.problem, "'a.rollcall' was deleted while it was written; nothing more is recorded.")
  }

  @Test func aFolderThatIsDeletedEndsTheRecording() async throws {
    try await expectEnd(by: .deleted, "'a.rollcall' was deleted while it was written; nothing more is recorded.") {
      try FileManager.default.removeItem(atPath: folder.path)
    }
  }

  @Test func aFileThatIsEmptiedEndsTheRecording() async throws {
    let recording = try await begun()
    let size = recording.status.bytes
    expectEqual(unsafe truncate(path, 0), 0)
    journal.note(output: "two", by: nil)
    await eventually { !recording.status.isRunning }
    expectEqual(recording.status.cause, .changed)
    expectEqual(
      recording.status.problem,
      "'a.rollcall' was changed by another program: it should have \(size) bytes and has 0; nothing more is recorded."
    )
    try expectEqual(
      FileManager.default.attributesOfItem(atPath: path)[.size] as? Int, 0, "nothing is written afterwards")
  }

  @Test func anotherWriterToTheFileEndsTheRecording() async throws {
    let recording = try await begun()
    let size = recording.status.bytes
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("hello".utf8))
    try file.close()
    expectEqual(
      recording.stop().problem,
      "'a.rollcall' was changed by another program: it should have \(size) bytes and has \(size + 5); nothing more is recorded."
    )
  }

  @Test func aReplacedFileEndsTheRecordingAndIsLeftAlone() async throws {
    let other = folder.path(of: "other")
    try await expectEnd(
      by: .replaced, "'a.rollcall' was replaced by another file while it was written; nothing more is recorded."
    ) {
      try Data("mine".utf8).write(to: URL(filePath: other))
      expectEqual(unsafe rename(other, path), 0)
    }
    try expectEqual(Data(contentsOf: URL(filePath: path)), Data("mine".utf8))
  }

  @Test func aMovedFileKeepsTheWrittenEntries() async throws {
    let other = folder.path(of: "b.rollcall")
    try await expectEnd(by: .moved, "'a.rollcall' was moved away while it was written; nothing more is recorded.") {
      expectEqual(unsafe rename(path, other), 0)
    }
    try expectEqual(RecordedFile(other).entries.count, 1)
  }

  // MARK: Recordings that can't begin

  private func refusal(_ path: String, limit: UInt64 = Recording.standardLimit) -> RecordingStartError? {
    #expect(throws: RecordingStartError.self) { try journal.record(to: path, limit: limit) }
  }

  @Test func anEmptyPathIsRefused() {
    let error = refusal("")
    #expect(error?.cause == .noName && error?.description == "The path of the recording is empty. Name a file.")
  }

  @Test func aFolderThatAllowsNoNewFilesIsNamed() {
    // For example /proc: its folders exist, but no file can be created in them.
    let error = RecordingStartError.refused(folder.path(of: "x"), code: ENOENT)
    expectEqual(error.cause, .notPermitted)
    expectEqual(error.description, "'\(folder.path)/x' can't be written: no file can be created in '\(folder.path)'.")
    #if os(Linux)
    expectEqual(refusal("/proc/x")?.description, "'/proc/x' can't be written: no file can be created in '/proc'.")
    #endif
  }

  @Test func aLimitBelowTheHeaderIsRefusedWithoutTouchingTheFile() throws {
    try Data("mine".utf8).write(to: URL(filePath: path))
    let error = #expect(throws: RecordingStartError.self) {
      try journal.record(to: path, overwriting: true, limit: 20)
    }
    let size = JournalLine.encode(RecordingPrologue(of: journal, from: journal.reader(), allowing: .init()).header)
      .utf8.count
    expectEqual(error?.cause, .limitTooLow)
    let digits = try #require(error?.description.firstMatch(of: /alone takes (\d+)\.$/)?.1)
    // Two numbers in the header are times, so its length varies.
    #expect(abs((Int(digits) ?? 0) - size) < 20)
    expectEqual(
      error?.description, "'\(path)' is limited to 20 bytes, but the header of the recording alone takes \(digits).")
    try expectEqual(Data(contentsOf: URL(filePath: path)), Data("mine".utf8))
  }

  @Test(arguments: [1_000, 2_000, 3_000]) func aRecordingNeverExceedsItsLimit(limit: UInt64) throws {
    for number in 0..<100 { journal.note(output: "line \(number)", by: nil) }
    guard let recording = try? journal.record(to: path, limit: limit) else { return }
    recording.stop()
    #expect(try Data(contentsOf: URL(filePath: path)).count <= limit)
  }
}
