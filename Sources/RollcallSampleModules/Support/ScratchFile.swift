#if CommandLine
import Foundation
import ModuleLifecycle
import RollcallTextFormatting

/// The samples' files in the folder for temporary files.
enum ScratchFile {
  /// A file could not be created.
  struct NotMade: Error, CustomStringConvertible {
    let name: String
    let folder: String
    let code: Int32

    var description: String {
      let hint = SystemError(code) == .other ? "" : " TMPDIR names the folder for temporary files."
      return "the file '\(name)' can't be made in '\(folder)': \(SystemError.words(code)).\(hint)"
    }
  }

  /// Returns a unique path.
  static func path(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "rollcall-\(UUID().uuidString)-\(name)")
  }

  /// Opens a new file for reading and writing, and deletes it from the folder at once: the system frees its space when
  /// it is closed, even after a crash.
  static func open(_ name: String) throws -> FileHandle {
    let url = path(name)
    let path = url.path
    let descriptor = unsafe Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let code = errno
    guard descriptor >= 0 else { throw NotMade(name: name, folder: url.deletingLastPathComponent().path, code: code) }
    unsafe unlink(path)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

extension Notification.Name {
  /// The user has logged out. Modules must discard the user's data.
  static let userDidLogOut = Notification.Name("userDidLogOut")
  /// The network has become reachable or unreachable.
  static let reachabilityDidChange = Notification.Name("reachabilityDidChange")
}
#endif
