import Foundation

/// The package's files that these tests read.
enum Package {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The page with the table of forwarded events.
  static var page: URL { root.appending(path: "Sources/RollcallUIKit/RollcallUIKit.docc/iOS.md") }

  /// Whether to record tables instead of comparing them.
  static var isRecording: Bool { ProcessInfo.processInfo.environment["ROLLCALL_RECORD_GOLDENS"] == "1" }
}

/// A method of the forwarder, read from its source text: only a Mac compiles it.
struct DelegateMethod {
  /// The name as in UIKit's reference: `application(_:open:options:)`.
  let name: String
  /// The text between its braces.
  let body: String

  /// Returns the delegate methods in all files of the target, without private ones.
  static func all() throws -> [DelegateMethod] {
    let folder = Package.root.appending(path: "Sources/RollcallUIKit")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }.flatMap { file in
      try methods(in: String(contentsOf: file, encoding: .utf8))
    }
  }

  static func methods(in text: String) -> [DelegateMethod] {
    text.matches(of: /(?:open|public nonisolated) func (\w+)/).compactMap { match in
      var rest = text[match.range.upperBound...]
      guard let parameters = balanced(&rest, "(", ")"), let body = balanced(&rest, "{", "}") else { return nil }
      let labels = topLevel(parameters).compactMap { $0.split(separator: /[\s:]/).first }
      return DelegateMethod(
        name: "\(match.1)(\(labels.map { "\($0):" }.joined()))", body: String(body))
    }
  }

  /// Returns the text between the next opening bracket and its closing one. Then `rest` begins after the closing one.
  private static func balanced(_ rest: inout Substring, _ open: Character, _ close: Character) -> Substring? {
    guard let start = rest.firstIndex(of: open) else { return nil }
    var depth = 0
    for index in rest[start...].indices {
      if rest[index] == open { depth += 1 }
      if rest[index] == close { depth -= 1 }
      guard depth == 0 else { continue }
      defer { rest = rest[rest.index(after: index)...] }
      return rest[rest.index(after: start)..<index]
    }
    return nil
  }

  /// Splits at commas outside of brackets.
  private static func topLevel(_ parameters: Substring) -> [String] {
    var depth = 0
    var parts = [""]
    for character in parameters {
      if "([<{".contains(character) { depth += 1 }
      if ")]}>".contains(character), !parts[parts.count - 1].hasSuffix("-") { depth -= 1 }
      if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}
