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
    var keys = KeyCheck(hasAliases: hasAliases(source.text.unicodeScalars))
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
        if let problem = keys.problem(with: scalar, after: previous, before: next, at: place, isComment) {
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

  /// Whether there is something like an anchor and something like an alias.
  private static func hasAliases(_ scalars: String.UnicodeScalarView) -> Bool {
    func has(_ mark: Unicode.Scalar) -> Bool {
      var (isOpen, previous) = (false, Unicode.Scalar("\n"))
      for scalar in scalars {
        if isOpen, !isBlank(scalar) { return true }
        isOpen = scalar == mark && isBeforeToken(previous)
        previous = scalar
      }
      return false
    }
    return has("&") && has("*")
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

  private let hasAliases: Bool
  private var line = 0
  /// Whether the line has had only what can stand before a key.
  private var isAtStart = true
  /// The latest scalar that is not blank, and its line.
  private var latest: (scalar: Unicode.Scalar, line: Int) = ("\n", 0)
  private var latestOutsideComments: Unicode.Scalar = "\n"
  /// Whether the latest scalar belongs to an alias.
  private var isInAlias = false
  private var openBrackets = 0

  init(hasAliases: Bool) { self.hasAliases = hasAliases }

  /// Takes the next scalar that is not blank.
  ///
  /// - Parameter isComment: Whether the scalar seems to belong to a comment. It can be a part of a quoted text.
  /// - Returns: What is wrong; `nil` for nothing.
  mutating func problem(
    with scalar: Unicode.Scalar, after previous: Unicode.Scalar, before next: Unicode.Scalar?, at place: MapPlace,
    _ isComment: Bool
  ) -> String? {
    if place.line != line { (line, isAtStart, isInAlias) = (place.line, true, false) }
    let isAlone = next.map(TextLimits.isBlank) ?? true
    defer {
      isAtStart = isAtStart && isAlone && (scalar == "-" || scalar == ":")
      latest = (scalar, place.line)
      if !isComment { latestOutsideComments = scalar }
    }
    switch scalar {
    case "%" where place.scalarColumn == 1: return "a directive. Delete the line, or quote the text."
    case "?" where isAtStart && isAlone || follows("[{,"): return "a key with '?'. Write the key and a colon."
    case "[", "{":
      if hasAliases, follows("{,") { return "a list or a mapping here beside aliases. Begin a line with '- ' for it." }
      openBrackets += 1
      if openBrackets > Self.mostBrackets { return "more than \(Self.mostBrackets) open brackets." }
    case "]", "}": openBrackets = max(0, openBrackets - 1)
    case ":" where hasAliases && follows("]}"): return "a list or a mapping as a key. Write a text."
    case "*" where hasAliases && TextLimits.isBeforeToken(previous) && next.map(isOfName) == true:
      guard TextLimits.isBlank(previous), latest.line == line, latest.scalar == ":" || latest.scalar == "-" else {
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

  /// Whether the scalar comes after one of these, with or without what seems to be a comment between them.
  private func follows(_ scalars: String) -> Bool {
    scalars.unicodeScalars.contains(latest.scalar) || scalars.unicodeScalars.contains(latestOutsideComments)
  }

  /// Whether an alias's name can have the scalar.
  private func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "_" || scalar.isASCII && scalar.properties.numericType != nil
      || scalar.isASCII && scalar.properties.isAlphabetic
  }
}
#endif
