#if CommandLine
/// A line that somebody typed, in words.
///
/// Words end at spaces, save within double quotes, brackets and braces: `url="pay: 42" options={"a": 1}` are two.
struct PlainLine: Equatable {
  let words: [String]

  init(_ text: some StringProtocol) {
    var words: [String] = []
    var word = ""
    var (depth, isQuoted, isEscaped) = (0, false, false)
    for character in text {
      if isQuoted {
        isQuoted = isEscaped || character != "\""
        isEscaped = character == "\\" && !isEscaped
      } else if character.isWhitespace, depth <= 0 {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      } else {
        isQuoted = character == "\""
        if "{[".contains(character) { depth += 1 }
        if "}]".contains(character) { depth -= 1 }
      }
      word.append(character)
    }
    self.words = word.isEmpty ? words : words + [word]
  }

  /// The words after the first, as they were typed but for the spaces between.
  var rest: String { words.dropFirst().joined(separator: " ") }

  /// A value without the quotes around it.
  static func unquoted(_ value: some StringProtocol) -> String {
    guard value.count >= 2, value.first == "\"", value.last == "\"" else { return String(value) }
    return String(value.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }
}
#endif
