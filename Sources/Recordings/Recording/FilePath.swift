import Foundation

/// What there is to know of a path, as a text.
package enum FilePath {
  /// The folder and the name that a path ends with; the folder is empty where the path has none.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The folder that a path names a file in, if there is one.
  static func folder(of path: String) -> String? {
    let folder = split(path).folder
    return isFolder(folder.isEmpty ? "." : folder) ? folder : nil
  }

  /// The outermost folder of a path that is not there, and the folders that are where it should be.
  static func missingFolder(of path: String) -> (folder: String, siblings: [String]) {
    var folder = split(path).folder
    while true {
      let outer = split(folder).folder
      if outer == folder || outer.isEmpty || isFolder(outer) { break }
      folder = outer
    }
    let outer = split(folder).folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: outer.isEmpty ? "." : outer)) ?? []
    return (folder, names.filter { !$0.hasPrefix(".") && isFolder(join(outer, $0)) })
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  /// A name that any file system takes and no shell minds: letters and digits stay, and what stands between them becomes
  /// one hyphen. `recording` for a name without either; cut to 40 characters.
  package static func safeName(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let safe = words.joined(separator: "-").prefix(40)
    return safe.isEmpty ? "recording" : String(safe)
  }
}
