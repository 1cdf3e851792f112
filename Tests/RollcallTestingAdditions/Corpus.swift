import Foundation

/// What fuzzers have found to reach most of a parser's code.
package enum Corpus {
  /// The inputs of a file in `Tests/Corpora`: one a line, in Base64.
  package static func inputs(_ name: String) throws -> [[UInt8]] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: tests.appending(path: "Corpora/\(name).txt"), encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      guard let data = Data(base64Encoded: String(line)), !data.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
      return Array(data)
    }
  }
}
