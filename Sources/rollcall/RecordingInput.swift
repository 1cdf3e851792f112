#if CommandLine
import Foundation
import Recordings

/// A recording, from a file or from standard input.
final class RecordingInput {
  let recording: RecordingFile

  /// - Parameter path: The file; `-` for standard input.
  /// - Throws: `Failure` where it can't be read.
  init(path: String) throws {
    let isStream = path == "-"
    do {
      recording = isStream ? try RecordingFile(copy: Self.copyStandardInput()) : try RecordingFile(path: path)
    } catch let error as RecordingError {
      let text = error.description
      throw Failure(isStream ? text.replacing("'\(path)'", with: "Standard input") : text, code: error.exitCode)
    } catch let error as StreamCopy.Failure {
      throw Failure(error.description, code: error.exitCode)
    }
  }

  private static func copyStandardInput() throws -> Int32 {
    try StreamCopy.make(of: STDIN_FILENO, in: FileManager.default.temporaryDirectory.path)
  }
}

extension RecordingError {
  /// What kind of end it is.
  fileprivate var exitCode: Failure.Code {
    switch problem {
    case .missing, .folder, .notAFile, .unreadable: .noInput
    case .empty, .header, .cancelled, .changed: .dataError
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
#endif
