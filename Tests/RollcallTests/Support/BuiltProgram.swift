import Foundation
import Testing

/// The program under test: the one that `ROLLCALL_PROGRAM` names, or else the one built beside the tests.
enum BuiltProgram {
  /// The folder that holds `rollcall`.
  static func folder(sourceLocation: SourceLocation = #_sourceLocation) throws -> URL {
    try #require(
      found, "The built program, 'rollcall', was found in none of: \(candidates.map(\.path)).",
      sourceLocation: sourceLocation)
  }

  static func url(sourceLocation: SourceLocation = #_sourceLocation) throws -> URL {
    try folder(sourceLocation: sourceLocation).appending(path: "rollcall")
  }

  private static let found = candidates.first { folder in
    FileManager.default.isExecutableFile(atPath: folder.appending(path: "rollcall").path(percentEncoded: false))
  }

  /// The named program's folder, or the folders around the test bundle. On Linux the bundle is the process's
  /// executable, on macOS a bundle that a helper loads. The name and path of the build folder do not matter.
  private static let candidates: [URL] = {
    if let program = ProcessInfo.processInfo.environment["ROLLCALL_PROGRAM"] {
      return [URL(filePath: program).deletingLastPathComponent()]
    }
    let executables =
      CommandLine.arguments.filter { $0.contains(".xctest") } + Bundle.allBundles.map(\.bundlePath)
      + [Bundle.main.executablePath].compactMap(\.self)
    var folders: [URL] = []
    for path in executables {
      var folder = URL(filePath: path).resolvingSymlinksInPath()
      for _ in 0..<5 {
        folder.deleteLastPathComponent()
        if !folders.contains(folder) { folders.append(folder) }
      }
    }
    return folders
  }()
}

/// The environment of the programs that tests start: without the user's variables that could change the output, but
/// with those for a sanitizer or a coverage run.
enum TestEnvironment {
  /// A UTF-8 locale that every system has.
  #if os(macOS)
  static let locale = "en_US.UTF-8"
  #else
  static let locale = "C.UTF-8"
  #endif

  static func variables(_ changes: [String: String?] = [:]) throws -> [String: String] {
    let inherited = ProcessInfo.processInfo.environment
    var variables = inherited.filter { name, _ in
      ["HOME", "TMPDIR", "USER"].contains(name)
        || ["ASAN_", "TSAN_", "UBSAN_", "LSAN_", "LLVM_", "LD_", "DYLD_", "SWIFT_"].contains { name.hasPrefix($0) }
    }
    let folder = try BuiltProgram.folder().path(percentEncoded: false)
    variables["PATH"] = "\(folder):\(inherited["PATH"] ?? "/usr/bin:/bin")"
    variables["LANG"] = locale
    variables["TZ"] = "UTC"
    // No user settings.
    variables["ROLLCALL_CONFIG"] = ""
    for (name, value) in changes { variables[name] = value }
    return variables
  }
}
