#if Maps
import RollcallTextFormatting

/// Checks a text, before the YAML reader sees it, for content that would harm the reader or its user.
enum TextLimits {
  /// The most anchors. Each can contain the one before it, so their number limits how deep aliases nest.
  static let anchors = 16

  static func check(_ source: YAMLText) throws(MapProblem) {
    guard source.text.utf8.count <= YAMLFile.sizeLimit else {
      throw MapProblem(YAMLFile.tooLarge(source.kind, ByteText.megabytesRoundedUp(source.text.utf8.count)))
    }
    var (line, column, anchors) = (1, 0, 0)
    var hasContent = false
    var isComment = false
    var previous: Unicode.Scalar = "\n"
    var keys = KeyCheck()
    var scalars = source.text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      column += 1
      let place = MapPlace(line: line, scalarColumn: column)
      if YAMLText.isLineEnd(scalar) {
        if scalar != "\r" || next != "\n" { (line, column, isComment) = (line + 1, 0, false) }
      } else if scalar != "\t", isForbidden(scalar) {
        let code = scalar.value.digits(4, radix: 16, uppercase: true)
        throw MapProblem(at: place, "a \(source.kind.noun) can't contain the control character U+\(code). Delete it.")
      } else if !isBlank(scalar) {
        isComment = isComment || scalar == "#" && isBlank(previous)
        hasContent = hasContent || !isComment
        // Also in what seems to be a comment: it can be a part of a quoted text.
        if let problem = keys.problem(with: scalar, after: previous, before: next, at: place, anchors > 0) {
          throw MapProblem(at: place, "a \(source.kind.noun) can't have \(problem)")
        }
        if scalar == "&", isBeforeToken(previous), let next, !isBlank(next) {
          anchors += 1
          if anchors > Self.anchors {
            throw MapProblem(
              at: place,
              "this is one anchor too many; a \(source.kind.noun) may have at most \(Self.anchors). Write the values out."
            )
          }
        }
      }
      previous = scalar
    }
    if !hasContent, let advice = source.kind.empty { throw MapProblem("it is empty. \(advice)") }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF, 0xFEFF: true
    default: false
    }
  }

  fileprivate static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || YAMLText.isLineEnd(scalar)
  }

  fileprivate static func isBeforeToken(_ scalar: Unicode.Scalar) -> Bool {
    isBlank(scalar) || scalar == "[" || scalar == "{" || scalar == "," || scalar == ":" || scalar == "-"
  }
}

/// Finds keys that are no texts, and directives. The YAML parser compares each key with all others, with everything inside
/// it: nested keys, and keys with aliases, take it very long. Directives do, too, when they are many.
///
/// It knows nothing of quotes and comments, and so refuses a few texts that are harmless.
private struct KeyCheck {
  private static let mostBrackets = 64

  private var line = 0
  /// Whether the line has had only what can stand before a key.
  private var isAtStart = true
  /// The latest scalar of the line that is not blank.
  private var latest: Unicode.Scalar = "\n"
  /// Whether that belongs to an alias.
  private var isInAlias = false
  private var openBrackets = 0

  /// Takes the next scalar that is not blank.
  ///
  /// - Returns: What is wrong; `nil` for nothing.
  mutating func problem(
    with scalar: Unicode.Scalar, after previous: Unicode.Scalar, before next: Unicode.Scalar?, at place: MapPlace,
    _ hasAnchors: Bool
  ) -> String? {
    // A list can begin on another line than what it is in.
    let outer = latest
    if place.line != line { (line, isAtStart, latest, isInAlias) = (place.line, true, "\n", false) }
    let isAlone = next.map(TextLimits.isBlank) ?? true
    defer {
      isAtStart = isAtStart && isAlone && (scalar == "-" || scalar == ":")
      latest = scalar
    }
    switch scalar {
    case "%" where place.scalarColumn == 1: return "a directive. Delete the line, or quote the text."
    case "?" where isAtStart && isAlone || "[{,".unicodeScalars.contains(outer):
      return "a key with '?'. Write the key and a colon."
    case "[", "{":
      if outer == "{" { return "a list or a mapping as a key. Write a text." }
      openBrackets += 1
      if openBrackets > Self.mostBrackets { return "more than \(Self.mostBrackets) open brackets." }
    case "]", "}": openBrackets = max(0, openBrackets - 1)
    case "*" where hasAnchors && TextLimits.isBeforeToken(previous) && next.map(isOfName) == true:
      guard TextLimits.isBlank(previous), latest == ":" || latest == "-" else {
        return "an alias here, but only as a value after 'key: ' or '- '."
      }
      isInAlias = true
      return nil
    default: break
    }
    if isInAlias, TextLimits.isBlank(previous) || !isOfName(scalar) {
      isInAlias = false
      if !"#,]}".unicodeScalars.contains(scalar) { return "anything after an alias on its line." }
    }
    return nil
  }

  /// Whether an alias's name can have the scalar.
  private func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "_" || scalar.isASCII && scalar.properties.numericType != nil
      || scalar.isASCII && scalar.properties.isAlphabetic
  }
}
#endif
