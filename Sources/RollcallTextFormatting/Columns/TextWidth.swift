/// The width of text on a terminal, and a form of text on whose width all terminals agree.
///
/// The unit is the grapheme cluster, Swift's `Character`. Terminals disagree on joined emoji, flags, skin tones and
/// variation selectors, and a wrong guess garbles the screen. Therefore a cluster is shown in a *display form*, reduced
/// to scalars whose widths simply add up.
public enum TextWidth {
  /// Returns the number of columns of a character's display form: usually 1 or 2, 0 for a lone invisible character,
  /// more for a cluster of several spacing letters.
  public static func columns(of character: Character) -> Int {
    if character.isPrintableASCII { return 1 }
    var columns = 0
    forEachCell(of: character) { columns += $1 }
    return columns
  }

  /// The most combining marks kept on one letter. Every terminal cell holds at least this many.
  public static let maximumMarks = 4

  /// Calls a closure with the text and the width (1 or 2 columns) of each cell of a character's display form.
  ///
  /// An unprintable, unassigned or too new scalar becomes U+FFFD; a tab or a line break becomes a space. An emoji is
  /// reduced to its first picture, without skin tone, joined pictures and variation selectors, and a flag to its two
  /// letters. A letter keeps up to four combining marks.
  public static func forEachCell(of character: Character, _ body: (String, Int) -> Void) {
    if character.isPrintableASCII { return body(String(character), 1) }
    if let columns = columnsOfSingleScalar(character) { return body(String(character), columns) }
    var (cell, width, marks) = (String.UnicodeScalarView(), 0, 0)
    var afterJoiner = false
    for scalar in character.unicodeScalars {
      defer { afterJoiner = scalar.value == 0x200D }
      if width > 0, isDroppedInside(scalar, afterJoiner: afterJoiner) { continue }
      let (shown, columns) = shownForm(of: scalar)
      if columns > 0 {
        if width > 0 { body(String(cell), width) }
        (cell, width, marks) = (String.UnicodeScalarView([shown]), columns, 0)
      } else if scalar.properties.generalCategory != .format, marks < maximumMarks {
        if width == 0 { (cell, width) = (String.UnicodeScalarView([" "]), 1) }
        cell.append(shown)
        marks += 1
      }
    }
    if width > 0 { body(String(cell), width) }
  }

  /// The width of a character with a single scalar that is shown unchanged, as nearly all are.
  private static func columnsOfSingleScalar(_ character: Character) -> Int? {
    let scalars = character.unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex,
      !regionalIndicators.contains(scalar.value), let columns = ScalarWidth.columns(of: scalar), columns > 0
    else { return nil }
    return columns
  }

  /// The letters from which flags are composed.
  private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  private static func shownForm(of scalar: Unicode.Scalar) -> (Unicode.Scalar, columns: Int) {
    let scalar = scalar.printable(.line)
    switch scalar.value {
    case regionalIndicators:
      let letter = Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - regionalIndicators.lowerBound))
      return (letter, 1)
    default:
      guard let columns = ScalarWidth.columns(of: scalar) else { return ("\u{FFFD}", 1) }
      return (scalar, columns)
    }
  }

  /// Whether a scalar inside a cluster only modifies its first scalar, on terminals that support it.
  private static func isDroppedInside(_ scalar: Unicode.Scalar, afterJoiner: Bool) -> Bool {
    switch scalar.value {
    case 0x0A: true
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x1F3FB...0x1F3FF: true
    default: afterJoiner && scalar.properties.isEmoji
    }
  }
}

extension Character {
  /// Whether the character is a single byte that every terminal shows in one column.
  public var isPrintableASCII: Bool {
    utf8.count == 1 && (utf8.first.map { $0 >= 0x20 && $0 < 0x7F } ?? false)
  }
}
