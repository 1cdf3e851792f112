import Foundation
import ModuleLifecycle
import Testing

@testable import Recordings

/// A recording that comes through a pipe is copied, as far as it is one.
@Suite struct StreamCopyTests {
  private let folder = FileManager.default.temporaryDirectory.path

  /// Copies what is written to a pipe.
  private func copy(of bytes: [Data], limit: UInt64 = 1 << 20, longestLine: Int = 1 << 10) throws -> Int32 {
    let pipe = Pipe()
    let writer = Thread {
      // The reader may have had enough.
      signal(SIGPIPE, SIG_IGN)
      for part in bytes { try? pipe.fileHandleForWriting.write(contentsOf: part) }
      try? pipe.fileHandleForWriting.close()
    }
    writer.start()
    return try StreamCopy.make(
      of: pipe.fileHandleForReading.fileDescriptor, in: folder, limit: limit, longestLine: longestLine)
  }

  @Test func aRecordingThatComesThroughAPipeCanBeRead() throws {
    let text = """
      {"application":"Shop","rollcall":1,"started_ns":0}
      {"dropped":3,"type":"gap"}

      """
    let recording = try RecordingFile(copy: copy(of: [Data(text.utf8.prefix(60)), Data(text.utf8.dropFirst(60))]))
    #expect(recording.header.application == "Shop")
    #expect(try recording.entries(0..<9) == [.gap(GapEntry(dropped: 3))])
  }

  @Test func theCopyHasNoName() throws {
    let descriptor = try copy(of: [Data("a\n".utf8)])
    defer { close(descriptor) }
    var status = stat()
    #expect(unsafe fstat(descriptor, &status) == 0)
    #expect(status.st_nlink == 0 && status.st_size == 2 && status.st_mode & 0o777 == 0o600)
  }

  @Test func aLineWithoutAnEndIsNoRecording() throws {
    let error = #expect(throws: StreamCopy.Failure.self) {
      try copy(of: [Data("a\nb\n".utf8)] + Array(repeating: Data(count: 1 << 16), count: 100))
    }
    #expect(error == .lineTooLong(number: 3, most: 1 << 10))
    #expect(
      StreamCopy.Failure.lineTooLong(number: 3, most: 16 << 20).description
        == "Standard input is no recording: line 3 has no end within 16 MiB.")
  }

  @Test func aLineOfTheGreatestLengthIsCopied() throws {
    close(try copy(of: [Data(count: 1 << 10), Data("\n".utf8), Data(count: 1 << 10)]))
  }

  @Test func moreThanIsCopiedIsRefused() throws {
    let error = #expect(throws: StreamCopy.Failure.self) {
      try copy(of: Array(repeating: Data("0123456789\n".utf8), count: 100), limit: 1_000)
    }
    #expect(error == .tooLarge(most: 1_000))
    #expect(
      StreamCopy.Failure.tooLarge(most: Recording.standardLimit).description
        == "Standard input is larger than 4096 MiB, which is the most that is copied. Write it to a file, and name that."
    )
  }

  @Test func aFolderThatIsNotThereIsNamed() throws {
    let error = #expect(throws: StreamCopy.Failure.self) { try StreamCopy.make(of: 0, in: "\(folder)/not/there") }
    #expect(
      error?.description
        == "Standard input can't be copied: no file can be made in '\(folder)/not/there': there is no such file or folder."
    )
  }
}
