import Foundation

/// The path of a program that tests run, if it is installed.
func tool(_ name: String) -> String? {
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
  return (["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"] + folders).map { "\($0)/\(name)" }
    .first(where: FileManager.default.isExecutableFile)
}
