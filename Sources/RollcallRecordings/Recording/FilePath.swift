import Foundation

/// Operations on paths as text.
package enum FilePath {
  /// Splits a path into its folder and its last name. The folder is empty if the path has none.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The folder part of a path; `nil` if that folder does not exist.
  static func folder(of path: String) -> String? {
    let folder = split(path).folder
    return isFolder(folder.isEmpty ? "." : folder) ? folder : nil
  }

  /// The outermost missing folder of a path, and the folders that exist in its place.
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

  private static func isFolder(_ path: String) -> Bool { File.status(of: path).map { $0.st_mode & S_IFMT } == S_IFDIR }

  /// A name that every file system accepts and no shell interprets. Letters, digits and underscores stay; all
  /// characters between them become one hyphen. At most 40 characters; `recording` if nothing is left.
  package static func safeName(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let safe = words.joined(separator: "-").prefix(40)
    return safe.isEmpty ? "recording" : String(safe)
  }
}
