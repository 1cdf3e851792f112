import ModuleLifecycle
import RollcallRecordings
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A temporary folder for a test, removed with its last reference.
final class RecordingFolder: Sendable {
  let path: String

  init() throws {
    path = "\(FileManager.default.temporaryDirectory.path)/rollcall-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(of name: String) -> String { "\(path)/\(name)" }
}

/// The contents of a recording's file.
struct RecordedFile {
  /// The last line is incomplete: the recorder thread is still writing it, or never wrote the rest.
  struct TornLine: Error {}

  let header: JournalHeader
  let entries: [AnyEntry]

  init(_ path: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.popLast() == "" else { throw TornLine() }
    header = try JournalLine.header(Array(try #require(lines.first).utf8))
    entries = try lines.dropFirst().map { try JournalLine.entry($0) }
  }

  var dispatches: [DispatchID] { entries.compactMap { if case .dispatch(let entry) = $0 { entry.id } else { nil } } }

  var dropped: UInt64 {
    entries.reduce(0) { if case .gap(let gap) = $1 { $0 + gap.dropped } else { $0 } }
  }
}
