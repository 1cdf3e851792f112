/// The directions in which lines leave the middle of a cell; united where lines meet.
struct LineArms: OptionSet {
  let rawValue: UInt8

  static let up = LineArms(rawValue: 1)
  static let down = LineArms(rawValue: 2)
  static let left = LineArms(rawValue: 4)
  static let right = LineArms(rawValue: 8)
  static let horizontal: LineArms = [.left, .right]
  static let vertical: LineArms = [.up, .down]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The arms that a glyph shows; nil if it is no line.
  init?(_ glyph: Glyph, in glyphs: GlyphSet) {
    guard let scalar = glyph.onlyScalar else { return nil }
    if glyphs.isASCII {
      switch scalar {
      case "-": self = .horizontal
      case "|": self = .vertical
      case "+": self = [.horizontal, .vertical]
      default: return nil
      }
    } else {
      guard scalar.value >= 0x2500, scalar.value < 0x2580, let arms = Self.armsOfScalar[Int(scalar.value - 0x2500)]
      else { return nil }
      self = arms
    }
  }

  /// The sign for these arms.
  func glyph(in glyphs: GlyphSet) -> Glyph {
    if !isDisjoint(with: .horizontal), !isDisjoint(with: .vertical) {
      return glyphs.isASCII ? Glyph("+" as Unicode.Scalar) : Self.glyphs[Int(rawValue)]
    }
    if isDisjoint(with: .vertical) { return Glyph(glyphs.isASCII ? "-" : "─" as Unicode.Scalar) }
    return Glyph(glyphs.isASCII ? "|" : "│" as Unicode.Scalar)
  }

  /// The signs, by the number of their arms.
  private static let scalars: [Unicode.Scalar] = [
    "─", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼",
  ]
  private static let glyphs = scalars.map { Glyph($0) }
  /// By the number of the sign within its block, which begins at U+2500.
  private static let armsOfScalar: [LineArms?] = {
    var arms = [LineArms?](repeating: nil, count: 0x80)
    // A sign that stands for several has the arms of the last: `│` both, though it is drawn for each alone.
    for (number, scalar) in scalars.enumerated() {
      arms[Int(scalar.value - 0x2500)] = LineArms(rawValue: UInt8(number))
    }
    return arms
  }()
}
