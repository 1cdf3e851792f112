/// Quotes a text in a message. A long text is cut.
package enum Excerpt {
  /// The most characters to quote.
  package static let longest = 60

  /// Returns the text, or its prefix and three dots. The cost doesn't depend on the length of a text that is cut.
  package static func of(_ text: some StringProtocol) -> String {
    let beginning = text.prefix(longest + 1)
    return beginning.count > longest ? "\(beginning.prefix(longest))..." : String(text)
  }
}
