#if CommandLine
import CursesTerminal
import Foundation
import ModuleLifecycle

/// Standard output, taken away from everybody else: what they print there goes to standard error, with the name of who
/// printed it, until it is given back.
final class StandardOutput {
  /// Where standard output was.
  let handle: FileHandle
  private let printed: PrintedLines

  /// - Parameters:
  ///   - journal: Where what is printed is written down.
  ///   - running: The handler that is at work.
  /// - Throws: `DashboardError` when there is no standard output or no standard error.
  init(journal: Journal, running: CurrentHandler) throws(DashboardError) {
    BufferedOutput.flush()
    let saved = dup(STDOUT_FILENO)
    var ends: [Int32] = [-1, -1]
    guard saved >= 0, unsafe pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) >= 0,
      dup2(ends[1], STDOUT_FILENO) >= 0
    else { throw DashboardError(description: "Standard output or standard error can't be used.") }
    close(ends[1])
    for end in [saved, ends[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    BufferedOutput.bufferByLine()
    handle = FileHandle(fileDescriptor: saved, closeOnDealloc: true)
    printed = PrintedLines(from: ends[0], journal: journal, running: running)
  }

  /// Passes on what has been printed and the C library, or the pipe, still keeps.
  ///
  /// - Returns: Whether there was anything.
  func settle() -> Bool {
    BufferedOutput.flush()
    return printed.drain() ?? 0 > 0
  }

  /// Gives it back.
  func giveBack() {
    BufferedOutput.flush()
    _ = dup2(handle.fileDescriptor, STDOUT_FILENO)
    printed.finish()
  }
}
#endif
