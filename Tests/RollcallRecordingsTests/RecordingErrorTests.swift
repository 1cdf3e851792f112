import Foundation
import ModuleLifecycle
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import RollcallRecordings

#if canImport(Glibc)
import Glibc
#endif

/// The messages about files that are not recordings.
@Suite(.inTurn, .serialized) struct RecordingErrorTests {
  private func problem(_ path: String) -> String {
    do {
      return "\(try RecordingFile(path: path).count) entries"
    } catch {
      return "\(error)"
    }
  }

  @Test func aMissingFile() {
    expectEqual(problem("/no/such/file.rollcall"), "There is no file '/no/such/file.rollcall'.")
  }

  @Test func aFolder() { expectEqual(problem("/tmp"), "'/tmp' is a folder, not a recording.") }

  @Test func aPipeAndADevice() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "pipe-\(ProcessInfo.processInfo.processIdentifier).rollcall").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    expectEqual(unsafe mkfifo(path, 0o600), 0)
    for path in [path, "/dev/null"] {
      expectEqual(
        problem(path),
        "'\(path)' is not a regular file. A recording is read at many positions, which only a file allows.")
    }
  }

  @Test(.enabled(if: getuid() != 0, "The superuser can read every file."))
  func anUnreadableFile() throws {
    let file = try TemporaryFile(lines: [Lines.header])
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    expectEqual(problem(file.path), "'\(file.path)' can't be read: permission denied.")
  }

  @Test func aPathThroughAFile() throws {
    let file = try TemporaryFile(lines: [Lines.header])
    expectEqual(
      problem("\(file.path)/inside"), "'\(file.path)/inside' can't be read: a part of its path is not a folder.")
  }

  @Test func anEmptyFile() throws {
    let file = try TemporaryFile("")
    expectEqual(problem(file.path), "'\(file.path)' is empty. A recording has at least a header.")
  }

  @Test(arguments: [
    ("hello\n", "invalid JSON at byte 1"), ("\n\(Lines.header)\n", "invalid JSON at byte 1"),
    ("{\"application\":\"Sto", "invalid JSON at byte 20"),
    (#"{"dropped":1,"type":"gap"}"# + "\n", "'rollcall' is missing"),
    (String(repeating: "\0", count: 4_096), "invalid JSON at byte 1"),
    (#"{"rollcall":1,"application":"\#u{1B}]0;x"}"#, "invalid JSON at byte 30"),
  ]) func aFileWithoutAHeader(text: String, clause: String) throws {
    let file = try TemporaryFile(text)
    expectEqual(
      problem(file.path),
      "'\(file.path)' is not a recording: its first line is not a header, such as "
        + #"{"application":"Storefront","rollcall":1,"started_ns":0}; \#(clause)."#)
  }

  @Test func aRecordingOfALaterVersion() throws {
    let file = try TemporaryFile(lines: [#"{"rollcall":7,"written_by":"the future"}"#, "?"])
    expectEqual(
      problem(file.path),
      "'\(file.path)' uses version 7 of the format, but this rollcall reads version 1. A newer rollcall is needed."
    )
  }

  @Test func anEndlessFirstLine() throws {
    let file = try TemporaryFile(String(repeating: "x", count: 5_000))
    var limits = ReadingLimits()
    (limits.line, limits.chunk) = (1_000, 512)
    #expect(throws: RecordingError(.header(.none("it is longer than any header")), path: file.path)) {
      try RecordingFile(path: file.path, limits: limits)
    }
  }

  @Test func aHeaderAlone() throws {
    for text in [Lines.header, "\u{FEFF}\(Lines.header)\r\n\n\r\n"] {
      let file = try TemporaryFile(text)
      expectEqual(problem(file.path), "0 entries")
    }
  }
}
