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

  func write(_ text: String) {
    if !text.isEmpty { try? output.write(contentsOf: Data(text.utf8)) }
  }
}
