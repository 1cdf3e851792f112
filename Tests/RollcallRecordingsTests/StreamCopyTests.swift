import Foundation
import ModuleLifecycle
import RollcallTestingAdditions
import Testing

@testable import RollcallRecordings

/// A recording from a pipe is copied. A stream that is not a recording is refused.
@Suite(.inTurn, .serialized) struct StreamCopyTests {
  private let folder = FileManager.default.temporaryDirectory.path
  private static let header = #"{"application":"Shop","rollcall":1,"started_ns":0}"# + "\n"

  /// Copies bytes through a pipe.
  private func copy(of bytes: [Data], limit: UInt64 = 1 << 20, longestLine: Int = 1 << 10) throws -> Int32 {
    let pipe = Pipe()
    let writer = Thread {
      // The reader may have closed the pipe.
      signal(SIGPIPE, SIG_IGN)
      for part in bytes { try? pipe.fileHandleForWriting.write(contentsOf: part) }
      try? pipe.fileHandleForWriting.close()
    }
    writer.start()
    return try StreamCopy.make(
      of: pipe.fileHandleForReading.fileDescriptor, in: folder, limit: limit, longestLine: longestLine)
  }

  @Test func aRecordingThatComesThroughAPipeCanBeRead() throws {
    let text = Self.header + #"{"dropped":3,"type":"gap"}"# + "\n"
    for cut in [20, 60] {
      let recording = try RecordingFile(copy: copy(of: [Data(text.utf8.prefix(cut)), Data(text.utf8.dropFirst(cut))]))
      expectEqual(recording.header.application, "Shop")
      try expectEqual(recording.anyEntries(0..<9), [.gap(GapEntry(dropped: 3))])
    }
  }

  @Test func theCopyIsUnlinkedAndClosedInChildProcesses() throws {
    for descriptor in try [copy(of: [Data(Self.header.utf8)]), File.openUnlinked(in: folder)] {
      defer { close(descriptor) }
      var status = stat()
      expectEqual(unsafe fstat(descriptor, &status), 0)
      #expect(status.st_nlink == 0 && status.st_mode & 0o777 == 0o600)
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  /// Does not wait for the rest of the stream.
  @Test func theFirstLineDecidesWhetherItIsARecording() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("hello\n".utf8))
    let error = #expect(throws: StreamCopy.Failure.self) {
      try StreamCopy.make(of: pipe.fileHandleForReading.fileDescriptor, in: folder)
    }
    expectEqual(
      error?.description.hasPrefix(
        "Standard input is not a recording: its first line is not a header, such as "
          + #"{"application":"Storefront","rollcall":1,"started_ns":0}; "#), true, "\(error?.description ?? "")")
    withExtendedLifetime(pipe) {}
  }

  @Test func anEndlessLineIsNotARecording() throws {
    let error = #expect(throws: StreamCopy.Failure.self) {
      try copy(of: [Data("\(Self.header)b\n".utf8)] + Array(repeating: Data(count: 1 << 16), count: 100))
    }
    expectEqual(error, .lineTooLong(number: 3, most: 1 << 10))
    expectEqual(
      StreamCopy.Failure.lineTooLong(number: 3, most: 16 << 20).description,
      "Standard input is not a recording: line 3 is longer than 16 MiB.")
  }

  @Test func aLineOfMaximumLengthIsCopied() throws {
    close(try copy(of: [Data(Self.header.utf8), Data(count: 1 << 10), Data("\n".utf8), Data(count: 1 << 10)]))
  }

  @Test func aStreamThatIsTooLargeIsRefused() throws {
    let error = #expect(throws: StreamCopy.Failure.self) {
      try copy(of: [Data(Self.header.utf8)] + Array(repeating: Data("0123456789\n".utf8), count: 100), limit: 1_000)
    }
    expectEqual(error, .tooLarge(most: 1_000))
    expectEqual(
      StreamCopy.Failure.tooLarge(most: Recording.standardLimit).description,
      "Standard input is larger than 4096 MiB, the most that can be copied. Write it to a file, and name "
        + "that file."
    )
  }

  @Test func aMissingFolderIsNamed() throws {
    let error = #expect(throws: StreamCopy.Failure.self) { try StreamCopy.make(of: 0, in: "\(folder)/not/there") }
    expectEqual(
      error?.description,
      "Standard input can't be copied: no file can be created in '\(folder)/not/there': "
        + "there is no such file or folder."
    )
  }
}
