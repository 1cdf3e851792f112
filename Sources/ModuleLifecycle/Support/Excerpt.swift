/// What a message quotes of a text that may be long.
package enum Excerpt {
  /// The most characters to quote.
  package static let longest = 60

  /// The text, or its beginning and three dots. The cost does not depend on the length of a text that is cut.
  package static func of(_ text: some StringProtocol) -> String {
    let beginning = text.prefix(longest + 1)
    return beginning.count > longest ? "\(beginning.prefix(longest))..." : String(text)
  }
}
