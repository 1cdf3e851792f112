import Foundation
import Synchronization

/// A temporary folder for a test, removed with its last reference.
final class TemporaryFolder: Sendable {
  let url: URL

  private static let count = Atomic(0)

  init() throws {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    // Short, because the path of a socket has a small limit.
    url = FileManager.default.temporaryDirectory
      .appending(path: "rollcall-\(ProcessInfo.processInfo.processIdentifier)-\(number)")
    try? FileManager.default.removeItem(at: url)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path(percentEncoded: false) }

  func path(of name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ bytes: Data, to name: String) throws { try bytes.write(to: url.appending(path: name)) }

  func text(of name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }
}
