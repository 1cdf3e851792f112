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
  init?(glyph: String, in glyphs: GlyphSet) {
    if glyphs.isASCII {
      switch glyph {
      case "-": self = .horizontal
      case "|": self = .vertical
      case "+": self = [.horizontal, .vertical]
      default: return nil
      }
    } else {
      // Asked of every cell under a frame, most of which are blank.
      guard glyph.utf8.count == 3, let value = glyph.unicodeScalars.first?.value, value >= 0x2500,
        value < 0x2580, let arms = Self.armsOfScalar[Int(value - 0x2500)]
      else { return nil }
      self = arms
    }
  }

  /// The sign for these arms.
  func glyph(in glyphs: GlyphSet) -> String {
    if !isDisjoint(with: .horizontal), !isDisjoint(with: .vertical) {
      return glyphs.isASCII ? "+" : Self.glyphs[Int(rawValue)]
    }
    if isDisjoint(with: .vertical) { return glyphs.isASCII ? "-" : "─" }
    return glyphs.isASCII ? "|" : "│"
  }

  private static let glyphs: [String] = [
    "─", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼",
  ]

  /// By the number of the sign within its block, which begins at U+2500.
  private static let armsOfScalar: [LineArms?] = {
    var arms = [LineArms?](repeating: nil, count: 0x80)
    let known: [(Unicode.Scalar, LineArms)] = [
      ("─", .horizontal), ("│", .vertical), ("┘", [.up, .left]), ("┐", [.down, .left]), ("└", [.up, .right]),
      ("┌", [.down, .right]), ("┤", [.up, .down, .left]), ("├", [.up, .down, .right]), ("┴", [.up, .left, .right]),
      ("┬", [.down, .left, .right]), ("┼", [.horizontal, .vertical]),
    ]
    for (scalar, directions) in known { arms[Int(scalar.value - 0x2500)] = directions }
    return arms
  }()
}
