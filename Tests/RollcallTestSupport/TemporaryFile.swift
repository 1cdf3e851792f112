import Foundation
import Synchronization

/// A temporary file, removed with its last reference.
package final class TemporaryFile: Sendable {
  package let path: String

  private static let count = Atomic(0)

  package init(_ bytes: [UInt8]) throws {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    path = FileManager.default.temporaryDirectory
      .appending(path: "recording-\(ProcessInfo.processInfo.processIdentifier)-\(number).rollcall").path(
        percentEncoded: false)
    try Data(bytes).write(to: URL(filePath: path))
  }

  package convenience init(_ text: String) throws { try self.init(Array(text.utf8)) }

  /// Creates a file of lines, and adds a line break to each.
  package convenience init(lines: [String]) throws { try self.init(lines.map { $0 + "\n" }.joined()) }

  /// Overwrites the file's contents, without waiting for the disk.
  package func write(_ bytes: [UInt8]) throws {
    guard let handle = FileHandle(forWritingAtPath: path) else { throw CocoaError(.fileNoSuchFile) }
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
