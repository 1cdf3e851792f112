import CursesTerminal
import Foundation

/// Standard output, taken away from everybody else: what they print there goes to standard error until it is given back.
final class StandardOutput {
  /// Where standard output was.
  let handle: FileHandle

  /// - Throws: `DashboardError` when there is no standard output or no standard error.
  init() throws(DashboardError) {
    Self.flush()
    let saved = dup(STDOUT_FILENO)
    guard saved >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      throw DashboardError(description: "Standard output or standard error can't be used.")
    }
    handle = FileHandle(fileDescriptor: saved, closeOnDealloc: true)
  }

  /// Gives it back.
  func giveBack() {
    Self.flush()
    _ = dup2(handle.fileDescriptor, STDOUT_FILENO)
  }

  /// Writes what has been printed and the C library still keeps.
  static func flush() { BufferedOutput.flush() }
}
