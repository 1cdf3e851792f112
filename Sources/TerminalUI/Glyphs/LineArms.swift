/// The directions in which lines leave the middle of a cell; united where lines meet.
struct LineArms: OptionSet {
  let rawValue: Int

  static let up = LineArms(rawValue: 1)
  static let down = LineArms(rawValue: 2)
  static let left = LineArms(rawValue: 4)
  static let right = LineArms(rawValue: 8)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// The arms that a sign shows; none if it is no line.
  init(_ sign: String, in glyphs: GlyphSet) {
    // A sign that stands for several has the arms of the last: `│` both, though it is drawn for each alone.
    rawValue = (glyphs.isASCII ? Self.asciiSigns : Self.signs).lastIndex(of: sign) ?? 0
  }

  /// The sign for these arms.
  func sign(in glyphs: GlyphSet) -> String { (glyphs.isASCII ? Self.asciiSigns : Self.signs)[rawValue] }

  /// The signs, by the number of their arms.
  private static let signs = ["─", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"]
  private static let asciiSigns = signs.map { $0 == "─" ? "-" : $0 == "│" ? "|" : "+" }
}
