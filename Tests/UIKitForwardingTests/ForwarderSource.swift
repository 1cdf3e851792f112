import Foundation

/// The package, as these tests read it.
enum Package {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The page that has the table of what is forwarded.
  static var page: URL { root.appending(path: "Documentation/iOS.md") }

  /// Whether tables are to be recorded instead of compared.
  static var isRecording: Bool { ProcessInfo.processInfo.environment["ROLLCALL_RECORD_GOLDENS"] == "1" }
}

/// A method of the forwarder, read from its text: nothing but a Mac compiles it.
struct DelegateMethod {
  /// As in UIKit's reference: `application(_:open:options:)`.
  let name: String
  /// What stands between its braces.
  let body: String

  /// The methods of a delegate in all files of the target, private ones left out.
  static func all() throws -> [DelegateMethod] {
    let folder = Package.root.appending(path: "Sources/UIKitForwarding")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.flatMap { file in
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

  /// What stands between the next opening bracket and the one that closes it; `rest` begins after that then.
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

  /// The parts at commas that stand in no brackets.
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
