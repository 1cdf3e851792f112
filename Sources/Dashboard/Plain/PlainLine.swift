#if CommandLine
import ModuleLifecycle
import TextFormatting

/// Sentences about why a line can't be carried out.
struct PlainProblem: Error, Equatable {
  let text: String

  init(_ text: String) { self.text = text }

  /// Creates a problem with a name, and suggests the nearest valid name.
  init(_ sentence: String, for name: String, among names: [String], otherwise: String = "") {
    let suggestion = NearestName.suggestion(for: name, among: names)
    text = [sentence, suggestion.isEmpty ? otherwise : suggestion].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Creates a problem with an unknown name, and suggests the nearest valid name.
  init(no noun: String, named name: String, among names: [String], otherwise: String = "") {
    self.init("There is no \(noun) '\(Excerpt.of(name))'.", for: name, among: names, otherwise: otherwise)
  }
}

/// A typed line, split into words.
///
/// Words end at spaces, except within double quotes, brackets and braces: `url="pay: 42" options={"a": 1}` is two.
struct PlainLine: Equatable {
  let words: [String]
  /// The usage of its command.
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

  /// The words after the first, joined with single spaces.
  var rest: String { words.dropFirst().joined(separator: " ") }

  /// The words after the first, without a word that belongs to the command: `up` in `catch up`.
  func rest(without word: String) -> String {
    words.dropFirst(words.dropFirst().first?.lowercased() == word ? 2 : 1).joined(separator: " ")
  }

  /// Removes the quotes around a value, and unescapes quotes in it.
  static func unquoted(_ value: some StringProtocol) -> String {
    guard value.count >= 2, value.first == "\"", value.last == "\"" else { return String(value) }
    return String(value.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }
}
#endif
