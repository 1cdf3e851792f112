import Foundation
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

/// The table of entries in the article on the format, compared with what is written.
@Suite(.inTurn, .serialized) struct FormatArticleTests {
  private static let page = URL(filePath: #filePath)
    .appending(path: "../../../../Sources/RollcallRecordings/RollcallRecordings.docc/Format.md").standardizedFileURL

  private static func codeWords(in text: some StringProtocol) -> Set<String> {
    Set(String(text).matches(of: /`([a-z_]+)`/).map { String($0.1) })
  }

  /// The documented keys of each type of entry, and those of a handler.
  private static func documentedKeys() throws -> (entries: [String: Set<String>], handler: Set<String>) {
    let article = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(
      article.components(separatedBy: "## The entries\n").last?.components(separatedBy: "\n## ").first)
    var entries: [String: Set<String>] = [:]
    for row in section.split(separator: "\n") where row.hasPrefix("| `") {
      let cells = row.split(separator: "|")
      if cells.count > 2, let type = codeWords(in: cells[0]).first, type != "type" {
        entries[type] = codeWords(in: cells[2])
      }
    }
    // "the keys of `releasing`, …"
    if let keys = entries["released"], let more = entries["releasing"] {
      entries["released"] = keys.subtracting(["releasing"]).union(more)
    }
    let handler = section.components(separatedBy: "\n\n").first { $0.hasPrefix("A `handlers` element") } ?? ""
    return (entries, codeWords(in: handler))
  }

  /// Random entries, and marks and measured times, which these lack.
  private static func entries() -> [AnyEntry] {
    var random = RandomEntries(seed: 1)
    var entries = (0..<5_000).map { _ in random.next() }
    entries.append(
      .mark(MarkEntry(name: "first frame", atNanoseconds: 1, dispatch: 1, module: "Scene", moduleID: random.id())))
    for entry in entries {
      switch entry {
      case .dispatch(var dispatch):
        (dispatch.details.computingNanoseconds, dispatch.details.waitingNanoseconds) = (1, 2)
        dispatch.handlers = HandlerSpans(
          dispatch.handlers.map { span in
            var span = span
            (span.computingNanoseconds, span.waitingNanoseconds) = (1, 2)
            return span
          })
        entries.append(.dispatch(dispatch))
      case .module(var module):
        (module.computingNanoseconds, module.waitingNanoseconds) = (1, 2)
        entries.append(.module(module))
      default: break
      }
    }
    return entries
  }

  @Test func theTableHasTheKeysOfEachTypeAndNoOthers() throws {
    let documented = try Self.documentedKeys()
    var written: [String: Set<String>] = [:]
    var handler: Set<String> = []
    for entry in Self.entries() {
      let line = JournalLine.encode(entry, seq: 1)
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let type = try #require(object["type"] as? String)
      written[type, default: []].formUnion(object.keys)
      if type != "dispatch" { continue }
      for span in object["handlers"] as? [[String: Any]] ?? [] { handler.formUnion(span.keys) }
    }
    expectEqual(Set(written.keys), Set(documented.entries.keys))
    expectEqual(handler.subtracting(documented.handler), [])
    for (type, keys) in written {
      let keys = keys.subtracting(["type", "seq", "at_ns"])
      switch type {
      // The article on the protocol has the keys of a request.
      case "request": continue
      // A warning has further keys, as its kind needs them.
      case "warning": expectEqual(documented.entries[type]?.subtracting(keys), [])
      default: expectEqual(documented.entries[type], keys, "\(type)")
      }
    }
  }
}
