/// The words of a query. A row matches if each word is in one of its texts. Case does not matter.
package struct RowFilter: Sendable, Equatable {
  /// The most scalars of a query that a user types. A character can have any number of them.
  package static let mostScalars = 200

  package let query: String
  private let needles: [[UInt8]]

  /// - Returns: `nil` for a query without words, which matches every row.
  package init?(_ query: String) {
    needles = query.lowercased().split(separator: " ").prefix(32).map { Array($0.utf8) }
    if needles.isEmpty { return nil }
    self.query = query
  }

  /// The query with single spaces between words.
  package var words: String { query.split(separator: " ").joined(separator: " ") }

  /// Whether each word is in one of the texts, which are read until all words are found.
  package func fits(_ texts: some Sequence<String>) -> Bool {
    var missing = needles
    for text in texts where !text.isEmpty {
      let bytes = Array(text.lowercased().utf8)
      missing.removeAll { Self.contains($0, bytes) }
      if missing.isEmpty { return true }
    }
    return false
  }

  private static func contains(_ word: [UInt8], _ bytes: [UInt8]) -> Bool {
    guard word.count <= bytes.count else { return false }
    return (0...(bytes.count - word.count)).contains { start in
      bytes[start] == word[0] && bytes[start..<(start + word.count)].elementsEqual(word)
    }
  }
}
