#if CommandLine
import Foundation
import RollcallRecordings
import RollcallTerminalDashboard
import RollcallTextFormatting

/// Returns whether two paths lead to the same existing file.
func leadToOneFile(_ one: String, _ other: String) -> Bool {
  var (left, right) = (stat(), stat())
  guard unsafe stat(one, &left) == 0, unsafe stat(other, &right) == 0 else { return false }
  return left.st_dev == right.st_dev && left.st_ino == right.st_ino
}

/// Opens recordings, from a file or from standard input.
enum RecordingInput {
  /// - Parameter path: The file; `-` for standard input.
  static func open(_ path: String) throws -> RecordingFile {
    guard path == "-" else { return try RecordingFile(path: path) }
    let copy = try StreamCopy.make(of: STDIN_FILENO, in: FileManager.default.temporaryDirectory.path)
    do { return try RecordingFile(copy: copy) } catch {
      throw Failure(error.description.replacing("'\(path)'", with: "Standard input"), code: error.exitCode)
    }
  }
}

extension ExportFile {
  /// Writes a new text file that all users may read.
  static func write(_ text: String, to path: String, overwrites: Bool) throws(ExportFileError) {
    let file = try ExportFile(path: path, overwrites: overwrites, mode: 0o644)
    try file.write(Array(text.utf8))
    try file.finish()
  }
}

/// Makes a folder.
///
/// - Parameters:
///   - isDeep: Whether to make the folders that contain it, too.
///   - hint: What to do when it can't be made.
/// - Throws: `Failure` with the system's reason.
func makeFolder(_ folder: URL, isDeep: Bool, hint: String = "") throws {
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: isDeep)
  } catch {
    // Foundation hides the system's error. Create the folder again to get `errno`.
    _ = unsafe mkdir(folder.path, 0o700)
    throw Failure("The folder '\(folder.path)' can't be made: \(SystemError.words(errno)).\(hint)", code: .cannotCreate)
  }
}
#endif
