#if Maps
import RollcallTextFormatting
import Yams

/// Rewords the YAML parser's errors, so that they say what to do.
enum YAMLWording {
  static func problem(for error: YamlError, in source: YAMLText) -> MapProblem {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      return self.problem(problem, at: MapPlace(mark), since: context, in: source)
    case .duplicatedKeysInMapping(let keys, let context):
      let (first, key) = (MapPlace(context.mark), keys.first ?? "")
      // In quotes it is a usual key.
      if key == "<<", !["\"<<\"", "'<<'"].contains(where: source.text.contains) {
        return mergeKey(at: source.repetition(of: key, at: first) ?? first)
      }
      guard let second = source.repetition(of: key, at: first) else {
        return MapProblem(at: first, "the key \(key.quoted) appears more than once in one mapping. Keep one.")
      }
      return MapProblem(
        at: second, "the key \(key.quoted) appears here again; the first is on line \(first.line). Keep one.")
    case .reader(let problem, _, _, _): return MapProblem("it is not valid YAML: \(problem).")
    case .memory: return MapProblem("there was not enough memory to read it.")
    default: return MapProblem("it is not valid YAML.")
    }
  }

  /// A key that would add the members of another mapping.
  static func mergeKey(at place: MapPlace) -> MapProblem {
    MapProblem(at: place, "the merge key '<<' is not supported. Write the keys and values of the other mapping here.")
  }

  /// - Parameters:
  ///   - place: The position where the parser stopped. The mistake may be before it.
  ///   - context: The start of what the parser was reading.
  private static func problem(
    _ problem: String, at place: MapPlace, since context: YamlError.Context?, in source: YAMLText
  ) -> MapProblem {
    if problem.contains("cannot start any token"), source.isInIndentationWithTab(place) {
      return MapProblem(at: place, "this line is indented with a tab. Indent with spaces.")
    }
    if problemsOfIndentation.contains(where: problem.contains), let misfit = source.misfit(at: place.line) {
      return misfit
    }
    if problem.hasPrefix("did not find expected ',' or"), let context, source.isEnd(place) {
      return MapProblem(at: MapPlace(context.mark), "what begins here is not closed before the end of the file.")
    }
    let sentence = sentence(for: problem, context: context?.text ?? "")
    guard let start = context.map({ MapPlace($0.mark) }), start.line < place.line else {
      return MapProblem(at: place, sentence)
    }
    if problem.contains("could not find expected ':'"), source.scalar(at: start) == "-" {
      return MapProblem(at: start, "a space is missing after this '-'.")
    }
    for (part, sentence) in sentencesAboutStarts where problem.contains(part) {
      return MapProblem(at: start, "\(sentence).".replacing("LINE", with: "line \(place.line)"))
    }
    return MapProblem(at: place, sentence)
  }

  private static let problemsOfIndentation = [
    "mapping values are not allowed", "did not find expected key", "did not find expected '-' indicator",
    "did not find expected <document start>",
  ]

  /// The messages about something that began on an earlier line.
  private static let sentencesAboutStarts = [
    ("could not find expected ':'", "a ':' is missing after this key"),
    ("found unexpected end of stream", "these quotes are not closed before the end of the file"),
    ("did not find expected ',' or ']'", "a ',' or ']' is missing between this and LINE"),
    ("did not find expected ',' or '}'", "a ',' or '}' is missing between this and LINE"),
  ]

  private static func sentence(for problem: String, context: String) -> String {
    for (part, sentence) in sentences where problem.contains(part) { return sentence }
    for (part, sentence) in sentencesByContext where context.contains(part) { return sentence }
    return "this is not valid YAML: \(problem)."
  }

  private static let sentences: [(String, String)] = [
    ("mapping values are not allowed", "a ':' is not allowed here. Check the indentation, or put the text in quotes."),
    ("could not find expected ':'", "a ':' is missing after this key."),
    ("cannot start any token", "a value can't begin with this character. Put it in quotes, or indent with spaces."),
    ("Maximum nesting level", "lists and mappings are nested too deeply here; the limit is 1,000 levels."),
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

extension MapPlace {
  init(_ mark: Mark) { self.init(line: mark.line, scalarColumn: mark.column) }
}
#endif
