import ModuleLifecycle

/// Why a recording can't be read; `description` is a sentence for whoever named the file.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Equatable, Sendable {
    /// There is no such file.
    case missing
    /// It is a folder.
    case folder
    /// It is a pipe, a device or a socket, of which nothing can be read twice.
    case notAFile
    /// The system does not let it be read; the clause says why.
    case unreadable(String)
    /// There is nothing in it.
    case empty
    /// The first line is no header, or of a later version.
    case header(JournalHeaderError)
    /// Whoever was told of the progress did not want it to go on.
    case cancelled
    /// The file is not any more what it was when it was opened.
    case changed
  }

  /// The file, as it was named.
  public let path: String
  /// What is wrong with it.
  public let problem: Problem

  init(_ problem: Problem, path: String) {
    self.path = path
    self.problem = problem
  }

  /// What is wrong, in a sentence or two.
  public var description: String {
    switch problem {
    case .missing: "There is no file '\(path)'."
    case .folder: "'\(path)' is a folder, not a recording."
    case .notAFile: "'\(path)' is not a regular file. A recording is read in several places, which only a file allows."
    case .unreadable(let clause): "'\(path)' can't be read: \(clause)."
    case .empty: "'\(path)' is empty. A recording has at least a header."
    case .header(.none(let clause)):
      "'\(path)' is no recording: its first line is not a header, such as "
        + #"{"application":"Storefront","rollcall":1,"started_ns":0}; \#(clause)."#
    case .header(.newer(let version)):
      "'\(path)' is of version \(version) of the format, and this rollcall reads version \(JournalHeader.latest). "
        + "A newer rollcall is needed."
    case .cancelled: "Reading '\(path)' was cancelled."
    case .changed: "'\(path)' has been changed since it was opened."
    }
  }
}
