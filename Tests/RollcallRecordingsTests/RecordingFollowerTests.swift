import Foundation
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

/// Reading a recording while it is written.
@Suite(.inTurn, .serialized) struct RecordingFollowerTests {
  private static let header = #"{"application":"Shop","rollcall":1,"started_ns":0}"# + "\n"

  private func line(_ number: Int) -> String {
    JournalLine.encode(.output(OutputEntry(line: "\(number)", atNanoseconds: UInt64(number)))) + "\n"
  }

  private func lines(_ entries: [AnyEntry]?) -> [String] {
    (entries ?? []).compactMap { if case .output(let output) = $0 { output.line } else { nil } }
  }

  private func inFile(_ text: String, _ body: (String, FileHandle) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).rollcall")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
    try body(url.path(percentEncoded: false), handle)
    try handle.close()
  }

  @Test func appendedLinesArriveAndTornLinesWait() throws {
    try inFile(Self.header + line(1)) { path, handle in
      let follower = try RecordingFollower(path: path)
      #expect(follower.header.application == "Shop" && follower.isFile)
      expectEqual(lines(try follower.read()), ["1"])
      try expectEqual(follower.read(), [])
      let (two, three) = (line(2), line(3))
      try handle.write(contentsOf: Data((two + three.prefix(9)).utf8))
      expectEqual(lines(try follower.read()), ["2"])
      try handle.write(contentsOf: Data(three.dropFirst(9).utf8))
      expectEqual(lines(try follower.read()), ["3"])
    }
  }

  @Test func linesThatAreNotEntriesAreCountedAndSkipped() throws {
    try inFile(Self.header + "{\"type\":\"later\"}\nnonsense\n" + line(1)) { path, _ in
      let follower = try RecordingFollower(path: path)
      let entries = try follower.read()
      #expect(
        entries?.first == .gap(GapEntry(dropped: 1)) && entries?.count == 2, "an unknown type is not damage")
      expectEqual(lines(entries), ["1"])
    }
  }

  @Test func aDeletedFileEndsAndAShortenedOneIsAnError() throws {
    try inFile(Self.header + line(1)) { path, handle in
      let follower = try RecordingFollower(path: path)
      _ = try follower.read()
      try handle.truncate(atOffset: 3)
      #expect(throws: RecordingError.self) { try follower.read() }
    }
    try inFile(Self.header) { path, _ in
      let follower = try RecordingFollower(path: path)
      try FileManager.default.removeItem(atPath: path)
      #expect(try follower.read() == nil)
    }
  }

  @Test func aPipeEndsWithItsWriter() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data((Self.header + line(1)).utf8))
    let follower = try RecordingFollower(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    #expect(!follower.isFile)
    expectEqual(lines(try follower.read()), ["1"])
    try pipe.fileHandleForWriting.close()
    #expect(try follower.read() == nil)
  }

  @Test func aFileThatIsNotARecordingIsRefused() throws {
    try inFile("hello\n") { path, _ in
      let error = #expect(throws: RecordingError.self) { try RecordingFollower(path: path) }
      expectEqual(error?.description.hasPrefix("'\(path)' is not a recording: its first line is not a header"), true)
    }
    let error = #expect(throws: RecordingError.self) { try RecordingFollower(path: "/nowhere/at.all") }
    expectEqual(error?.description, "There is no file '/nowhere/at.all'.")
    let folder = #expect(throws: RecordingError.self) { try RecordingFollower(path: "/tmp") }
    expectEqual(folder?.description, "'/tmp' is a folder, not a recording.")
  }
}
