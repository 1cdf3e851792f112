#if CommandLine
import Foundation

/// Keeps standard output for the report: what modules print there goes to standard error.
struct OutputDivider: Sendable {
  private let output: FileHandle

  init() throws {
    let saved = dup(STDOUT_FILENO)
    guard saved >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      throw Failure("Standard output can't be used.", code: .unavailable)
    }
    output = FileHandle(fileDescriptor: saved, closeOnDealloc: true)
  }

  /// - Throws: `Failure` when the text can't be written, as on a full disk.
  func write(_ text: String) throws {
    guard !text.isEmpty else { return }
    do {
      try output.write(contentsOf: Data(text.utf8))
    } catch {
      throw Failure("Standard output can't be written.", code: .unavailable)
    }
  }
}
#endif
