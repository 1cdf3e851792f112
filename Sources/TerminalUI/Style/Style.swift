/// How a cell looks: a colour and four attributes.
///
/// Styles are built by chaining: `Style.plain.bold.foreground(.red)`, or `.bold.foreground(.red)` where a style is
/// expected.
public struct Style: Hashable, Sendable {
  /// The colour's number in the lowest bits, and a bit for each attribute. A cell has room for 16.
  private(set) var bits: UInt16 = 0

  init(bits: UInt16 = 0) { self.bits = bits }

  private static let (colorBits, boldBit, dimBit): (UInt16, UInt16, UInt16) = (0xFF, 0x100, 0x200)
  private static let (reversedBit, underlinedBit): (UInt16, UInt16) = (0x400, 0x800)

  /// The colour of the text.
  public var foreground: Color { Color(rawValue: UInt8(bits & Self.colorBits)) ?? .standard }
  /// Heavier than plain.
  public var isBold: Bool { bits & Self.boldBit != 0 }
  /// Fainter than plain.
  public var isDim: Bool { bits & Self.dimBit != 0 }
  /// Foreground and background exchanged.
  public var isReversed: Bool { bits & Self.reversedBit != 0 }
  /// With a line below.
  public var isUnderlined: Bool { bits & Self.underlinedBit != 0 }

  /// The terminal's default colours, no attribute.
  public static let plain = Style()
}

extension Style {
  /// This style in bold.
  public var bold: Style { with(Self.boldBit) }

  /// This style, dim.
  public var dim: Style { with(Self.dimBit) }

  /// This style, not dim.
  public var undimmed: Style { Style(bits: bits & ~Self.dimBit) }

  /// This style with foreground and background exchanged.
  public var reversed: Style { with(Self.reversedBit) }

  /// This style, underlined.
  public var underlined: Style { with(Self.underlinedBit) }

  /// This style in another text colour.
  public func foreground(_ color: Color) -> Style { Style(bits: bits & ~Self.colorBits | UInt16(color.rawValue)) }

  /// The plain style in bold.
  public static var bold: Style { plain.bold }

  /// The plain style, dim.
  public static var dim: Style { plain.dim }

  /// The plain style with foreground and background exchanged.
  public static var reversed: Style { plain.reversed }

  /// The plain style, underlined.
  public static var underlined: Style { plain.underlined }

  /// The plain style in another text colour.
  public static func foreground(_ color: Color) -> Style { plain.foreground(color) }

  private func with(_ attribute: UInt16) -> Style { Style(bits: bits | attribute) }
}

extension Style: CustomStringConvertible {
  /// The style in words, such as `bold reversed red`; `plain` when there is nothing to say.
  public var description: String {
    var words: [String] = []
    if isBold { words.append("bold") }
    if isDim { words.append("dim") }
    if isReversed { words.append("reversed") }
    if isUnderlined { words.append("underlined") }
    if foreground != .standard { words.append("\(foreground)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
