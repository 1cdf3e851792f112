import Foundation

/// Files of the samples' own, in the folder for temporary files.
enum ScratchFile {
  /// A path that nothing else uses.
  static func path(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "rollcall-\(UUID().uuidString)-\(name)")
  }

  /// A file, open for reading and writing, that is gone from the folder already: the system gives its space back when it
  /// is closed, whatever happens.
  static func open(_ name: String) throws -> FileHandle {
    let url = path(name)
    try Data().write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try FileHandle(forUpdating: url)
  }
}
