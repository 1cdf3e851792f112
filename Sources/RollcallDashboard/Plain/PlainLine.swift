#if CommandLine
import ModuleLifecycle
import RollcallTextFormatting

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

extension Sequence {
  /// Returns the element with a name. Its case matters only if several names differ by nothing else.
  func named(
    _ name: String, _ noun: String, otherwise: String = "", by spelling: (Element) -> String
  ) throws(PlainProblem) -> Element {
    let alike = filter { spelling($0).lowercased() == name.lowercased() }
    if let same = alike.first(where: { spelling($0) == name }) ?? (alike.count == 1 ? alike[0] : nil) { return same }
    throw PlainProblem(no: noun, named: name, among: map(spelling), otherwise: otherwise)
  }
}

/// A typed line, split into words.
///
/// Words end at spaces, except within double quotes, brackets and braces: `url="pay: 42" options={"a": 1}` is two.
struct PlainLine: Equatable {
  /// All words or, while its command is carried out, those after the command's.
  var words: [String]
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

  /// The words, joined with single spaces.
  var rest: String { words.joined(separator: " ") }

  /// Removes the quotes around a value, and unescapes quotes in it.
  static func unquoted(_ value: some StringProtocol) -> String {
    guard value.count >= 2, value.first == "\"", value.last == "\"" else { return String(value) }
    return String(value.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }
}
#endif
