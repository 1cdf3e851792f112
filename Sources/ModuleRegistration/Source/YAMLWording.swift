#if Maps
import TextFormatting
import Yams

/// Puts the YAML reader's complaints into words that say what to do.
enum YAMLWording {
  static func error(for error: YamlError, in source: YAMLText) -> ModuleMapError {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let place = MapPlace(line: mark.line, scalarColumn: mark.column)
      if problem.contains("cannot start any token"), source.isInIndentationWithTab(place) {
        return source.error(at: place, "this line is indented with a tab. Indent with spaces.")
      }
      return source.error(at: place, sentence(for: problem, context: context?.text ?? ""))
    case .duplicatedKeysInMapping(let keys, let context):
      let (first, key) = (MapPlace(line: context.mark.line, scalarColumn: context.mark.column), keys.first ?? "")
      guard let second = source.repetition(of: key, at: first) else {
        return source.error(at: first, "the key \(key.quoted) stands more than once in one mapping. Keep one.")
      }
      return source.error(
        at: second, "the key \(key.quoted) stands here once more; the first is on line \(first.line). Keep one.")
    case .reader(let problem, _, _, _): return source.error(at: nil, "it is not valid YAML: \(problem).")
    case .memory: return source.error(at: nil, "there was not enough memory to read it.")
    default: return source.error(at: nil, "it is not valid YAML.")
    }
  }

  private static func sentence(for problem: String, context: String) -> String {
    for (part, sentence) in sentences where problem.contains(part) { return sentence }
    for (part, sentence) in sentencesByContext where context.contains(part) { return sentence }
    return "this is not valid YAML: \(problem)."
  }

  private static let sentences: [(String, String)] = [
    ("mapping values are not allowed", "a ':' can't stand here. Check the indentation, or put the text in quotes."),
    ("could not find expected ':'", "a ':' is missing after this key."),
    ("cannot start any token", "a value can't begin with this character. Put it in quotes, or indent with spaces."),
    ("Maximum nesting level", "lists and mappings are nested too deep here; 1,000 levels are the most."),
    ("found undefined alias", "this alias has no anchor before it."),
    ("found another document", "a second document begins here. Keep one."),
    ("found unexpected end of stream", "the quotes that were opened are not closed before the end of the file."),
    ("found unknown escape character", "there is no such escape in double quotes. Write '\\\\' for a backslash."),
    ("did not find expected ',' or ']'", "a ',' or ']' is missing here."),
    ("did not find expected ',' or '}'", "a ',' or '}' is missing here."),
    ("did not find expected '-' indicator", "a '-' is missing here, or the indentation is off."),
    ("did not find expected key", "a key is missing here, or the indentation is off."),
    ("block sequence entries are not allowed", "a list can't begin here. Put its '-' on a line of its own."),
  ]

  private static let sentencesByContext: [(String, String)] = [
    ("while scanning an anchor", "the name of this anchor can't be read."),
    ("while scanning an alias", "the name of this alias can't be read. Put a text that begins with '*' in quotes."),
  ]
}
#endif
