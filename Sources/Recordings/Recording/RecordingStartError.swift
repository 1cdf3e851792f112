import ModuleLifecycle
import TextFormatting

/// Why a recording can't begin. Nothing was written, and no file was touched.
public struct RecordingStartError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What speaks against it. Later versions may know more causes.
  public struct Cause: Hashable, Sendable {
    private let name: String

    /// There is a file of that name, and it is not to be overwritten.
    public static let exists = Cause(name: "exists")
    /// The folder that it should be in is not there, or is a file.
    public static let folderMissing = Cause(name: "folderMissing")
    /// A folder has that name.
    public static let isFolder = Cause(name: "isFolder")
    /// Something else has that name: a device, a pipe.
    public static let isNoFile = Cause(name: "isNoFile")
    /// The process may not write there.
    public static let notPermitted = Cause(name: "notPermitted")
    /// Another recording is being written to that file.
    public static let inUse = Cause(name: "inUse")
    /// What a recording begins with is larger than it may get.
    public static let limitTooLow = Cause(name: "limitTooLow")
    /// The path is empty.
    public static let noName = Cause(name: "noName")
    /// The system refused for another reason, which the description tells.
    public static let failed = Cause(name: "failed")
  }

  /// What speaks against it.
  public let cause: Cause
  /// Where the recording should have been.
  public let path: String
  /// The place, the cause, and what can be done about it, in one or two sentences.
  public let description: String

  init(_ cause: Cause, _ path: String, _ description: String) {
    self.cause = cause
    self.path = path
    self.description = description
  }
}

extension RecordingStartError {
  static func exists(_ path: String) -> Self {
    Self(.exists, path, "'\(path)' exists already. Choose another name, or have it overwritten.")
  }

  static func isFolder(_ path: String, application: String) -> Self {
    let name = FilePath.safeName(application)
    return Self(
      .isFolder, path,
      "'\(path)' is a folder. Name a file in it, such as '\(FilePath.join(path, "\(name).rollcall"))'.")
  }

  static func isNoFile(_ path: String) -> Self {
    Self(.isNoFile, path, "'\(path)' is no file that a recording can be kept in.")
  }

  static func inUse(_ path: String) -> Self {
    Self(.inUse, path, "'\(path)' is being recorded to already.")
  }

  static var hasNoName: Self { Self(.noName, "", "The path of the recording is empty. Name a file.") }

  static func isTooLarge(_ path: String, beginning: Int, limit: UInt64) -> Self {
    Self(
      .limitTooLow, path,
      "'\(path)' may have \(limit) bytes, and the header of the recording alone takes \(beginning).")
  }

  static func failed(_ path: String, because reason: String) -> Self {
    Self(.failed, path, "'\(path)' can't be written: \(reason).")
  }

  /// What the system says to opening a file that can't be opened.
  static func refused(_ path: String, code: Int32) -> Self {
    switch SystemError(code) {
    case .noSuchFile, .notAFolder:
      // Such as /proc, in which the system makes the files.
      if let folder = FilePath.folder(of: path) {
        return Self(.notPermitted, path, "'\(path)' can't be written: no file can be made in '\(folder)'.")
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
