#if CommandLine
import ModuleLifecycle
import TextFormatting

/// Why what a line asks for can't be done, in sentences.
struct PlainProblem: Error, Equatable {
  let text: String

  init(_ text: String) { self.text = text }

  /// A sentence about a name, and which may have been meant.
  init(_ sentence: String, for name: String, among names: [String], otherwise: String = "") {
    let suggestion = NearestName.suggestion(for: name, among: names)
    text = [sentence, suggestion.isEmpty ? otherwise : suggestion].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// That there is nothing of that name, and what may have been meant.
  init(no noun: String, named name: String, among names: [String], otherwise: String = "") {
    self.init("There is no \(noun) '\(Excerpt.of(name))'.", for: name, among: names, otherwise: otherwise)
  }
}

/// A typed line, in words.
///
/// Words end at spaces, save within double quotes, brackets and braces: `url="pay: 42" options={"a": 1}` are two.
struct PlainLine: Equatable {
  let words: [String]
  /// How its command is written.
  var usage = ""

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

  /// The same without a word that belongs to the command: `up` in `catch up`.
  func rest(without word: String) -> String {
    words.dropFirst(words.dropFirst().first?.lowercased() == word ? 2 : 1).joined(separator: " ")
  }

  /// A value without the quotes around it.
  static func unquoted(_ value: some StringProtocol) -> String {
    guard value.count >= 2, value.first == "\"", value.last == "\"" else { return String(value) }
    return String(value.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }
}
#endif
