/// One place of a canvas: what stands there, and how it looks.
public struct Cell: Hashable, Sendable {
  /// What stands there, with the style above the bits of its second half: two words without a gap, so that two screens
  /// are compared with every key at little cost.
  private var low: UInt64
  private var high: UInt64

  private static let styleShift: UInt64 = 48

  var glyph: Glyph {
    get { Glyph(low: low, high: high & (1 << Self.styleShift - 1)) }
    set { self = Cell(glyph: newValue, style: style) }
  }

  /// How it looks.
  public var style: Style {
    get { Style(bits: UInt16(truncatingIfNeeded: high >> Self.styleShift)) }
    set { self = Cell(glyph: glyph, style: newValue) }
  }

  /// Makes a cell; without arguments, a blank.
  ///
  /// - Parameter text: A text in display form; what goes beyond a letter with four marks is left out.
  public init(text: String = " ", style: Style = .plain) { self.init(glyph: Glyph(text), style: style) }

  init(glyph: Glyph, style: Style) {
    low = glyph.low
    high = glyph.high | UInt64(style.bits) << Self.styleShift
  }

  /// A space in the plain style.
  public static let blank = Cell(glyph: .space, style: .plain)

  /// The text in display form: a letter with its marks, or a wide character; empty in the second column of a wide one.
  public var text: String { glyph.text }

  /// The text's scalars.
  public var scalars: Scalars { glyph.scalars }

  /// Whether nothing is to be seen of the text.
  public var isBlank: Bool { glyph == .space }

  /// Whether this is the second column of a wide character.
  public var isContinuation: Bool { glyph.isEmpty }
}
