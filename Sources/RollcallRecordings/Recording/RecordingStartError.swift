import ModuleLifecycle
import RollcallTextFormatting

/// The reason a recording can't start. Nothing was written, and no file was changed.
public struct RecordingStartError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The cause of the error. Later versions may add causes.
  public struct Cause: Hashable, Sendable {
    private let name: String

    /// The file exists and may not be overwritten.
    public static let exists = Cause(name: "exists")
    /// The file's folder does not exist, or is a file.
    public static let folderMissing = Cause(name: "folderMissing")
    /// The path names a folder.
    public static let isFolder = Cause(name: "isFolder")
    /// The path names another kind of file, such as a device or a pipe.
    public static let isNoFile = Cause(name: "isNoFile")
    /// The process is not permitted to write there.
    public static let notPermitted = Cause(name: "notPermitted")
    /// Another recording is writing to the file.
    public static let inUse = Cause(name: "inUse")
    /// The header of the recording is larger than the limit.
    public static let limitTooLow = Cause(name: "limitTooLow")
    /// The path is empty.
    public static let noName = Cause(name: "noName")
    /// The system refused for another reason, which the description gives.
    public static let failed = Cause(name: "failed")
  }

  /// The cause of the error.
  public let cause: Cause
  /// The path of the file that can't be recorded to.
  public let path: String
  /// The path, the cause, and a remedy, in one or two sentences.
  public let description: String
  /// Whether the file could be created, but not written.
  package var hasBegun = false

  init(_ cause: Cause, _ path: String, _ description: String) {
    self.cause = cause
    self.path = path
    self.description = description
  }
}

extension RecordingStartError {
  static func exists(_ path: String) -> Self {
    Self(.exists, path, "'\(path)' already exists. Choose another name, or allow overwriting.")
  }

  static func isFolder(_ path: String, application: String) -> Self {
    let name = FilePath.safeName(application)
    return Self(
      .isFolder, path,
      "'\(path)' is a folder. Name a file in it, such as '\(FilePath.join(path, "\(name).rollcall"))'.")
  }

  static func isNoFile(_ path: String) -> Self {
    Self(.isNoFile, path, "'\(path)' is not a file that can hold a recording.")
  }

  static func inUse(_ path: String) -> Self {
    Self(.inUse, path, "Another recording is writing to '\(path)'.")
  }

  static var hasNoName: Self { Self(.noName, "", "The path of the recording is empty. Name a file.") }

  static func isTooLarge(_ path: String, beginning: Int, limit: UInt64) -> Self {
    Self(
      .limitTooLow, path,
      "'\(path)' is limited to \(limit) bytes, but the header of the recording alone takes \(beginning).")
  }

  static func failed(_ path: String, because reason: String) -> Self {
    Self(.failed, path, "'\(path)' can't be written: \(reason).")
  }

  /// The error for a file that the system refused to open.
  static func refused(_ path: String, code: Int32) -> Self {
    switch SystemError(code) {
    case .noSuchFile, .notAFolder:
      // For example /proc, in which only the system creates files.
      if let folder = FilePath.folder(of: path) {
        return Self(.notPermitted, path, "'\(path)' can't be written: no file can be created in '\(folder)'.")
      }
      let (folder, siblings) = FilePath.missingFolder(of: path)
      let suggestion = NearestName.suggestion(for: FilePath.split(folder).name, among: siblings)
      let sentence = "There is no folder '\(folder)' for '\(path)'."
      return Self(.folderMissing, path, suggestion.isEmpty ? sentence : "\(sentence) \(suggestion)")
    case .notPermitted, .readOnly:
      let advice = SystemError(code) == .readOnly ? "Choose a folder elsewhere." : "Choose a folder of your own."
      return Self(.notPermitted, path, "'\(path)' can't be written: \(SystemError.words(code)). \(advice)")
    default:
      return .failed(path, because: SystemError.words(code))
    }
  }
}
