import Foundation

/// The path of a program that tests run, if it is installed. The system's folders come first: what a version manager puts on
/// the PATH needs an environment that the tests do not pass on.
package func tool(_ name: String) -> String? {
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
  return (["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"] + folders).map { "\($0)/\(name)" }
    .first(where: FileManager.default.isExecutableFile)
}
