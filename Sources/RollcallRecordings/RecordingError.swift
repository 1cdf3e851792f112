import Foundation
import ModuleLifecycle
import RollcallTextFormatting

/// The reason a recording can't be read. `description` is a sentence for the user who named the file.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong with the file.
  package enum Problem: Equatable, Sendable {
    /// The file does not exist.
    case missing
    /// The path names a folder.
    case folder
    /// The path names a pipe, a device or a socket. Their data can't be read twice.
    case notAFile
    /// The system refuses to read the file. The clause says why.
    case unreadable(String)
    /// The file is empty.
    case empty
    /// The first line is not a header, or belongs to a later version of the format.
    case header(JournalHeaderError)
    /// The progress closure returned `false`.
    case cancelled
    /// The file has changed since it was opened.
    case changed
  }

  /// The file's path, as the caller gave it.
  public let path: String
  /// What is wrong with the file.
  package let problem: Problem

  init(_ problem: Problem, path: String) {
    self.path = path
    self.problem = problem
  }

  /// The error for a file that the system refused to open or read.
  ///
  /// - Parameter code: The error number.
  static func refused(_ path: String, code: Int32) -> RecordingError {
    switch code {
    case ENOENT: RecordingError(.missing, path: path)
    case EISDIR: RecordingError(.folder, path: path)
    // Even opening a socket fails.
    case ENXIO, EOPNOTSUPP: RecordingError(.notAFile, path: path)
    default: RecordingError(.unreadable(SystemError.words(code)), path: path)
    }
  }

  /// What is wrong, in one or two sentences.
  public var description: String {
    switch problem {
    case .missing: "There is no file '\(path)'."
    case .folder: "'\(path)' is a folder, not a recording."
    case .notAFile: "'\(path)' is not a regular file. A recording is read at many positions, which only a file allows."
    case .unreadable(let clause): "'\(path)' can't be read: \(clause)."
    case .empty: "'\(path)' is empty. A recording has at least a header."
    case .header(.none(let clause)):
      "'\(path)' is not a recording: its first line is not a header, such as "
        + #"{"application":"Storefront","rollcall":1,"started_ns":0}; \#(clause)."#
    case .header(.compressed): "'\(path)' is compressed; unpack it first."
    case .header(.newer(let version)):
      "'\(path)' uses version \(version) of the format, but this rollcall reads version \(JournalHeader.latest). "
        + "A newer rollcall is needed."
    case .cancelled: "Reading '\(path)' was cancelled."
    case .changed: "'\(path)' has been changed since it was opened."
    }
  }
}
