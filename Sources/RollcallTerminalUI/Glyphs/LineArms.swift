/// The directions in which lines leave the middle of a cell. Where lines meet, the arms are combined.
struct LineArms: OptionSet {
  let rawValue: Int

  static let up = LineArms(rawValue: 1)
  static let down = LineArms(rawValue: 2)
  static let left = LineArms(rawValue: 4)
  static let right = LineArms(rawValue: 8)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// The arms of a symbol; none if it is not a line.
  init(_ sign: String, in glyphs: GlyphSet) {
    // A symbol that occurs several times gets the arms of its last index: `│` gets both, though it also draws each
    // alone.
    rawValue = (glyphs.isASCII ? Self.asciiSigns : Self.signs).lastIndex(of: sign) ?? 0
  }

  func sign(in glyphs: GlyphSet) -> String { (glyphs.isASCII ? Self.asciiSigns : Self.signs)[rawValue] }

  /// The symbols, indexed by the raw value of their arms.
  private static let signs = ["─", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"]
  private static let asciiSigns = signs.map { $0 == "─" ? "-" : $0 == "│" ? "|" : "+" }
}
