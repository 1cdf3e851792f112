#if CommandLine
import Foundation
import ModuleLifecycle

/// Files of the samples' own, in the folder for temporary files.
enum ScratchFile {
  /// A file that can't be made, with what the system says.
  struct NotMade: Error, CustomStringConvertible {
    let name: String
    let folder: String
    let code: Int32

    var description: String {
      let hint = SystemError(code) == .other ? "" : " TMPDIR names the folder for temporary files."
      return "the file '\(name)' can't be made in '\(folder)': \(SystemError.words(code)).\(hint)"
    }
  }

  /// A path that nothing else uses.
  static func path(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "rollcall-\(UUID().uuidString)-\(name)")
  }

  /// A file, open for reading and writing, that is gone from the folder already: the system gives its space back when it
  /// is closed, whatever happens.
  static func open(_ name: String) throws -> FileHandle {
    let url = path(name)
    let path = url.path
    let descriptor = unsafe Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw NotMade(name: name, folder: url.deletingLastPathComponent().path, code: errno) }
    unsafe unlink(path)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

extension Notification.Name {
  /// The user has logged out; whatever is theirs must go.
  static let userDidLogOut = Notification.Name("userDidLogOut")
  /// The network can be reached again, or no longer.
  static let reachabilityDidChange = Notification.Name("reachabilityDidChange")
}
#endif
