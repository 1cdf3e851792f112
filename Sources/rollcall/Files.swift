#if CommandLine
import Foundation
import Recordings
import TerminalDashboard

/// Returns whether two paths lead to the same existing file.
func leadToOneFile(_ one: String, _ other: String) -> Bool {
  var (left, right) = (stat(), stat())
  guard unsafe stat(one, &left) == 0, unsafe stat(other, &right) == 0 else { return false }
  return left.st_dev == right.st_dev && left.st_ino == right.st_ino
}

/// Opens recordings, from a file or from standard input.
enum RecordingInput {
  /// - Parameter path: The file; `-` for standard input.
  /// - Throws: `Failure` when it can't be read.
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
      let hint = if case .noFile = error { " TMPDIR names the folder for temporary files." } else { "" }
      throw Failure(error.description + hint, code: error.exitCode)
    }
  }
}

extension StreamCopy.Failure {
  /// The exit code. Input that is not a recording, or is too large, counts as wrong data.
  fileprivate var exitCode: Failure.Code {
    switch self {
    case .header, .lineTooLong, .tooLarge: .dataError
    case .noFile: .cannotCreate
    case .broken: .inputOutput
    }
  }
}

/// The destination of an export: standard output or a file.
struct ExportOutput {
  private let file: ExportFile?

  /// - Throws: `Failure` when the file already exists or can't be created.
  init(path: String?, overwrites: Bool) throws {
    // A reader that closes the pipe must not kill the process.
    signal(SIGPIPE, SIG_IGN)
    do {
      // A user who interrupts the export finds only what was there before.
      file = try path.map { path in
        try Interruption.undoing({ try ExportFile(path: path, overwrites: overwrites) }, at: \.temporary)
      }
    } catch let error as ExportFileError {
      throw Failure(error)
    }
  }

  /// - Throws: `Failure` when the file can't be written, or the errors of `StandardOutput.write(_:to:)`.
  func write(_ bytes: [UInt8]) throws {
    guard let file else { return try StandardOutput.write(bytes) }
    do { try file.write(bytes) } catch { throw Failure(error) }
  }

  /// Finishes the file and gives it its final name.
  func finish() throws {
    do throws(ExportFileError) { try file?.finish() } catch { throw Failure(error) }
  }
}

extension Failure {
  fileprivate init(_ error: ExportFileError) {
    let hint = error.isOccupied ? " --overwrite replaces it." : ""
    self.init("\(error.description)\(hint)", code: error.exitCode)
  }
}

extension ExportFileError {
  /// The exit code for this error.
  var exitCode: Failure.Code { hasBegun ? .inputOutput : .cannotCreate }
}
#endif
