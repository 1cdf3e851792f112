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
      } else if scalar == "#", isBlank(previous) {
        isComment = true
      } else if !isComment, !isBlank(scalar) {
        hasContent = true
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

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || YAMLText.isLineEnd(scalar)
  }

  private static func isBeforeToken(_ scalar: Unicode.Scalar) -> Bool {
    isBlank(scalar) || scalar == "[" || scalar == "{" || scalar == "," || scalar == ":" || scalar == "-"
  }
}
#endif
