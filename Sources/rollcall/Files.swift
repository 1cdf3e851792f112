#if CommandLine
import Foundation
import Recordings
import TerminalDashboard

/// Whether two paths lead to one file that is there, whatever their names.
func leadToOneFile(_ one: String, _ other: String) -> Bool {
  var (left, right) = (stat(), stat())
  guard unsafe stat(one, &left) == 0, unsafe stat(other, &right) == 0 else { return false }
  return left.st_dev == right.st_dev && left.st_ino == right.st_ino
}

/// A recording, from a file or from standard input.
enum RecordingInput {
  /// - Parameter path: The file; `-` for standard input.
  /// - Throws: `Failure` where it can't be read.
  static func open(_ path: String) throws -> RecordingFile {
    let isStream = path == "-"
    do {
      guard isStream else { return try RecordingFile(path: path) }
      let copy = try StreamCopy.make(of: STDIN_FILENO, in: FileManager.default.temporaryDirectory.path)
      return try RecordingFile(copy: copy)
    } catch let error as RecordingError {
      let text = error.description
      throw Failure(isStream ? text.replacing("'\(path)'", with: "Standard input") : text, code: error.exitCode)
    } catch let error as StreamCopy.Failure {
      throw Failure(error.description, code: error.exitCode)
    }
  }
}

extension StreamCopy.Failure {
  /// What kind of end it is: input that is no recording, or too much of one, is wrong data.
  fileprivate var exitCode: Failure.Code {
    switch self {
    case .header, .lineTooLong, .tooLarge: .dataError
    case .noFile: .cannotCreate
    case .broken: .inputOutput
    }
  }
}

/// Standard output has no reader any more.
struct BrokenPipe: Error {}

/// Where an export goes: standard output, or a file.
struct ExportOutput {
  private let file: ExportFile?

  /// - Throws: `Failure` where there is such a file already, or none can be made.
  init(path: String?, overwrites: Bool) throws {
    // A reader that has had enough is no crash.
    signal(SIGPIPE, SIG_IGN)
    do {
      // A user who ends the wait finds nothing but what was there before.
      file = try path.map { path in
        try Interruption.undoing({ try ExportFile(path: path, overwrites: overwrites) }, at: \.temporary)
      }
    } catch let error as ExportFileError {
      let hint = error.isOccupied ? " --overwrite replaces it." : ""
      throw Failure("\(error.description)\(hint)", code: .cannotCreate)
    }
  }

  /// - Throws: `BrokenPipe` where it has no reader, `Failure` where it can't be written.
  func write(_ bytes: [UInt8]) throws {
    if let file { return try Failure.wrapping(.inputOutput) { try file.write(bytes) } }
    guard !ExportFile.write(bytes, to: STDOUT_FILENO) else { return }
    if errno == EPIPE { throw BrokenPipe() }
    throw Failure("Standard output can't be written.", code: .inputOutput)
  }

  /// The file is whole: it gets its name.
  func finish() throws { try Failure.wrapping(.inputOutput) { try file?.finish() } }
}
#endif
