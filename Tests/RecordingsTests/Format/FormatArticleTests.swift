import Foundation
import Testing

@testable import ModuleLifecycle
@testable import Recordings

/// The tables of the article on the format, compared with what is written.
@Suite struct FormatArticleTests {
  private static let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardizedFileURL

  /// The words in code voice in the article, and in that of the protocol, which has the keys of requests.
  private func documentedWords() throws -> Set<String> {
    let pages = ["Recordings/Recordings.docc/Format.md", "Inspection/Inspection.docc/Protocol.md"]
    let texts = try pages.map { try String(contentsOf: Self.sources.appending(path: $0), encoding: .utf8) }
    return Set(texts.joined().matches(of: /`([a-z_]+)`/).map { String($0.1) })
  }

  @Test func everyTypeAndEveryKeyOfAnEntryIsDocumented() throws {
    let documented = try documentedWords()
    var random = RandomEntries(seed: 1)
    var words: Set<String> = []
    for _ in 0..<5_000 {
      let line = JournalLine.encode(random.next(), seq: 1)
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let type = try #require(object["type"] as? String)
      words.insert(type)
      // A warning has further keys, as its kind needs them.
      if type != "warning" { words.formUnion(object.keys) }
      for handler in object["handlers"] as? [[String: Any]] ?? [] { words.formUnion(handler.keys) }
    }
    #expect(words.count > 60)
    #expect(words.subtracting(documented).sorted() == [])
  }
}
